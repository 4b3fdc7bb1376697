import { expect, test } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import { longDay } from '#platform/long-day.ts'
import { beginSweep } from '#platform/sweep.ts'
import {
  cancelMyPlan,
  changeMyPlan,
  pauseMyPlan,
  previewChange,
  resumeMyPlan,
} from '../../billing/subscriptions/plan-changes.ts'
import { ensureCustomer } from '../customers.ts'
import { findMethod } from '../methods/payment-methods.ts'
import { openCardMember } from './card-member.testing.ts'
import { collectAll, collectDues } from './collection.ts'

const scene = openCardMember()
const { charges, ctx, join, paidAtStripe, paidHere, subscription, today, tries } = scene

test('who joins by card has the first month and the joining fee taken at once, in one payment of the portal’s own', async () => {
  await join()
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true, plan_id: scene.monthly })
  expect(await charges()).toEqual(['[2027-01-31,2027-02-28) 3100/3100 paid', 'joiningFee 1000/1000 paid'])
  expect(await paidHere()).toBe(4100)
  expect(await scene.intents()).toMatchObject([{ amount: 4100, amount_received: 4100, status: 'succeeded' }])
  expect((await scene.stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
})

test('what was taken is not taken again, however often it is looked at', async () => {
  await join()
  for (let times = 0; times < 3; times += 1) await collectDues(ctx(), scene)
  await collectAll(ctx(), beginSweep(ctx(), 'dues'))
  expect(await tries()).toEqual(['1 succeeded 4100'])
})

const previewNow = (planId: number) => previewChange(ctx(), { memberId: scene.memberId, planId, when: 'now' })

const changeNow = async (planId: number) => {
  const { givenBackCents, firstChargeCents, dueNowCents } = await previewNow(planId)
  const shown = { givenBackCents, firstChargeCents, dueNowCents }
  await changeMyPlan(ctx(), { memberId: scene.memberId, planId, when: 'now', ...shown })
  await scene.settle()
  return shown
}

test('months go on from the 31st to the end of shorter ones, none is charged twice or skipped', async () => {
  await join()
  await scene.goTo('2027-05-02')
  expect(await charges()).toEqual([
    '[2027-01-31,2027-02-28) 3100/3100 paid',
    '[2027-02-28,2027-03-31) 3100/3100 paid',
    '[2027-03-31,2027-04-30) 3100/3100 paid',
    '[2027-04-30,2027-05-31) 3100/3100 paid',
    'joiningFee 1000/1000 paid',
  ])
  expect(await paidHere()).toBe(await paidAtStripe())
  expect(await subscription()).toMatchObject({ state: 'active', paid_through: '2027-05-31', has_access: true })
})

test('a change of plan costs to the cent what its preview said, here and at Stripe', async () => {
  await join()
  const before = { here: await paidHere(), there: await paidAtStripe() }
  const { dueNowCents, givenBackCents, firstChargeCents } = await changeNow(scene.bigger)
  expect(firstChargeCents - givenBackCents).toBe(dueNowCents)
  expect((await paidHere()) - before.here).toBe(dueNowCents)
  expect((await paidAtStripe()) - before.there).toBe(dueNowCents)
  expect(await subscription()).toMatchObject({ state: 'active', plan_id: scene.bigger, has_access: true })
})

test('a change from the next period on costs nothing now, and the next period costs what was agreed', async () => {
  await join()
  const shown = { givenBackCents: 0, firstChargeCents: 6200, dueNowCents: 0 }
  await changeMyPlan(ctx(), { memberId: scene.memberId, planId: scene.bigger, when: 'next', ...shown })
  await scene.settle()
  expect(await subscription()).toMatchObject({ plan_id: scene.monthly })
  await scene.goTo(addDays((await subscription()).paid_through, 1))
  expect(await subscription()).toMatchObject({ plan_id: scene.bigger, state: 'active' })
  expect((await charges()).at(-2)).toMatch(/ 6200\/6200 paid$/)
})

test('a failed renewal is tried again on the days of the space, told once each time, and ends access after the days of grace', async () => {
  await join()
  await scene.saveCard(scene.memberId, 'pm_card_chargeCustomerFail')
  const { paid_through: end } = await subscription()
  for (let days = 0; days <= 10; days += 1) await scene.goTo(addDays(end, days))
  const failed = (n: number, next: number | null) =>
    `${n} failed 3100 ${next === null ? '' : addDays(end, next)}`.trim()
  expect(await tries()).toEqual(['1 succeeded 4100', failed(1, 3), failed(2, 5), failed(3, 7), failed(4, null)])
  const told = (await scene.mails()).map(({ text }) => /We try again on [^.]+|We don’t try again/.exec(text)?.[0])
  expect(told).toEqual([
    ...[3, 5, 7].map((days) => `We try again on ${longDay(addDays(end, days), 'en-AU')}`),
    'We don’t try again',
  ])
})

test('a failed renewal ends access after the days of grace, and a new card opens it again', async () => {
  await join()
  await scene.saveCard(scene.memberId, 'pm_card_chargeCustomerFail')
  const { paid_through: end } = await subscription()
  await scene.goTo(addDays(end, 5))
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  await scene.goTo(addDays(end, 8))
  expect(await subscription()).toMatchObject({ state: 'pastDue', has_access: false })
  await scene.saveCard(scene.memberId, 'pm_card_visa')
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  // The days of grace were used, so the period stays where it was.
  expect((await charges()).at(-2)).toMatch(`[${end},`)
  expect(await paidHere()).toBe(await paidAtStripe())
})

test('a plan that is cancelled ends with its period, and one that is taken back goes on', async () => {
  await join()
  const { endsOn } = await cancelMyPlan(ctx(), scene.memberId)
  expect(await subscription()).toMatchObject({ state: 'cancelling', cancel_on: endsOn, has_access: true })
  await resumeMyPlan(ctx(), scene.memberId)
  expect(await subscription()).toMatchObject({ state: 'active', cancel_on: null })
  await cancelMyPlan(ctx(), scene.memberId)
  await scene.goTo(addDays(endsOn, 1))
  expect(await subscription()).toMatchObject({ state: 'ended', has_access: false })
  expect(await paidHere()).toBe(await paidAtStripe())
})

test('a pause stops payments, and the days that were paid and not used come back after it', async () => {
  await join()
  const begun = today()
  const { paid_through: paidThrough } = await subscription()
  const days = { from: addDays(begun, 10), to: addDays(begun, 45) }
  await pauseMyPlan(ctx(), { memberId: scene.memberId, days, isByStaff: true })
  await scene.goTo(addDays(begun, 12))
  expect(await subscription()).toMatchObject({ state: 'paused', has_access: false })
  await scene.goTo(addDays(begun, 44))
  expect(await paidHere()).toBe(4100)
  await scene.goTo(addDays(begun, 47))
  expect(await subscription()).toMatchObject({
    state: 'active',
    has_access: true,
    paid_through: addDays(paidThrough, 35),
  })
  expect(await paidHere()).toBe(4100)
  await scene.goTo(addDays(paidThrough, 36))
  expect(await paidHere()).toBe(4100 + 3100)
  expect(await paidHere()).toBe(await paidAtStripe())
})

test('who still pays for an earlier subscription at Stripe that no plan here stands for is not charged beside it', async () => {
  const customer = await ensureCustomer(ctx(), scene.memberId)
  const recurring = { interval: 'month' } as const // narrows the word
  const money = { currency: 'aud', unit_amount: 2500, recurring, product_data: { name: 'Before' } }
  const { id: price } = await scene.stripe.prices.create(money)
  const saved = await findMethod(ctx(), scene.memberId)
  const earlier = await scene.stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: saved?.method_id ?? '',
  })
  await scene.settle()
  await join()
  expect(await paidHere()).toBe(0)
  expect((await tries())[0]).toMatch(/^1 failed 4100/)
  expect((await subscription()).state).toBe('incomplete')
  await scene.stripe.subscriptions.cancel(earlier.id)
  await scene.portal.db
    .updateTable('subscriptions')
    .set({ state: 'active' })
    .where('member_id', '=', scene.memberId)
    .execute()
  await scene.goTo(addDays(today(), 4))
  expect(await paidHere()).toBe(4100)
})
