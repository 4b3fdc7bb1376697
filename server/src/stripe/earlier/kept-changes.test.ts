import type { ChangePreview } from '@spacekeeper/contract/billing/shapes.ts'
import { expect, test } from 'vitest'
import { addDays, localDay } from '#platform/local-day.ts'
import type { TestClient } from '../../client.testing.ts'
import type { KeptPlan } from './kept-plans.testing.ts'
import { openKeptScene } from './kept-scene.testing.ts'
import { takeOverAll } from './takeovers.ts'

const scene = openKeptScene()

const missing = (): never => {
  throw new Error('fewer plans than were asked for')
}

const today = () => localDay(scene.fake.now(), 'Australia/Brisbane')

const agreedTo = ({ when, givenBackCents, firstChargeCents, dueNowCents }: ChangePreview) => ({
  when,
  givenBackCents,
  firstChargeCents,
  dueNowCents,
})

const inDays = (from: number, to: number) => ({ from: addDays(today(), from), to: addDays(today(), to) })

const cash = () => ({ method: 'cash' as const, paidOn: today(), reference: '' })

test('what a change or a pause costs is shown without a word to Stripe, and is what it costs once the plan is taken over', async () => {
  const kept = await scene.aPlanAtStripe()
  const [own, desk] = [await scene.portal.as(kept.memberId), await scene.portal.as(scene.treasurerId)]
  const before = scene.fake.requests().length
  const pause = await own.billing.previewPause(inDays(40, 60))
  const preview = await own.billing.previewChange({ planId: scene.bigger })
  expect(await desk.billing.previewMemberChange({ memberId: kept.memberId, planId: scene.bigger })).toEqual(preview)
  expect(pause).toMatchObject({ paidDaysKept: 0 })
  expect(scene.fake.requests().length).toBe(before)
  expect((await scene.planOf(kept)).provider_ref).toBe(kept.ref)
  expect(await own.billing.changePlan({ planId: scene.bigger, ...agreedTo(preview) })).toEqual(preview)
  expect(await scene.planOf(kept)).toMatchObject({ plan_id: scene.bigger, provider_ref: null })
  expect(await scene.atStripe(kept)).toMatchObject({ cancel_at_period_end: true })
})

type Act = [name: string, run: (clients: { own: TestClient; desk: TestClient; kept: KeptPlan }) => Promise<unknown>]

const changes: Act[] = [
  ['the preview of a change', ({ own }) => own.billing.previewChange({ planId: scene.bigger })],
  ['the preview of a pause', ({ own }) => own.billing.previewPause(inDays(40, 60))],
  [
    'a change of plan',
    ({ own }) =>
      own.billing.changePlan({
        planId: scene.bigger,
        when: 'now',
        givenBackCents: 0,
        firstChargeCents: 0,
        dueNowCents: 0,
      }),
  ],
  ['keeping the plan', ({ own }) => own.billing.keepPlan()],
  ['another way to pay', ({ own }) => own.billing.changeCollector({ collector: 'bank' })],
  ['a pause', ({ own }) => own.billing.pause(inDays(40, 60))],
  ['the end of a pause', ({ own }) => own.billing.endPause()],
  ['a coupon', ({ own }) => own.billing.applyCoupon({ couponCode: 'HALF' })],
  ['taking a cancellation back', ({ own }) => own.billing.actOnSubscription({ action: 'resume' })],
  [
    'a lower price',
    ({ desk, kept: { memberId } }) =>
      desk.billing.giveConcession({ memberId, reason: 'Student', percent: 50, endsOn: null }),
  ],
  ['more time', ({ desk, kept: { memberId } }) => desk.billing.giveMoreTime({ memberId, until: addDays(today(), 20) })],
  [
    'a payment at the desk',
    ({ desk, kept: { memberId } }) =>
      desk.billing.bookPayment({
        ...cash(),
        memberId,
        amountCents: 3100,
        note: '',
        chargeIds: [],
        idempotencyKey: `of member ${memberId}`,
      }),
  ],
]

test('nothing that is paid for a plan changes while Stripe has to keep it', async () => {
  const kept = await scene.aHinderedPlan()
  await takeOverAll(scene.portal.ctx)
  expect(await scene.takeOverOf(kept)).toMatchObject({ hindrance: 'credit', done_at: null })
  const clients = { own: await scene.portal.as(kept.memberId), desk: await scene.portal.as(scene.treasurerId), kept }
  const before = [await scene.planOf(kept), await scene.paidHere(kept), await scene.chargesOf(kept)]
  for (const [name, run] of changes)
    await expect(run(clients), name).rejects.toMatchObject({ code: 'keptAtStripe', status: 409 })
  expect([await scene.planOf(kept), await scene.paidHere(kept), await scene.chargesOf(kept)]).toEqual(before)
})

test('a plan that Stripe can’t be asked about stays as it is, and the member reads why', async () => {
  const kept = await scene.aPlanAtStripe()
  const own = await scene.portal.as(kept.memberId)
  scene.fake.faults.add({ what: 'refuseConnection', times: 100 })
  await expect(own.billing.changeCollector({ collector: 'bank' })).rejects.toMatchObject({ code: 'keptAtStripe' })
  scene.fake.faults.clear()
  await own.billing.changeCollector({ collector: 'bank' })
  expect(await scene.planOf(kept)).toMatchObject({ collector: 'bank', provider_ref: null })
})

test('a month that is open at Stripe and paid in cash is taken by Stripe no more, nor from the card here', async () => {
  const [kept = missing()] = await scene.listUnpaidPlans(1)
  await takeOverAll(scene.portal.ctx)
  expect(await scene.takeOverOf(kept)).toMatchObject({ hindrance: 'unpaid' })
  const desk = await scene.portal.as(scene.treasurerId)
  const taken = await scene.takenThere(kept)
  const { memberId } = kept
  await desk.billing.bookPayment({
    ...cash(),
    memberId,
    amountCents: 3100,
    note: '',
    chargeIds: [],
    idempotencyKey: `cash of ${memberId}`,
  })
  await scene.settle()
  expect(await scene.planOf(kept)).toMatchObject({ provider_ref: null, state: 'active' })
  expect((await scene.chargesOf(kept)).map(({ state }) => state)).toEqual(['paid', 'paid'])
  expect((await scene.stripe.invoices.list({ subscription: kept.ref, status: 'open' })).data).toEqual([])
  expect([await scene.takenThere(kept), await scene.paidHere(kept)]).toEqual([taken, taken + 3100])
})

test('ticked off or written off by the desk, an open month is taken over first; what has to wait is named', async () => {
  const [ticked = missing(), lost = missing(), waiting = missing()] = await scene.listUnpaidPlans(3)
  await scene.stripe.invoiceItems.create({
    customer: waiting.customer,
    currency: 'aud',
    amount: 500,
    description: 'A locker',
  })
  const desk = await scene.portal.as(scene.treasurerId)
  const waitingId = waiting.chargeId
  const charge = (chargeId: number) => ({ chargeId, amountCents: 3100, idempotencyKey: `of charge ${chargeId}` })
  const done = await desk.billing.tickOff({ ...cash(), charges: [charge(waitingId), charge(ticked.chargeId)] })
  expect(done).toMatchObject({ booked: 1, skipped: [{ chargeId: waitingId, reason: 'keptAtStripe' }] })
  const seen = [lost.chargeId, waitingId].map((chargeId) => ({ chargeId, amountCents: 3100 }))
  const lostOnes = await desk.billing.writeOff({ charges: seen, reason: 'Moved away', endsPlanOf: [lost.memberId] })
  expect(lostOnes).toMatchObject({ writtenOff: 1, plansEnded: 1, skipped: [{ reason: 'keptAtStripe' }] })
  await scene.settle()
  expect(await scene.planOf(ticked)).toMatchObject({ state: 'active', provider_ref: null })
  expect(await scene.planOf(lost)).toMatchObject({ state: 'ended' })
  for (const { ref } of [ticked, lost]) {
    expect(await scene.stripe.subscriptions.retrieve(ref)).toMatchObject({ status: 'canceled' })
    expect((await scene.stripe.invoices.list({ subscription: ref, status: 'open' })).data).toEqual([])
  }
  expect(await scene.planOf(waiting)).toMatchObject({ provider_ref: waiting.ref })
})

test('cancelled while it waits, a plan ends with its period here and at Stripe, and nothing more is taken', async () => {
  const kept = await scene.aHinderedPlan()
  await takeOverAll(scene.portal.ctx)
  await (await scene.portal.as(kept.memberId)).billing.actOnSubscription({ action: 'cancel' })
  const { cancel_on: endsOn, state } = await scene.planOf(kept)
  expect(state).toBe('cancelling')
  expect(await scene.atStripe(kept)).toMatchObject({ cancel_at_period_end: true })
  await scene.goTo(addDays(endsOn ?? '', 2))
  await takeOverAll(scene.portal.ctx)
  expect(await scene.planOf(kept)).toMatchObject({ state: 'ended' })
  expect((await scene.atStripe(kept)).status).toBe('canceled')
  expect((await scene.chargesOf(kept)).filter(({ period }) => period !== null)).toHaveLength(1)
})

test('a plan that staff end while Stripe keeps it ends there as well, also when Stripe was away', async () => {
  const kept = await scene.aHinderedPlan()
  const desk = await scene.portal.as(scene.treasurerId)
  scene.fake.faults.add({ what: 'refuseConnection', times: 100 })
  await desk.billing.endMemberPlan({ memberId: kept.memberId, reason: 'Moved away', keepsDebt: true })
  expect(await scene.planOf(kept)).toMatchObject({ state: 'ended' })
  await scene.portal.runJobs()
  scene.fake.faults.clear()
  expect((await scene.atStripe(kept)).status).toBe('active')
  await takeOverAll(scene.portal.ctx)
  expect((await scene.atStripe(kept)).status).toBe('canceled')
  expect((await scene.takeOverOf(kept))?.done_at).not.toBeNull()
})
