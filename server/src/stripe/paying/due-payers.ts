import { sql, type RawBuilder } from 'kysely'
import type { Work } from '#platform/db/change.ts'
import type { Day } from '#platform/local-day.ts'
import { methodName } from '../methods/method-facts.ts'
import { isMoneyUnderWay, leastCents, paymentColumns, type StripePaymentRow } from '../payments/payment-rows.ts'
import { notReached } from './unfinished-payments.ts'

/** A member with something due that is taken by itself now, with what it is taken from. */
export type DuePayer = {
  memberId: number
  customerId: string
  methodId: string
  kind: 'card' | 'sepaDebit' | 'becsDebit' | 'bacsDebit'
  brand: string
  last4: string
  currency: string
  amountCents: number
  chargeIds: number[]
  tryNumber: number
}

/** The day and the steps by which it is told whose turn it is. */
export type TryCalendar = { today: Day; zone: string; steps: readonly number[] }

/**
 * A charge has a try on the day it is due and on each step after it. The first payment of a plan has none but the first:
 * who comes back tries it again. What a bank disputed is for people to settle.
 */
const dueCharges = ({ today, steps }: TryCalendar) => sql`select c.id, c.due_on, c.amount_cents - c.paid_cents as cents,
    (select max(c.due_on + days) from unnest(${[0, ...steps]}::int[]) as days
      where c.due_on + days <= ${today}::date and (days = 0 or s.state <> 'incomplete')) as try_on
  from charges c where c.member_id = s.member_id and c.currency = s.currency and c.state = 'open'
    and c.due_on <= ${today}::date and c.amount_cents > c.paid_cents
    and not exists (select from payment_allocations a join payments y on y.id = a.payment_id
      join stripe_disputes d on d.intent_id = y.provider_ref and d.status <> 'won' where a.charge_id = c.id)
  order by c.due_on, c.id limit 100`

/** The last try, of which nothing is said once it was paid. One that Stripe never heard of is no try. */
const lastTry = ({
  zone,
}: TryCalendar) => sql`select case when p.state <> 'succeeded' then p.method_id end as method_id,
    p.is_final, (coalesce(p.settled_at, p.created_at) at time zone ${zone}::text)::date as on
  from stripe_payments p where p.member_id = s.member_id and p.purpose = 'dues' and p.way <> 'checkout'
    and p.state in ('failed', 'canceled', 'succeeded') and p.failure <> ${notReached}
  order by p.id desc limit 1`

/**
 * Those whose turn it is, in the order of their numbers: nothing of theirs is undecided, and what is due was not tried
 * yet, or its next step has come, or another card was saved since.
 */
export const duePayers = (calendar: TryCalendar, where: RawBuilder<unknown>, limit = 1) => sql<DuePayer>`
  select s.member_id as "memberId", k.customer_id as "customerId", m.method_id as "methodId", m.kind, m.brand, m.last4,
    s.currency, due.cents as "amountCents", due.ids as "chargeIds",
    (select count(*)::int + 1 from stripe_payments p where p.member_id = s.member_id and p.purpose = 'dues' and p.way = 'automatic'
      and p.charge_ids @> due.ids[1:1]) as "tryNumber"
  from subscriptions s
  join stripe_payment_methods m on m.member_id = s.member_id
  join stripe_customers k on k.member_id = s.member_id and k.customer_id is not null
  join lateral (select array_agg(o.id order by o.due_on, o.id) as ids, sum(o.cents)::int as cents, max(o.try_on) as try_on
    from (${dueCharges(calendar)}) o) due on due.cents >= ${leastCents}
  left join lateral (${lastTry(calendar)}) last on true
  where s.collector = 'stripe' and s.provider_ref is null and s.state in ('incomplete', 'active', 'pastDue', 'cancelling')
    and (s.more_time_until is null or s.more_time_until <= ${calendar.today}::date)
    and not exists (${isMoneyUnderWay(sql`s.member_id`)})
    and (last.method_id is null or last.method_id <> m.method_id or (not last.is_final and due.try_on > last.on))
    and ${where}
  order by s.member_id limit ${limit}`

/** Begins tries to take what is due, in one statement. */
export const insertTries = ({ tx, now }: Work, payers: readonly DuePayer[]): Promise<StripePaymentRow[]> =>
  tx
    .insertInto('stripe_payments')
    .values(
      payers.map((payer) => ({
        purpose: 'dues' as const,
        member_id: payer.memberId,
        charge_ids: payer.chargeIds,
        amount_cents: payer.amountCents,
        currency: payer.currency,
        way: 'automatic' as const,
        customer_id: payer.customerId,
        method_id: payer.methodId,
        method_name: methodName(payer),
        try_number: payer.tryNumber,
        idempotency_key: `try ${payer.tryNumber} of ${payer.chargeIds[0] ?? 0}`,
        created_at: now,
      })),
    )
    .returning(paymentColumns)
    .execute()
