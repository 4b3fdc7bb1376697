import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#platform/http/app-error.ts'
import { addDays, type Day, localDay } from '#platform/local-day.ts'
import { billingToday, type BillingWork, changeBilling } from '../billing/billing-work.ts'
import { lockCharge, voidCharge, writeOffCharge } from '../billing/charges/charges.ts'
import { followPayer } from '../billing/follow.ts'
import { bookPayment, giveBackCredit } from '../billing/payments/payments.ts'
import { reversePayment } from '../billing/payments/reversals.ts'
import { runBilling } from '../billing/subscriptions/nightly.ts'
import { endPause, pauseSubscription } from '../billing/subscriptions/pauses.ts'
import { changePlan } from '../billing/subscriptions/subscription-terms.ts'
import { cancelSubscription, endSubscription, startSubscription } from '../billing/subscriptions/subscriptions.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { createRandom, type Random } from '../seed/random.ts'
import { findFaults } from './checks.ts'
import { closeBooks, reopenBooks } from './closing.ts'
import { sumJournal } from './journal.ts'
import { getMonthEnd } from './month-end.ts'
import { dayBefore, type JournalTotal, lastDayOf, type Month, monthOf, sumAccounts } from './rules.ts'

const zone = 'Europe/Berlin'
let now = new Date('2027-11-30T11:00:00Z')
let portal: TestPortal
const planIds: number[] = []
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  const settings = { SITE_TIME_ZONE: zone, SITE_LOCALE_CURRENCY: 'en-IE' }
  await portal.db
    .insertInto('settings')
    .values(Object.entries(settings).map(([key, value]) => ({ key, value: JSON.stringify(value), changed_at: now })))
    .execute()
  for (const [costCents, interval, intervalCount] of [
    [3999, 'month', 1],
    [10_000, 'month', 3],
    [36_500, 'year', 1],
    [777, 'day', 10],
  ] as const)
    planIds.push(
      (await aPlan(portal.db, { currency: 'EUR', costCents, interval, intervalCount, joiningFeeCents: 500 })).id,
    )
})
afterAll(() => portal.close())

const run = <T>(work: (work: BillingWork) => Promise<T>) => changeBilling(portal.ctx, 'billing.paid', work)

type Acts = (() => Promise<unknown>)[]

/** What can happen to the plan of a member. */
const planActs = (random: Random, memberId: number, today: Day): Acts => {
  const planId = random.pick(planIds)
  const from = addDays(today, random.whole(0, 20))
  const days = { from, to: addDays(from, random.whole(1, 40)) }
  const start = () =>
    run((work) => startSubscription(work, { memberId, planId, collector: 'bank', paysBeforeAccess: false }))
  const when = random.pick(['now', 'next'] as const)
  return [
    start,
    start,
    () => run((work) => changePlan(work, { memberId, planId, when })),
    () => run((work) => pauseSubscription(work, { memberId, days, isByStaff: true })),
    () => run((work) => endPause(work, memberId)),
    () => run((work) => cancelSubscription(work, memberId)),
    ...(random.chance(0.2) ? [() => run((work) => endSubscription(work, { memberId, reason: 'test' }))] : []),
  ]
}

/** What can happen to their money. Some payments are entered days later, also after their month was closed. */
const moneyActs = async (random: Random, memberId: number, today: Day): Promise<Acts> => {
  const { db } = portal
  const of = { memberId, currency: 'EUR', method: 'bank', paidOn: addDays(today, -random.whole(0, 12)) } as const // narrows the words
  const open = ['open', 'paid'] as const
  const charges = db.selectFrom('charges').select('id').where('member_id', '=', memberId).where('state', 'in', open)
  const charge = await charges.orderBy('id', 'desc').executeTakeFirst()
  const payments = db.selectFrom('payments').select('id').where('member_id', '=', memberId)
  const payment = await payments.orderBy('id', 'desc').executeTakeFirst()
  const pay = (amountCents: number) => () => run((work) => bookPayment(work, { ...of, amountCents }))
  const end = (change: typeof voidCharge) => () =>
    run(async (work) => {
      if (charge) await change(work, await lockCharge(work, charge.id), 'test')
      await followPayer(work, memberId)
    })
  const reverse = () => run((work) => reversePayment(work, { paymentId: payment?.id ?? 0, reason: 'test' }))
  return [
    ...[3999, 10_000, 36_500, random.whole(1, 900)].map(pay),
    () => run((work) => giveBackCredit(work, { ...of, amountCents: random.whole(1, 500) })),
    ...(random.chance(0.4) ? [end(voidCharge)] : []),
    ...(random.chance(0.4) ? [end(writeOffCharge)] : []),
    ...(random.chance(0.4) ? [reverse] : []),
  ]
}

/** One thing that can happen to a member, by chance; some of them are refused. */
const act = async (random: Random, memberId: number): Promise<void> => {
  const today = await billingToday(portal.ctx)
  const acts = [...planActs(random, memberId, today), ...(await moneyActs(random, memberId, today))]
  try {
    await random.pick(acts)()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

const sumMonth = (month: Month) =>
  sumJournal(portal.ctx, { after: dayBefore(month), through: lastDayOf(month), currency: 'EUR' })

const netOf = (totals: readonly JournalTotal[]) =>
  Object.fromEntries(
    sumAccounts(totals).flatMap(({ account, planId, debitCents, creditCents }) =>
      debitCents === creditCents ? [] : [[`${account} ${planId}`, debitCents - creditCents]],
    ),
  )

test('whatever happens later, a month that is over stays as it was, and all months add up', async () => {
  const random = createRandom('books')
  const members = await Promise.all([1, 2, 3].map(() => aMember(portal.db, { state: 'inactive' })))
  const closed = new Map<Month, JournalTotal[]>()
  let month = monthOf(localDay(now, zone))
  while (now < new Date('2029-03-02T00:00:00Z')) {
    now = new Date(now.getTime() + random.whole(2, 9) * 86_400_000)
    const today = localDay(now, zone)
    if (monthOf(today) !== month) {
      await closeBooks(portal.ctx, { through: lastDayOf(month) })
      closed.set(month, await sumMonth(month))
      month = monthOf(today)
    }
    await runBilling(portal.ctx)
    for (const { id } of members) await act(random, id)
  }
  expect(closed.size).toBeGreaterThan(14)
  const [middle = ''] = [...closed.keys()].slice(6)
  const before = await getMonthEnd(portal.ctx, { month: middle })
  for (const [one, totals] of closed) expect({ one, totals: await sumMonth(one) }).toEqual({ one, totals })

  const months = [...closed.values(), await sumMonth(month)].flat()
  const through = lastDayOf(month)
  const whole = await sumJournal(portal.ctx, { after: null, through, currency: 'EUR' })
  expect(netOf(months)).toEqual(netOf(whole))
  expect(new Set(whole.filter(({ credit }) => credit === 'dues').map(({ planId }) => planId)).size).toBe(planIds.length)
  expect(await findFaults(portal.ctx)).toEqual([])

  // With everything reopened, what closings kept is used no more, and comes to the same.
  await reopenBooks(portal.ctx, { through: null, reason: 'test' })
  const { trialBalance, deferred, balances } = await getMonthEnd(portal.ctx, { month: middle })
  expect({ trialBalance, deferred, balances }).toEqual({
    trialBalance: before.trialBalance,
    deferred: before.deferred,
    balances: before.balances,
  })

  // Once every period is over, nothing is deferred any more.
  const atLast = await sumJournal(portal.ctx, { after: null, through: '2035-12-31', currency: 'EUR' })
  expect(netOf(atLast)['deferredIncome null']).toBeUndefined()
})
