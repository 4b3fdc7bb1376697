import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { changeBilling } from '../../billing/billing-work.ts'
import { aCharge } from '../../billing/factory.ts'
import { openCardMember } from '../paying/card-member.testing.ts'
import { finishPayment } from '../paying/unfinished-payments.ts'
import { syncRoot } from '../sync-root.ts'
import { selectPayments, type StripePaymentRow } from './payment-rows.ts'
import { listWaiting, openPayment } from './payment-states.ts'
import { findSavedPayer, takePayment } from './payments-at-stripe.ts'
import { syncPayment } from './sync-payments.ts'

const scene = openCardMember()
beforeEach(() => scene.fake.faults.clear())

/** Questions that Stripe was asked meanwhile, without the numbers of objects. */
const askedDuring = async (run: () => Promise<unknown>): Promise<string[]> => {
  const before = scene.fake.requests().at(-1)
  await run()
  const log = scene.fake.requests()
  return log
    .slice(before ? log.indexOf(before) + 1 : 0)
    .map(({ method, path }) => `${method} ${path.replace(/^\/v1/, '').replace(/\/(pi|ch)_\w+/, '/$1')}`)
}

const owe = (amountCents = 3100) => aCharge(scene.portal.db, { memberId: scene.memberId, amountCents })

const lastRow = (): Promise<StripePaymentRow> =>
  selectPayments(scene.portal.db)
    .where('member_id', '=', scene.memberId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

/** Dues that the portal takes by itself. */
const takeDues = async (chargeId: number, key: string) => {
  const payer = await findSavedPayer(scene.ctx(), scene.memberId)
  if (!payer) throw new Error('nothing is saved')
  const dues = { purpose: 'dues', way: 'automatic', amount_cents: 3100, currency: 'AUD' } as const
  const row = await changeBilling(scene.ctx(), 'stripe.cardPaymentStarted', (work) =>
    openPayment(work, { ...payer, ...dues, charge_ids: [chargeId], idempotency_key: key }),
  )
  if (row.state === 'started') await takePayment(scene.ctx(), row)
  return row
}

test('a payment from what is saved asks Stripe once, whatever it is for, and its event once more', async () => {
  const own = await scene.portal.as(scene.memberId)
  await owe()
  const dues = { amountCents: 3100, way: 'saved', idempotencyKey: randomUUID() } as const
  expect(await askedDuring(() => own.stripe.payByCard(dues))).toEqual(['POST /payment_intents'])
  const { intent_id: first } = await lastRow()
  await scene.settle()
  expect(await askedDuring(() => syncRoot(scene.ctx(), first ?? ''))).toEqual(['GET /payment_intents/pi'])

  const topUp = { amountCents: 2000, way: 'saved', idempotencyKey: randomUUID() } as const
  expect(await askedDuring(() => own.stripe.topUp(topUp))).toEqual(['POST /payment_intents'])
  const { intent_id: second } = await lastRow()
  await scene.settle()
  expect(await askedDuring(() => syncRoot(scene.ctx(), second ?? ''))).toEqual(['GET /payment_intents/pi'])
  expect(await scene.paidHere()).toBe(3100)
})

test('the event of a payment for a subscription asks Stripe for the payment once', async () => {
  await scene.join()
  const paid = scene.portal.db.selectFrom('payments').select('provider_ref').where('member_id', '=', scene.memberId)
  const { provider_ref: intentId } = await paid.executeTakeFirstOrThrow()
  expect(await askedDuring(() => syncRoot(scene.ctx(), intentId ?? ''))).toEqual(['GET /payment_intents/pi'])
})

test('lists of refunds and disputes are asked for only once the payment says there is something', async () => {
  const own = await scene.portal.as(scene.memberId)
  await owe()
  await own.stripe.payByCard({ amountCents: 3100, way: 'saved', idempotencyKey: randomUUID() })
  const { intent_id: intentId } = await lastRow()
  await scene.stripe.refunds.create({ payment_intent: intentId ?? '', amount: 100 })
  await scene.settle()
  const asked = await askedDuring(() => syncRoot(scene.ctx(), intentId ?? ''))
  expect(asked.toSorted()).toEqual(['GET /disputes', 'GET /payment_intents/pi', 'GET /refunds'])
  expect(await scene.paidHere()).toBe(3000)
})

test('dues are taken by themselves from what is saved, once for each key, and shown as paid with it', async () => {
  const { id } = await owe()
  const [one, other] = [await takeDues(id, 'first try'), await takeDues(id, 'first try')]
  expect(one.id).toBe(other.id)
  await finishPayment(scene.ctx(), { paymentId: one.id })
  await scene.settle()
  expect([await scene.paidHere(), (await lastRow()).state]).toEqual([3100, 'succeeded'])
})

test('a refusal stays with its payment: the words, the code, and the advice on trying again', async () => {
  await scene.saveCard(scene.memberId, 'pm_card_chargeCustomerFail')
  const { id } = await owe()
  await takeDues(id, 'refused')
  expect(await lastRow()).toMatchObject({
    state: 'failed',
    failure: 'Your card was declined.',
    decline_code: 'generic_decline',
    advice_code: 'try_again_later',
  })
  await scene.saveCard(scene.memberId, 'pm_card_visa')
  await takeDues(id, 'tried again')
  expect(await lastRow()).toMatchObject({ state: 'succeeded', failure: '', decline_code: '', advice_code: '' })
  expect(await scene.paidHere()).toBe(3100)
})

test('beside dues that wait for the bank’s question no others begin, and the database would not take them', async () => {
  await scene.saveCard(scene.memberId, 'pm_card_authenticationRequired')
  const { id } = await owe()
  await takeDues(id, 'asked')
  const row = await lastRow()
  expect([row.state, row.decline_code]).toEqual(['unconfirmed', 'authentication_required'])
  expect(await listWaiting(scene.ctx(), { memberId: scene.memberId, purpose: 'dues' })).toHaveLength(1)
  await expect(takeDues(id, 'beside it')).rejects.toMatchObject({ code: 'paymentWaiting' })
  const { id: _, number: _number, idempotency_key: _key, intent_id: _intent, ...same } = row
  const second = { ...same, idempotency_key: 'beside it', intent_id: null }
  await expect(scene.portal.db.insertInto('stripe_payments').values(second).execute()).rejects.toThrow(
    /stripe_payments_undecided_dues/,
  )
})

test('what is over stays over until money comes after all, and that is booked', async () => {
  const { id } = await owe()
  scene.fake.faults.add({ what: 'errorAfterWrite', on: 'POST /v1/payment_intents', times: 3 })
  await expect(takeDues(id, 'late')).rejects.toMatchObject({ code: 'stripeAway' })
  scene.fake.faults.clear()
  const row = await lastRow()
  await scene.portal.db
    .updateTable('stripe_payments')
    .set({ state: 'failed', settled_at: scene.fake.now() })
    .where('id', '=', row.id)
    .execute()
  const { data } = await scene.stripe.paymentIntents.list({ customer: row.customer_id, limit: 1 })
  expect(await syncPayment(scene.ctx(), data[0]?.id ?? '')).toBe(true)
  expect([await scene.paidHere(), (await lastRow()).state]).toEqual([3100, 'succeeded'])
})
