import { expect, test } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import { cancelMyPlan, changeMyPlan, pauseMyPlan, previewChange, resumeMyPlan } from '../billing/plan-changes.ts'
import { openCardMember } from './card-member.testing.ts'
import { followSubscriptionAtStripe } from './card-subscriptions.ts'

const scene = openCardMember()
const { charges, ctx, join, paidAtStripe, paidHere, subscription, today } = scene

test('who joins by card has the first month and the joining fee charged at once', async () => {
  await join()
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true, plan_id: scene.monthly })
  expect(await charges()).toEqual(['[2027-01-31,2027-02-28) 3100/3100 paid', 'joiningFee 1000/1000 paid'])
  expect(await paidHere()).toBe(4100)
  const { provider_ref: ref } = await subscription()
  const found = await scene.stripe.subscriptions.retrieve(ref ?? '')
  expect(found).toMatchObject({ status: 'active', billing_mode: { type: 'flexible' } })
})

test('a plan that is asked for again is not begun a second time at Stripe', async () => {
  await join()
  const { id, provider_ref: ref } = await subscription()
  await scene.portal.db.updateTable('subscriptions').set({ provider_ref: null }).where('id', '=', id).execute()
  await followSubscriptionAtStripe(ctx(), id)
  expect((await subscription()).provider_ref).toBe(ref)
})

const previewNow = (planId: number) => previewChange(ctx(), { memberId: scene.memberId, planId, when: 'now' })

const changeNow = async (planId: number) => {
  const { givenBackCents, firstChargeCents, dueNowCents } = await previewNow(planId)
  const shown = { givenBackCents, firstChargeCents, dueNowCents }
  const done = await changeMyPlan(ctx(), { memberId: scene.memberId, planId, when: 'now', ...shown })
  await scene.settle()
  return { ...shown, confirmAt: done.confirmAt }
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
  // Stripe’s days count: the period that was paid late stays where it was.
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

test('a pause stops payments, and what was unused is taken off the first one after it', async () => {
  await join()
  const begun = today()
  const days = { from: addDays(begun, 10), to: addDays(begun, 45) }
  await pauseMyPlan(ctx(), { memberId: scene.memberId, days, isByStaff: true })
  await scene.goTo(addDays(begun, 12))
  expect(await subscription()).toMatchObject({ state: 'paused', has_access: false })
  await scene.goTo(addDays(begun, 44))
  expect(await paidHere()).toBe(4100)
  await scene.goTo(addDays(begun, 47))
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  expect(await paidHere()).toBe(await paidAtStripe())
  expect(await paidHere()).toBeLessThan(4100 + 3100)
})
