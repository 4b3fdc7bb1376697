import type { PlanInterval } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#platform/http/app-error.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { randomOf, someOf } from '../random-runs.testing.ts'
import type { Random } from '../seed/random.ts'
import { billingToday, type BillingWork, changeBilling } from './billing-work.ts'
import { lockCharge, markProcessing, reopenCharge, writeOffCharge } from './charges/charges.ts'
import { followPayer } from './follow.ts'
import { findBookFaults } from './money-faults.testing.ts'
import { bookPayment, giveBackCredit } from './payments/payments.ts'
import { findRefundable, refundPayment } from './payments/refunds.ts'
import { reversePayment } from './payments/reversals.ts'
import { runBilling } from './subscriptions/nightly.ts'
import { endPause, pauseSubscription } from './subscriptions/pauses.ts'
import { changePlan } from './subscriptions/subscription-terms.ts'
import {
  cancelSubscription,
  endSubscription,
  giveMoreTime,
  resumeSubscription,
  startSubscription,
} from './subscriptions/subscriptions.ts'

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
  if (last && random.chance(0.6)) acts.push(() => run((work) => refundSome(work, { random, paymentId: last.id })))
  return acts
}

/** A part of a payment, or as much of it as there is, goes back. */
const refundSome = async (work: BillingWork, { random, paymentId }: { random: Random; paymentId: number }) => {
  const { mostCents } = await findRefundable(work, { paymentId })
  const amountCents = random.chance(0.5) ? Math.max(1, mostCents) : random.whole(1, 3000)
  const keepsAccess = random.chance(0.3)
  await refundPayment(work, { paymentId, amountCents, method: 'bank', reason: 'test', keepsAccess, isSilent: true })
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

test.each(someOf('ten years', ['first', 'second']))(
  'ten years of payments, reversals, changes and pauses in any order: no day is charged twice or skipped (%s)',
  async (name) => {
    now = new Date('2027-01-31T11:00:00Z')
    const random = randomOf(name)
    const members = await Promise.all([1, 2, 3].map(() => aMember(portal.db, { state: 'inactive' })))
    while (now < new Date('2037-02-01T00:00:00Z')) {
      now = new Date(now.getTime() + random.between(1, random.chance(0.05) ? 90 : 20) * 86_400_000)
      await runBilling(portal.ctx)
      for (const { id } of members) await act(random, id)
      const faults = await findBookFaults(portal.db, localDay(now, zone))
      expect({ on: localDay(now, zone), faults }).toEqual({ on: localDay(now, zone), faults: [] })
    }
    const { count } = await portal.db
      .selectFrom('charges')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBeGreaterThan(50)
  },
  240_000,
)
