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
    select 'what is left of a payment is not what its bookings say', p.id from payments p
      left join payment_credits k on k.payment_id = p.id
      where p.amount_cents > 0 and p.reverses_id is null and k.left_cents is distinct from p.amount_cents
        - (select coalesce(sum(a.amount_cents), 0) from payment_allocations a where a.payment_id = p.id)
        - (select coalesce(sum(t.amount_cents), 0) from payment_takings t where t.payment_id = p.id)
    union all
    select 'more went out of a payment than came in, or less than nothing', p.id from payments p
      where p.amount_cents > 0 and p.reverses_id is null
        and (select coalesce(sum(t.amount_cents), 0) from payment_takings t where t.payment_id = p.id)
          not between 0 and p.amount_cents
    union all
    select 'what went out is not what it was taken of', p.id from payments p
      where (p.amount_cents < 0 or p.reverses_id is not null) and -p.amount_cents
        <> (select coalesce(sum(t.amount_cents), 0) from payment_takings t where t.taken_by_id = p.id)
    union all
    select 'the account of credit is not what a member has left over', m.id from members m
      where (select coalesce(sum(p.amount_cents), 0) from payments p where p.member_id = m.id)
        - (select coalesce(sum(a.amount_cents), 0) from payment_allocations a join payments p on p.id = a.payment_id
          where p.member_id = m.id)
        + (select coalesce(sum(e.amount_cents), 0) from charge_entries e join charges c on c.id = e.charge_id
          where c.member_id = m.id and c.kind = 'toPayBack' and e.kind <> 'writtenOff')
        <> (select coalesce(sum(k.left_cents), 0) from payment_credits k join payments p on p.id = k.payment_id
          where p.member_id = m.id)
    union all
    select 'an invoice says another amount than its charge', c.id from charges c
      join invoice_lines l on l.charge_id = c.id
      where c.split_from_id is null and not exists (select from charges s where s.split_from_id = c.id)
        and not exists (select from charge_entries e where e.charge_id = c.id and e.kind = 'writtenOff')
      group by c.id
      having sum(l.amount_cents) <> (select sum(e.amount_cents) from charge_entries e where e.charge_id = c.id)
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
