import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import { findBookFaults } from '../../billing/money-faults.testing.ts'
import { aMember } from '../../members/factory.ts'
import { openRefundScene } from '../treasurer-scene.testing.ts'
import { finishCardRefund, finishCardRefunds } from './card-refunds.ts'

const scene = openRefundScene()
const { join, charges, subscription, paidHere, ctx } = scene
const { payment, intentOf, refund, shownRefunds, atStripe, booked, treasurerMails } = scene

test('a payment by card goes back to the card as a whole, booked once with its reason by those who asked', async () => {
  await join()
  const { id: paymentId } = await payment()
  expect(await scene.desk().billing.previewRefund({ paymentId })).toMatchObject({
    isByCard: true,
    mostCents: 4100,
    waitingCents: 0,
    endsAccessToday: true,
  })
  const { refunds } = await refund()
  expect(refunds).toMatchObject([{ state: 'done', amountCents: 4100, failure: null, by: 'Tess Urer' }])
  await scene.settle()
  const [there] = await atStripe()
  expect(there).toMatchObject({
    amount: 4100,
    status: 'succeeded',
    metadata: { spacekeeper_refund: String(refunds[0]?.id) },
  })
  expect(await booked()).toEqual([
    {
      amount_cents: -4100,
      note: 'Joined by mistake',
      actor_id: scene.treasurerId,
      method: 'card',
      provider_ref: there?.id,
    },
  ])
  expect(await subscription()).toMatchObject({ has_access: false })
  expect(await payment()).toMatchObject({ refundedCents: 4100, cardRefund: null })
  expect(await findBookFaults(scene.portal.db, scene.today())).toEqual([])
})

test('a part goes back once for each key, keeps access, and no more than is left', async () => {
  await join()
  const idempotencyKey = randomUUID()
  const [first, second] = await Promise.all([
    refund({ amountCents: 1000, idempotencyKey }),
    refund({ amountCents: 1000, idempotencyKey }),
  ])
  expect(first.refunds[0]?.id).toBe(second.refunds[0]?.id)
  await scene.settle()
  expect((await atStripe()).map(({ amount }) => amount)).toEqual([1000])
  expect(await paidHere()).toBe(3100)
  expect(await subscription()).toMatchObject({ has_access: true })
  await expect(refund({ amountCents: 999, idempotencyKey })).rejects.toMatchObject({ code: 'keyReused' })
  await expect(refund({ amountCents: 3101 })).rejects.toMatchObject({ code: 'badInput' })
  await refund({ amountCents: 3100, keepsAccess: true })
  expect(await subscription()).toMatchObject({ has_access: true })
  expect(await paidHere()).toBe(0)
})

test.each([
  {
    why: 'the balance at Stripe is too low',
    before: () => scene.fake.control('short-balance', { isShort: true }),
    failure: 'balanceTooLow',
    left: 4100,
    shown: [{ state: 'failed', failure: 'balanceTooLow' }],
  },
  {
    why: 'it was given back in the dashboard and no event said so',
    before: async () => {
      scene.fake.faults.add({ what: 'loseWebhook', times: 100 })
      await scene.stripe.refunds.create({ payment_intent: await intentOf() })
    },
    failure: 'alreadyRefunded',
    left: 0,
    shown: [],
  },
  {
    why: 'it is disputed and no event said so',
    before: async () => {
      scene.fake.faults.add({ what: 'loseWebhook', times: 100 })
      const { latest_charge: charge } = await scene.stripe.paymentIntents.retrieve(await intentOf())
      await scene.fake.control('open-dispute', { charge })
    },
    failure: 'disputed',
    left: 0,
    shown: [{ state: 'failed', failure: 'disputed' }],
  },
])('when Stripe refuses because $why, staff read why and nothing says refunded', async ({ before, ...expected }) => {
  await join()
  await before()
  expect((await refund()).refunds).toMatchObject([{ state: 'failed', failure: expected.failure }])
  // What had happened at Stripe is booked by now.
  expect(await paidHere()).toBe(expected.left)
  const row = scene.portal.db
    .selectFrom('stripe_refunds')
    .select(['state', 'failure'])
    .where('by_id', '=', scene.treasurerId)
  expect(await row.orderBy('id', 'desc').executeTakeFirst()).toEqual({ state: 'failed', failure: expected.failure })
  // It stands on the payment, unless something went back since.
  expect(await shownRefunds()).toMatchObject(expected.shown)
  // Those who asked have read it.
  await scene.settle()
  expect((await treasurerMails()).length).toBe(0)
})

test('what a bank sends back days after it was given back is left over for the member, once', async () => {
  scene.memberId = await scene.aCardHolder('pm_card_refundFail')
  await join()
  expect((await refund()).refunds).toMatchObject([{ state: 'done' }])
  expect(await paidHere()).toBe(0)
  await scene.goTo(addDays(scene.today(), 3))
  await scene.comeBack()
  expect(await paidHere()).toBe(4100)
  const before = await booked()
  await finishCardRefunds(ctx())
  expect(await booked()).toEqual(before)
  const row = scene.portal.db.selectFrom('stripe_refunds').select(['state', 'failure'])
  expect(await row.where('member_id', '=', scene.memberId).executeTakeFirst()).toEqual({
    state: 'failed',
    failure: 'sentBack',
  })
})

test('while Stripe is away it is asked, and a job gives it back once Stripe is there', async () => {
  await join()
  scene.fake.faults.add({ what: 'refuseConnection', times: 1000 })
  const { refunds } = await refund({ amountCents: 500 })
  expect(refunds).toMatchObject([{ state: 'asked' }])
  expect(await payment()).toMatchObject({ cardRefund: { state: 'asked' }, refundedCents: 0 })
  scene.fake.faults.clear()
  await scene.fake.advance(new Date(scene.fake.now().getTime() + 11 * 60_000))
  await finishCardRefunds(ctx())
  expect(await paidHere()).toBe(3600)
  expect(await booked()).toMatchObject([{ amount_cents: -500, actor_id: scene.treasurerId }])
})

test('after a week without Stripe nothing is given back any more, and treasurers are told', async () => {
  await join()
  scene.fake.faults.add({ what: 'refuseConnection', times: 10_000 })
  const { refunds } = await refund({ amountCents: 700 })
  scene.fake.faults.clear()
  const now = new Date(scene.fake.now().getTime() + 8 * 86_400_000)
  await finishCardRefund({ ...ctx(), now: () => now }, { refundId: refunds[0]?.id ?? 0 })
  await scene.settle()
  expect(await paidHere()).toBe(4100)
  expect(await payment()).toMatchObject({ cardRefund: { state: 'failed', failure: 'tooLate' } })
})

test('a paid charge goes back to the card as well; what came another way does not', async () => {
  await join()
  const charge = await scene.portal.db
    .selectFrom('charges')
    .select('id')
    .where('member_id', '=', scene.memberId)
    .where('kind', '=', 'joiningFee')
    .executeTakeFirstOrThrow()
  expect(await scene.desk().billing.previewRefund({ chargeId: charge.id })).toMatchObject({
    isByCard: true,
    mostCents: 1000,
  })
  await scene.desk().stripe.refundToCard({
    chargeId: charge.id,
    amountCents: 1000,
    reason: 'No fee for founders',
    idempotencyKey: randomUUID(),
  })
  expect(await charges()).toEqual(expect.arrayContaining(['joiningFee 0/0 refunded']))
  const other = await aMember(scene.portal.db, { state: 'active' })
  const cash = await scene.desk().billing.bookPayment({
    memberId: other.id,
    method: 'cash',
    paidOn: scene.today(),
    amountCents: 1000,
    idempotencyKey: randomUUID(),
  })
  expect(await scene.desk().billing.previewRefund({ paymentId: cash.paymentId })).toMatchObject({ isByCard: false })
  await expect(
    scene.desk().stripe.refundToCard({
      paymentId: cash.paymentId,
      amountCents: 1000,
      reason: 'x',
      idempotencyKey: randomUUID(),
    }),
  ).rejects.toMatchObject({ code: 'badInput' })
})

test('staff give nothing back to themselves, and only staff with the permission for money give anything back', async () => {
  await join()
  const { id: paymentId } = await payment()
  const input = { paymentId, amountCents: 100, reason: 'x', idempotencyKey: randomUUID() }
  const { id: other } = await aMember(scene.portal.db, { permissions: ['members'] })
  await expect((await scene.portal.as(other)).stripe.refundToCard(input)).rejects.toMatchObject({ code: 'notAllowed' })
  const own = await scene.portal.db
    .updateTable('members')
    .set({ permissions: ['money'] })
    .where('id', '=', scene.memberId)
    .execute()
    .then(() => scene.portal.as(scene.memberId))
  await expect(own.stripe.refundToCard(input)).rejects.toMatchObject({ code: 'ownPayment' })
  expect(await atStripe()).toEqual([])
})

test('a month that was given back is not taken again, and the next one is taken on its day', async () => {
  await join()
  await refund()
  const { charged_through: end } = await subscription()
  await scene.goTo(addDays(end, -1))
  expect(await subscription()).toMatchObject({ state: 'active', has_access: false })
  expect(await charges()).toHaveLength(2)
  await scene.goTo(end)
  expect(await charges()).toHaveLength(3)
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
})
