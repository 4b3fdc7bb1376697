import { type Kysely, sql } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import type { Day } from '#platform/local-day.ts'

export type BookFault = { fault: string; id: number }

const ofCharges = sql`
    with covered as (
      select subscription_id as id, period as days from charges where period is not null and state <> 'void'
      union all
      select subscription_id, days from subscription_breaks where begun_at is not null and cancelled_at is null
    ), per as (
      select s.id, s.started_on, s.charged_through, s.state,
        coalesce((select sum(upper(days) - lower(days)) from covered c where c.id = s.id), 0) as days,
        (select range_agg(days) from covered c where c.id = s.id) as union_of
      from subscriptions s
    )
    select 'a day is charged twice, or not at all' as fault, id from per
      where days <> charged_through - started_on
        or (days > 0 and union_of <> datemultirange(daterange(started_on, charged_through)))
    union all
    select 'the amount is not the sum of the entries', c.id from charges c where amount_cents <> (select coalesce(sum(amount_cents), 0) from charge_entries where charge_id = c.id)
    union all
    select 'what is paid is not the sum of the allocations', c.id from charges c where paid_cents <> (select coalesce(sum(amount_cents), 0) from payment_allocations where charge_id = c.id)
    union all
    select 'the state is not that of the money', c.id from charges c
      where (state = 'paid') <> (state in ('paid', 'open', 'processing') and paid_cents >= amount_cents)
        or (state = 'void' and (amount_cents <> 0 or paid_cents <> 0))
        or (state = 'writtenOff' and amount_cents <> paid_cents)
        or (state = 'refunded' and (amount_cents <> 0 or paid_cents <> 0))
    union all
    select 'more was paid with it than there was', p.id from payments p
      where amount_cents > 0 and (select coalesce(sum(amount_cents), 0) from payment_allocations a where a.payment_id = p.id)
        > case when exists (select from payments r where r.reverses_id = p.id) then 0 else amount_cents
          + (select coalesce(sum(r.amount_cents), 0) from payments r where r.refunds_id = p.id) end
    union all
    -- But for what was given back before the payment it came from was reversed: that they owe.
    select 'a member has less than nothing left over', m.id from members m
      where (select coalesce(sum(amount_cents), 0) from payments
          where member_id = m.id and (amount_cents > 0 or reverses_id is not null or refunds_id is not null
            and not exists (select from payments r where r.reverses_id = payments.refunds_id)))
        < (select coalesce(sum(a.amount_cents), 0) from payment_allocations a join payments p on p.id = a.payment_id
           where p.member_id = m.id)
    union all
    select 'paid through is not the end of what is paid', s.id from subscriptions s
      where state <> 'ended' and paid_through <> greatest(started_on, (select max(upper(period)) from charges c
        where c.subscription_id = s.id and c.state in ('paid', 'processing')))`

const ofAccess = (today: Day) => sql`select 'access without anything that gives it', s.id from subscriptions s
      where has_access and (state not in ('active', 'cancelling')
        or greatest(paid_through, unpaid_since, more_time_until) + 7 <= ${today}::date)
    union all
    select 'paid, and no access', s.id from subscriptions s
      where not has_access and state in ('active', 'cancelling') and paid_through > ${today}::date
        and (cancel_on is null or cancel_on > ${today}::date)
        and not exists (select from charges c where c.subscription_id = s.id and c.state = 'refunded' and c.period @> ${today}::date)
    union all
    select 'access on a day that was paid back', s.id from subscriptions s
      where has_access and (more_time_until is null or more_time_until <= ${today}::date)
        and exists (select from charges c where c.subscription_id = s.id and c.state = 'refunded' and c.period @> ${today}::date)
    union all
    select 'a member without a plan that gives access is active', m.id from members m
      where membership_state = 'active' and exists (select from subscriptions s where s.member_id = m.id)
        and not exists (select from subscriptions s where s.member_id = m.id and s.has_access)`

/** Everything that must hold of plans, charges and payments at any time, asked of the database. */
export const findBookFaults = async (db: Kysely<Database>, today: Day): Promise<BookFault[]> =>
  (await sql<BookFault>`${ofCharges} union all ${ofAccess(today)}`.execute(db)).rows
