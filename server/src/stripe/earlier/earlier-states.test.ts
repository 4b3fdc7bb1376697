import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, localDay } from '#platform/local-day.ts'
import { changeBilling } from '../../billing/billing-work.ts'
import { bookPayment } from '../../billing/payments/payments.ts'
import { endPause } from '../../billing/subscriptions/pauses.ts'
import { type KeptPlan, pauseAtStripe } from './kept-plans.testing.ts'
import { openKeptScene } from './kept-scene.testing.ts'
import { takeOver, takeOverAll } from './takeovers.ts'

const scene = openKeptScene()

const today = () => localDay(scene.fake.now(), 'Australia/Brisbane')

const missing = (): never => {
  throw new Error('fewer plans than were asked for')
}

const pendingOf = async ({ customer }: KeptPlan) =>
  (await scene.stripe.invoiceItems.list({ customer, pending: true })).data.length

test('a pause at Stripe goes on here by days: those that were paid come after it, and none is given back in money', async () => {
  const kept = await scene.aPlanAtStripe()
  const { charged_through: paidThrough } = await scene.planOf(kept)
  await scene.goTo(addDays(today(), 5))
  await pauseAtStripe(scene.place(), kept, 20)
  expect(await pendingOf(kept)).toBeGreaterThan(0)
  await takeOver(scene.portal.ctx, { subscriptionId: kept.id })
  const goesOnUntil = addDays(paidThrough, 20)
  expect(await scene.planOf(kept)).toMatchObject({
    state: 'paused',
    provider_ref: null,
    charged_through: goesOnUntil,
    paid_through: goesOnUntil,
  })
  expect(await pendingOf(kept)).toBe(0)
  expect((await scene.atStripe(kept)).status).toBe('canceled')
  await takeOver(scene.portal.ctx, { subscriptionId: kept.id })
  await scene.goTo(addDays(today(), 21))
  expect(await scene.planOf(kept)).toMatchObject({ state: 'active', charged_through: goesOnUntil })
  expect(await scene.takenThere(kept)).toBe(3100)
  await scene.goTo(goesOnUntil)
  expect([await scene.takenThere(kept), await scene.paidHere(kept)]).toEqual([6200, 6200])
})

test('a pause that was taken over ends early like any other', async () => {
  const kept = await scene.aPlanAtStripe()
  const { charged_through: paidThrough } = await scene.planOf(kept)
  await pauseAtStripe(scene.place(), kept, 20)
  await takeOver(scene.portal.ctx, { subscriptionId: kept.id })
  await scene.goTo(addDays(today(), 3))
  await changeBilling(scene.portal.ctx, 'billing.pauseEnded', (work) => endPause(work, kept.memberId))
  expect(await scene.planOf(kept)).toMatchObject({ state: 'active', charged_through: addDays(paidThrough, 3) })
})

test('the same when the portal ends between stopping it at Stripe and writing it here', async () => {
  const kept = await scene.aPlanAtStripe()
  const { charged_through: paidThrough } = await scene.planOf(kept)
  await pauseAtStripe(scene.place(), kept, 20)
  scene.fake.faults.add({ what: 'timeoutAfterWrite', on: 'DELETE /v1/subscriptions/*', times: 3 })
  await takeOver(scene.portal.ctx, { subscriptionId: kept.id }).catch(() => null)
  scene.fake.faults.clear()
  expect((await scene.atStripe(kept)).status).toBe('canceled')
  await takeOver(scene.portal.ctx, { subscriptionId: kept.id })
  expect(await scene.planOf(kept)).toMatchObject({ state: 'paused', charged_through: addDays(paidThrough, 20) })
})

test('what was settled here is asked for at Stripe no more, and nothing keeps the plan there then', async () => {
  const [kept = missing()] = await scene.listUnpaidPlans(1)
  const { memberId, chargeId } = kept
  await changeBilling(scene.portal.ctx, 'billing.paid', (work) =>
    bookPayment(work, {
      memberId,
      amountCents: 3100,
      currency: 'AUD',
      method: 'cash',
      paidOn: work.today,
      chargeIds: [chargeId],
    }),
  )
  await takeOverAll(scene.portal.ctx)
  expect((await scene.stripe.invoices.list({ subscription: kept.ref, status: 'open' })).data).toEqual([])
  expect(await scene.planOf(kept)).toMatchObject({ provider_ref: null, state: 'active' })
  expect([await scene.takenThere(kept), await scene.paidHere(kept)]).toEqual([3100, 6200])
})

test('one that Stripe has given up waits for a person, and the draft Stripe keeps of its next month is not on its way', async () => {
  const [kept = missing()] = await scene.listUnpaidPlans(1)
  await scene.fake.control('subscription-becomes', { subscription: kept.ref, status: 'unpaid' })
  await scene.passMonth()
  const { data } = await scene.stripe.invoices.list({ subscription: kept.ref })
  expect(data.map(({ status }) => status)).toEqual(['draft', 'open', 'paid'])
  await takeOverAll(scene.portal.ctx)
  expect(await scene.takeOverOf(kept)).toMatchObject({ hindrance: 'unpaid' })
  await takeOverAll(scene.portal.ctx)
  expect([await scene.takenThere(kept), await scene.paidHere(kept)]).toEqual([3100, 3100])
})

test('a period that cost nothing at Stripe costs nothing here, and the first that does is charged here', async () => {
  const kept = await scene.aPlanAtStripe({ terms: { trial_period_days: 14 } })
  await takeOver(scene.portal.ctx, { subscriptionId: kept.id })
  expect(await scene.takenThere(kept)).toBe(0)
  const { charged_through: end } = await scene.planOf(kept)
  expect(await scene.planOf(kept)).toMatchObject({ provider_ref: null, state: 'active', charged_through: end })
  expect(await scene.chargesOf(kept)).toMatchObject([{ amount_cents: 0, state: 'paid' }])
  await scene.goTo(end)
  expect([await scene.takenThere(kept), await scene.paidHere(kept)]).toEqual([3100, 3100])
})

test('one that was cancelled at Stripe and is asked for here ends with its period, also when the portal ended in between', async () => {
  const [kept = missing()] = await scene.listUnpaidPlans(1)
  await scene.stripe.subscriptions.update(kept.ref, { cancel_at_period_end: true })
  await takeOverAll(scene.portal.ctx)
  const desk = await scene.portal.as(scene.treasurerId)
  const order = { ref: kept.ref, memberId: kept.memberId, planId: scene.planId, how: 'owedHere' as const }
  scene.fake.faults.add({ what: 'timeoutAfterWrite', on: 'DELETE /v1/subscriptions/*', times: 3 })
  await desk.stripe.adopt(order).catch(() => null)
  scene.fake.faults.clear()
  await takeOverAll(scene.portal.ctx)
  expect(await scene.planOf(kept)).toMatchObject({ provider_ref: null, state: 'cancelling' })
})

test('a disputed one waits, is listed with what the portal would charge, and is charged here or ends as a person decides', async () => {
  const [charged, ended] = [await scene.aPlanAtStripe(), await scene.aPlanAtStripe()]
  for (const { customer } of [charged, ended]) {
    const { data } = await scene.stripe.charges.list({ customer })
    await scene.fake.control('open-dispute', { charge: data[0]?.id })
  }
  await takeOverAll(scene.portal.ctx)
  const desk = await scene.portal.as(scene.treasurerId)
  const { subscriptions } = await desk.stripe.listUnknown()
  const end = (await scene.planOf(charged)).charged_through
  for (const { ref, memberId } of [charged, ended]) {
    const seen = { refusal: 'disputed', member: { id: memberId }, firstOn: end, firstCents: 3100 }
    expect(subscriptions.find((one) => one.ref === ref)).toMatchObject(seen)
  }
  const order = ({ ref, memberId }: KeptPlan) => ({ ref, memberId, planId: scene.planId })
  expect(await desk.stripe.adopt({ ...order(charged), how: 'takeOver' })).toEqual({ refusedFor: 'disputed' })
  expect(await desk.stripe.adopt({ ...order(charged), how: 'owedHere' })).toEqual({ refusedFor: null })
  expect(await desk.stripe.adopt({ ...order(ended), how: 'end' })).toEqual({ refusedFor: null })
  await scene.settle()
  expect(await scene.planOf(charged)).toMatchObject({ provider_ref: null, charged_through: end })
  expect(await scene.planOf(ended)).toMatchObject({ state: 'ended' })
  for (const one of [charged, ended]) expect((await scene.atStripe(one)).status).toBe('canceled')
})

test('jobs of the version before end up with the plan charged here, and one that was to leave Stripe leaves it', async () => {
  const [followed, adopted, left] = [
    await scene.aPlanAtStripe(),
    await scene.aPlanAtStripe(),
    await scene.aPlanAtStripe(),
  ] as const
  // A member who had changed to another way to pay.
  await scene.portal.db
    .updateTable('subscriptions')
    .set({ provider_ref: null, collector: 'bank' })
    .where('id', '=', left.id)
    .execute()
  for (const [name, payload] of [
    ['followProvider', { subscriptionId: followed.id }],
    ['adoptSubscription', { subscriptionId: adopted.id, ref: adopted.ref }],
    ['leaveProvider', { ref: left.ref }],
    ['offerChanged', { planId: scene.planId }],
  ] as const)
    await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(scene.portal.db)
  await scene.portal.runJobs()
  for (const one of [followed, adopted]) {
    expect(await scene.planOf(one)).toMatchObject({ provider_ref: null, state: 'active' })
    expect(await scene.atStripe(one)).toMatchObject({ cancel_at_period_end: true })
  }
  expect((await scene.atStripe(left)).status).toBe('canceled')
})
