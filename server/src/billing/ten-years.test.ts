import type { PlanInterval } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#platform/http/app-error.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { createRandom, type Random } from '../seed/random.ts'
import { billingToday, type BillingWork, changeBilling } from './billing-work.ts'
import { lockCharge, markProcessing, reopenCharge, writeOffCharge } from './charges.ts'
import { followPayer } from './follow.ts'
import { runBilling } from './nightly.ts'
import { endPause, pauseSubscription } from './pauses.ts'
import { bookPayment, giveBackCredit, reversePayment } from './payments.ts'
import { changePlan } from './subscription-terms.ts'
import {
  cancelSubscription,
  endSubscription,
  giveMoreTime,
  resumeSubscription,
  startSubscription,
} from './subscriptions.ts'

// In Berlin the clocks change twice a year; 2028 and 2032 are leap years.
const zone = 'Europe/Berlin'
let now = new Date('2027-01-31T11:00:00Z')
let portal: TestPortal
let planIds: number[] = []

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  const { db } = portal
  await db
    .insertInto('settings')
    .values({ key: 'SITE_TIME_ZONE', value: JSON.stringify(zone), changed_at: now })
    .execute()
  await db.insertInto('tiers').values({ name: 'Members' }).execute()
  const { id: tierId } = await db.selectFrom('tiers').select('id').executeTakeFirstOrThrow()
  const plan = (name: string, cost: number, interval: PlanInterval, count = 1) => ({
    tier_id: tierId,
    name,
    currency: 'EUR',
    cost_cents: cost,
    interval,
    interval_count: count,
    collectors: ['bank'],
    joining_fee_cents: name === 'Monthly' ? 1000 : 0,
  })
  await db
    .insertInto('plans')
    .values([
      plan('Monthly', 3999, 'month'),
      plan('Quarterly', 10_000, 'month', 3),
      plan('Yearly', 36_500, 'year'),
      plan('Weekly', 1050, 'week'),
      plan('Ten days', 777, 'day', 10),
    ])
    .execute()
  planIds = (await db.selectFrom('plans').select('id').orderBy('id').execute()).map(({ id }) => id)
})
afterAll(() => portal.close())

const run = <T>(work: (work: BillingWork) => Promise<T>) => changeBilling(portal.ctx, 'billing.paid', work)

/** What may be refused is refused whole: only with a code, and the books stay as they were. */
const attempt = async (act: () => Promise<unknown>) => {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

const openCharges = (memberId: number) =>
  portal.db
    .selectFrom('charges')
    .select(['id', 'amount_cents', 'paid_cents', 'state'])
    .where('member_id', '=', memberId)
    .where('state', 'in', ['open', 'processing'])
    .orderBy('id')
    .execute()

const pay = (memberId: number, amountCents: number) =>
  run(async (work) => bookPayment(work, { memberId, amountCents, currency: 'EUR', method: 'bank', paidOn: work.today }))

/** What happens to charges and payments one by one. */
const rarerActs = async (
  random: Random,
  { memberId, chargeId }: { memberId: number; chargeId: number | undefined },
): Promise<(() => Promise<unknown>)[]> => {
  const acts: (() => Promise<unknown>)[] = []
  if (random.chance(0.1)) acts.push(() => run((work) => endSubscription(work, { memberId, reason: 'test' })))
  if (chargeId !== undefined) {
    const onCharge = (change: (work: BillingWork) => Promise<unknown>) => () =>
      run(async (work) => {
        await change(work)
        await followPayer(work, memberId)
      })
    acts.push(
      onCharge(async (work) => markProcessing(work, [await lockCharge(work, chargeId)])),
      onCharge(async (work) => reopenCharge(work, await lockCharge(work, chargeId))),
    )
    if (random.chance(0.2))
      acts.push(onCharge(async (work) => writeOffCharge(work, await lockCharge(work, chargeId), 'gone')))
  }
  const last = await portal.db
    .selectFrom('payments')
    .select('id')
    .where('member_id', '=', memberId)
    .where('amount_cents', '>', 0)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last && random.chance(0.3))
    acts.push(() => run((work) => reversePayment(work, { paymentId: last.id, reason: 'returned' })))
  return acts
}

/** One thing that can happen to a member, by chance. */
const act = async (random: Random, memberId: number): Promise<void> => {
  const charges = await openCharges(memberId)
  const owed = charges.reduce((sum, { amount_cents: all, paid_cents: paid }) => sum + all - paid, 0)
  const [charge] = charges
  const today = await billingToday(portal.ctx)
  const acts: (() => Promise<unknown>)[] = [
    () => pay(memberId, Math.max(1, owed)),
    () => pay(memberId, Math.max(1, owed)),
    () => pay(memberId, Math.max(1, owed)),
    () => pay(memberId, random.whole(1, 6000)),
    () => run((work) => startSubscription(work, startOf(random, memberId))),
    () => run((work) => startSubscription(work, startOf(random, memberId))),
    () =>
      run((work) => changePlan(work, { memberId, planId: random.pick(planIds), when: random.pick(['now', 'next']) })),
    () => run((work) => pauseSubscription(work, { memberId, days: pauseDays(random, today), isByStaff: true })),
    () => run((work) => endPause(work, memberId)),
    () => run((work) => cancelSubscription(work, memberId)),
    () => run((work) => resumeSubscription(work, memberId)),
    () => run((work) => giveMoreTime(work, { memberId, until: addDays(today, random.whole(1, 30)) })),
    () =>
      run((work) =>
        giveBackCredit(work, {
          memberId,
          amountCents: random.whole(1, 500),
          currency: 'EUR',
          method: 'bank',
          paidOn: work.today,
        }),
      ),
  ]
  acts.push(...(await rarerActs(random, { memberId, chargeId: charge?.id })))
  await attempt(random.pick(acts))
}

const startOf = (random: Random, memberId: number) => ({
  memberId,
  planId: random.pick(planIds),
  collector: 'bank' as const,
  paysBeforeAccess: random.chance(0.5),
})

const pauseDays = (random: Random, today: string) => {
  const from = addDays(today, random.whole(0, 40))
  return { from, to: addDays(from, random.whole(1, 90)) }
}

type Fault = { fault: string; id: number }

const faultsOn = (today: string) => sql<Fault>`
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
    union all
    select 'more was paid with it than there was', p.id from payments p
      where amount_cents > 0 and (select coalesce(sum(amount_cents), 0) from payment_allocations a where a.payment_id = p.id)
        > case when exists (select from payments r where r.reverses_id = p.id) then 0 else amount_cents end
    union all
    -- But for what was given back before the payment it came from was reversed: that they owe.
    select 'a member has less than nothing left over', m.id from members m
      where (select coalesce(sum(amount_cents), 0) from payments
          where member_id = m.id and (amount_cents > 0 or reverses_id is not null))
        < (select coalesce(sum(a.amount_cents), 0) from payment_allocations a join payments p on p.id = a.payment_id
           where p.member_id = m.id)
    union all
    select 'paid through is not the end of what is paid', s.id from subscriptions s
      where state <> 'ended' and paid_through <> greatest(started_on, (select max(upper(period)) from charges c
        where c.subscription_id = s.id and c.state in ('paid', 'processing')))
    union all
    select 'access without anything that gives it', s.id from subscriptions s
      where has_access and (state not in ('active', 'cancelling')
        or greatest(paid_through, unpaid_since, more_time_until) + 7 <= ${today}::date)
    union all
    select 'paid, and no access', s.id from subscriptions s
      where not has_access and state in ('active', 'cancelling') and paid_through > ${today}::date
        and (cancel_on is null or cancel_on > ${today}::date)
    union all
    select 'a member without a plan that gives access is active', m.id from members m
      where membership_state = 'active' and exists (select from subscriptions s where s.member_id = m.id)
        and not exists (select from subscriptions s where s.member_id = m.id and s.has_access)`

/** Everything that must hold at any time, asked of the database. */
const findFaults = async (): Promise<Fault[]> => {
  const { rows } = await faultsOn(localDay(now, zone)).execute(portal.db)
  return rows
}

test.each(['first', 'second'])(
  'ten years of payments, reversals, changes and pauses in any order: no day is charged twice or skipped (%s)',
  async (name) => {
    now = new Date('2027-01-31T11:00:00Z')
    const random = createRandom(name)
    const members = await Promise.all([1, 2, 3].map(() => aMember(portal.db, { state: 'inactive' })))
    while (now < new Date('2037-02-01T00:00:00Z')) {
      now = new Date(now.getTime() + random.between(1, random.chance(0.05) ? 90 : 20) * 86_400_000)
      await runBilling(portal.ctx)
      for (const { id } of members) await act(random, id)
      const faults = await findFaults()
      expect({ on: localDay(now, zone), faults }).toEqual({ on: localDay(now, zone), faults: [] })
    }
    const { count } = await portal.db
      .selectFrom('charges')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBeGreaterThan(50)
  },
  120_000,
)
