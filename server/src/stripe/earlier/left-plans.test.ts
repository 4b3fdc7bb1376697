import { expect, test } from 'vitest'
import { changeBilling } from '../../billing/billing-work.ts'
import { endSubscription, startSubscription } from '../../billing/subscriptions/subscriptions.ts'
import { saveByName } from '../methods/payment-methods.ts'
import { collectDues } from '../paying/collection.ts'
import { reconcile } from '../reconciliation.ts'
import { subscriptionKey } from './earlier-subscriptions.ts'
import type { KeptPlan } from './kept-plans.testing.ts'
import { openKeptScene } from './kept-scene.testing.ts'
import { takeOver, takeOverAll } from './takeovers.ts'

const scene = openKeptScene()

/** Whether the comparison of the night names them. */
const areNamed = async (...plans: KeptPlan[]): Promise<boolean[]> => {
  await reconcile(scene.portal.ctx)
  const desk = await scene.portal.as(scene.treasurerId)
  const problems = (await desk.stripe.getConnection()).lastComparison?.problems ?? []
  return plans.map(({ ref }) => problems.some((one) => one.ref === ref))
}

const refusalOf = async ({ ref }: KeptPlan) => {
  const { subscriptions } = await (await scene.portal.as(scene.treasurerId)).stripe.listUnknown()
  return subscriptions.find((one) => one.ref === ref)?.refusal
}

/** It ended here, and the job that ends it at Stripe has not come to it. */
const aPlanThatWaitsToLeave = async (metadata: Record<string, string> = {}): Promise<KeptPlan> => {
  const kept = await scene.aPlanAtStripe({ terms: { metadata } })
  const { memberId } = kept
  await changeBilling(scene.portal.ctx, 'billing.ended', (work) => endSubscription(work, { memberId, reason: 'left' }))
  return kept
}

const beginAnew = async ({ memberId }: KeptPlan): Promise<void> => {
  await saveByName(scene.portal.ctx, { memberId, methodId: 'pm_card_visa' })
  await changeBilling(scene.portal.ctx, 'billing.subscribed', (work) =>
    startSubscription(work, { memberId, planId: scene.bigger, collector: 'stripe', paysBeforeAccess: true }),
  )
}

test('nothing is taken for a new plan before the one that ended here has ended at Stripe', async () => {
  const kept = await aPlanThatWaitsToLeave()
  await beginAnew(kept)
  scene.fake.faults.add({ what: 'refuseConnection', on: 'DELETE /v1/subscriptions/*', times: 100 })
  expect(await collectDues(scene.portal.ctx, kept)).toMatchObject({ state: 'started', amount_cents: 3100 })
  expect((await scene.atStripe(kept)).status).toBe('active')
  expect(await scene.takenThere(kept)).toBe(3100)
  scene.fake.faults.clear()
  await scene.settle()
  expect((await scene.atStripe(kept)).status).toBe('canceled')
  // The days of the plan before that were paid and not used pay a part of it.
  expect([await scene.takenThere(kept), await scene.paidHere(kept)]).toEqual([6200, 6200])
})

test('the same where the member pays by card themselves, on Stripe’s page or with what is saved', async () => {
  for (const way of ['saved', 'checkout'] as const) {
    const kept = await aPlanThatWaitsToLeave()
    const { memberId } = kept
    await saveByName(scene.portal.ctx, { memberId, methodId: 'pm_card_visa' })
    await changeBilling(scene.portal.ctx, 'billing.subscribed', (work) =>
      startSubscription(work, { memberId, planId: scene.bigger, collector: 'bank', paysBeforeAccess: true }),
    )
    const own = await scene.portal.as(memberId)
    await own.stripe.payByCard({ amountCents: 3100, way, idempotencyKey: `${way} of ${memberId}` })
    expect((await scene.atStripe(kept)).status, way).toBe('canceled')
  }
})

test('a subscription that was taken over and ends is no other one; told at Stripe to go on, it is', async () => {
  const [ends, goesOn] = [await scene.aPlanAtStripe(), await scene.aPlanAtStripe()]
  for (const { id } of [ends, goesOn]) await takeOver(scene.portal.ctx, { subscriptionId: id })
  await scene.stripe.subscriptions.update(goesOn.ref, { cancel_at_period_end: false })
  expect(await areNamed(ends, goesOn)).toEqual([false, true])
  expect([await refusalOf(ends), await refusalOf(goesOn)]).toEqual([undefined, 'renewed'])
  for (const { memberId } of [ends, goesOn]) {
    await changeBilling(scene.portal.ctx, 'billing.ended', (work) =>
      endSubscription(work, { memberId, reason: 'left' }),
    )
    await beginAnew({ ...ends, memberId })
  }
  await scene.settle()
  expect([await scene.takenThere(ends), await scene.takenThere(goesOn)]).toEqual([6200, 3100])
  await scene.stripe.subscriptions.update(goesOn.ref, { cancel_at_period_end: true })
})

test('what ended here and not at Stripe is named by the comparison, and ends there within the hour', async () => {
  const kept = await aPlanThatWaitsToLeave()
  expect(await areNamed(kept)).toEqual([true])
  expect(await refusalOf(kept)).toBe('leaving')
  await takeOverAll(scene.portal.ctx)
  expect((await scene.atStripe(kept)).status).toBe('canceled')
  expect(await areNamed(kept)).toEqual([false])
  // Done once, Stripe is not asked about it again.
  const before = scene.fake.requests().length
  await takeOverAll(scene.portal.ctx)
  expect(
    scene.fake
      .requests()
      .slice(before)
      .map(({ path }) => path)
      .join(' '),
  ).not.toContain(kept.ref)
})

test('what Stripe took before it was left is in the books', async () => {
  const kept = await scene.aPlanAtStripe()
  await scene.passMonth()
  const { memberId } = kept
  await changeBilling(scene.portal.ctx, 'billing.ended', (work) => endSubscription(work, { memberId, reason: 'left' }))
  await scene.settle()
  expect([await scene.takenThere(kept), await scene.paidHere(kept)]).toEqual([6200, 6200])
  expect((await scene.atStripe(kept)).status).toBe('canceled')
})

test('what Stripe took since the last look is in the books also where a person ends it here and there', async () => {
  const kept = await scene.aPlanAtStripe()
  await scene.passMonth()
  const desk = await scene.portal.as(scene.treasurerId)
  const order = { ref: kept.ref, memberId: kept.memberId, planId: scene.planId, how: 'end' as const }
  expect(await desk.stripe.adopt(order)).toEqual({ refusedFor: null })
  await scene.settle()
  expect([await scene.takenThere(kept), await scene.paidHere(kept)]).toEqual([6200, 6200])
  expect((await scene.atStripe(kept)).status).toBe('canceled')
})

test('a debit that is on its way when a plan ends is booked once it has arrived, and only then is Stripe left', async () => {
  const account = { bsb_number: '000-000', account_number: '000123456' }
  const { id: card } = await scene.stripe.paymentMethods.create({
    type: 'au_becs_debit',
    au_becs_debit: account,
    billing_details: { name: 'A', email: 'a@example.org' },
  })
  const kept = await scene.aPlanAtStripe({ card })
  const { memberId } = kept
  await changeBilling(scene.portal.ctx, 'billing.ended', (work) => endSubscription(work, { memberId, reason: 'left' }))
  await takeOverAll(scene.portal.ctx)
  expect((await scene.atStripe(kept)).status).toBe('canceled')
  expect(await scene.takenThere(kept)).toBe(0)
  expect(await scene.takeOverOf(kept)).toMatchObject({ done_at: null })
  await scene.fake.advance(new Date(scene.fake.now().getTime() + 3 * 86_400_000))
  await takeOverAll(scene.portal.ctx)
  expect([await scene.takenThere(kept), await scene.paidHere(kept)]).toEqual([3100, 3100])
  expect((await scene.takeOverOf(kept))?.done_at).not.toBeNull()
})

test('what another portal looks after goes on at Stripe when a copy of its plan ends here', async () => {
  const kept = await aPlanThatWaitsToLeave({ [subscriptionKey]: 'other-subscription-1' })
  await scene.settle()
  await takeOverAll(scene.portal.ctx)
  expect((await scene.atStripe(kept)).status).toBe('active')
  expect(await scene.takeOverOf(kept)).toMatchObject({ hindrance: 'otherPortal', done_at: null })
  expect(await refusalOf(kept)).toBe('otherPortal')
  const again = await scene.aPlanAtStripe({ terms: { metadata: { [subscriptionKey]: 'other-subscription-2' } } })
  const desk = await scene.portal.as(scene.treasurerId)
  const order = { ref: again.ref, memberId: again.memberId, planId: scene.planId, how: 'end' as const }
  expect(await desk.stripe.adopt(order)).toEqual({ refusedFor: 'otherPortal' })
  expect((await scene.atStripe(again)).status).toBe('active')
  expect(await scene.planOf(again)).toMatchObject({ provider_ref: again.ref, state: 'active' })
})

/** Asked with the key of another account, Stripe knows neither their subscription nor their customer. */
const changeAccount = async ({ id, memberId, ref, customer }: KeptPlan, suffix: string): Promise<void> => {
  const { db } = scene.portal
  const names = { provider_ref: `${ref}${suffix}` }
  await db.updateTable('subscriptions').set(names).where('id', '=', id).execute()
  const there = { customer_id: `${customer}${suffix}` }
  await db.updateTable('stripe_customers').set(there).where('member_id', '=', memberId).execute()
}

test('with the key of another account no plan ends, and what ended is not left: a person is asked', async () => {
  const [goesOn, ends, left] = [
    await scene.aPlanAtStripe(),
    await scene.aPlanAtStripe(),
    await aPlanThatWaitsToLeave(),
  ] as const
  for (const kept of [goesOn, ends, left]) await changeAccount(kept, 'x')
  await takeOverAll(scene.portal.ctx)
  await scene.settle()
  for (const kept of [goesOn, ends])
    expect(await scene.planOf(kept)).toMatchObject({ state: 'active', provider_ref: `${kept.ref}x` })
  for (const kept of [goesOn, ends, left])
    expect(await scene.takeOverOf(kept)).toMatchObject({ hindrance: 'lost', done_at: null })
  const desk = await scene.portal.as(scene.treasurerId)
  const { subscriptions } = await desk.stripe.listUnknown()
  expect(subscriptions.find(({ ref }) => ref === `${goesOn.ref}x`)).toMatchObject({
    refusal: 'lost',
    member: { id: goesOn.memberId },
    costCents: 3100,
    plans: [{ id: scene.planId }],
  })
  const order = { memberId: ends.memberId, ref: `${ends.ref}x`, planId: scene.planId }
  expect(await desk.stripe.adopt(order)).toEqual({ refusedFor: 'lost' })
  expect(await desk.stripe.adopt({ ...order, how: 'end' })).toEqual({ refusedFor: null })
  expect(await scene.planOf(ends)).toMatchObject({ state: 'ended' })
  // The right key is back.
  for (const kept of [goesOn, ends, left]) await changeAccount(kept, '')
  await takeOverAll(scene.portal.ctx)
  expect(await scene.planOf(goesOn)).toMatchObject({ state: 'active', provider_ref: null })
  for (const kept of [ends, left]) expect((await scene.atStripe(kept)).status).toBe('canceled')
})

test('a plan that has ended, and of which Stripe knows nothing, is listed until a person has looked after it', async () => {
  const kept = await aPlanThatWaitsToLeave()
  await changeAccount(kept, 'y')
  await takeOverAll(scene.portal.ctx)
  const lost = { ...kept, ref: `${kept.ref}y` }
  expect(await refusalOf(lost)).toBe('leftLost')
  const desk = await scene.portal.as(scene.treasurerId)
  const order = { memberId: kept.memberId, ref: lost.ref, planId: scene.planId }
  expect(await desk.stripe.adopt(order)).toEqual({ refusedFor: 'leftLost' })
  await beginAnew(kept)
  expect(await desk.stripe.adopt({ ...order, how: 'end' })).toEqual({ refusedFor: null })
  expect(await refusalOf(lost)).toBeUndefined()
  expect((await scene.takeOverOf(kept))?.done_at).not.toBeNull()
  // Their new plan is another one.
  const states = scene.portal.db.selectFrom('subscriptions').select('state').where('member_id', '=', kept.memberId)
  expect((await states.orderBy('id').execute()).map(({ state }) => state)).toEqual(['ended', 'incomplete'])
  await desk.stripe.adopt({ ...order, how: 'end' })
  const events = scene.portal.db.selectFrom('audit_events').select('event').where('event', '=', 'stripe.leftByHand')
  expect(await events.execute()).toHaveLength(1)
})

test('a plan ends with its subscription where Stripe knows its customer and not the subscription', async () => {
  const [kept, left] = [await scene.aPlanAtStripe(), await aPlanThatWaitsToLeave()]
  for (const one of [kept, left]) await changeAccount(one, 'x')
  for (const { memberId, customer: customer_id } of [kept, left])
    await scene.portal.db
      .updateTable('stripe_customers')
      .set({ customer_id })
      .where('member_id', '=', memberId)
      .execute()
  await takeOverAll(scene.portal.ctx)
  expect(await scene.planOf(kept)).toMatchObject({ state: 'ended' })
  expect((await scene.takeOverOf(left))?.done_at).not.toBeNull()
})
