import { expect, test } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import { changeBilling } from '../billing/billing-work.ts'
import { bookPayment } from '../billing/payments.ts'
import { changeCollector } from '../billing/subscription-terms.ts'
import { startSubscription } from '../billing/subscriptions.ts'
import { openCardMember } from './card-member.testing.ts'
import { ensureCustomer } from './customers.ts'
import { findMethod, syncSetup } from './payment-methods.ts'
import { reconcile } from './reconciliation.ts'
import { syncPayment } from './sync-payments.ts'
import { syncSubscription } from './sync-subscriptions.ts'

const scene = openCardMember()
const { charges, ctx, join, paidAtStripe, paidHere, subscription, today } = scene

test('a member who changes to bank transfers is no longer charged at Stripe, and keeps what is paid', async () => {
  await join()
  const { provider_ref: ref, paid_through: end } = await subscription()
  await changeBilling(ctx(), 'billing.collectorChanged', (work) =>
    changeCollector(work, { memberId: scene.memberId, collector: 'bank' }),
  )
  await scene.settle()
  expect((await scene.stripe.subscriptions.retrieve(ref ?? '')).status).toBe('canceled')
  await scene.goTo(addDays(end, 1))
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true, provider_ref: null })
  expect((await charges()).at(-2)).toMatch(`[${end},`)
  expect((await charges()).at(-2)).toMatch(/ 0\/3100 open$/)
})

test('a member who changes from transfers to card is first charged when what is paid runs out', async () => {
  await changeBilling(ctx(), 'billing.subscribed', (work) =>
    startSubscription(work, {
      memberId: scene.memberId,
      planId: scene.monthly,
      collector: 'bank',
      paysBeforeAccess: false,
    }),
  )
  await changeBilling(ctx(), 'billing.paid', (work) =>
    bookPayment(work, {
      memberId: scene.memberId,
      amountCents: 4100,
      currency: 'AUD',
      method: 'cash',
      paidOn: work.today,
    }),
  )
  const { charged_through: end } = await subscription()
  await changeBilling(ctx(), 'billing.collectorChanged', (work) =>
    changeCollector(work, { memberId: scene.memberId, collector: 'stripe' }),
  )
  await scene.settle()
  expect(await paidHere()).toBe(4100)
  await scene.goTo(addDays(end, 1))
  expect(await paidHere()).toBe(4100 + 3100)
  expect((await charges()).slice(0, 2).map((line) => line.slice(-4))).toEqual(['paid', 'paid'])
})

test('what staff book in cash is not taken from the card as well', async () => {
  await join()
  await scene.saveCard(scene.memberId, 'pm_card_chargeCustomerFail')
  const { paid_through: end } = await subscription()
  await scene.goTo(addDays(end, 1))
  await changeBilling(ctx(), 'billing.paid', (work) =>
    bookPayment(work, {
      memberId: scene.memberId,
      amountCents: 3100,
      currency: 'AUD',
      method: 'cash',
      paidOn: work.today,
    }),
  )
  await scene.settle()
  const { provider_ref: ref } = await subscription()
  const open = await scene.stripe.invoices.list({ subscription: ref ?? '', status: 'open' })
  expect(open.data).toEqual([])
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  expect(await paidHere()).toBe(4100 + 3100)
})

test('a refund at Stripe is booked once, and a disputed payment is owed again until it is won', async () => {
  await join()
  const { db } = scene.portal
  const payment = await db
    .selectFrom('payments')
    .select('provider_ref')
    .where('member_id', '=', scene.memberId)
    .executeTakeFirstOrThrow()
  const intent = payment.provider_ref ?? ''
  await scene.stripe.refunds.create({ payment_intent: intent, amount: 1000 })
  await scene.settle()
  expect(await paidHere()).toBe(3100)
  await syncPayment(ctx(), intent)
  expect(await paidHere()).toBe(3100)
})

test('what Stripe is asked again about changes nothing', async () => {
  await join()
  const before = [await subscription(), await charges(), await paidHere()]
  const { provider_ref: ref } = await subscription()
  await syncSubscription(ctx(), ref ?? '')
  await syncSubscription(ctx(), ref ?? '')
  expect([await subscription(), await charges(), await paidHere()]).toEqual(before)
})

test('a subscription a member has at Stripe already is adopted, without what was paid before', async () => {
  const price = await scene.stripe.prices.create({
    currency: 'aud',
    unit_amount: 2500,
    recurring: { interval: 'month' },
    product_data: { name: 'From before' },
  })
  const customer = await ensureCustomer(ctx(), scene.memberId)
  const method = await findMethod(ctx(), scene.memberId)
  const old = await scene.stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    default_payment_method: method?.method_id ?? '',
  })
  await scene.goTo(addDays(today(), 35))
  await join()
  expect(await subscription()).toMatchObject({ provider_ref: old.id, state: 'active', has_access: true })
  const all = await scene.stripe.subscriptions.list({ customer, status: 'all' })
  expect(all.data).toHaveLength(1)
  expect((await charges()).length).toBe(1)
})

const firstIntent = async () => {
  const rows = scene.portal.db.selectFrom('payments').select('provider_ref').where('member_id', '=', scene.memberId)
  return (await rows.orderBy('id').executeTakeFirstOrThrow()).provider_ref ?? ''
}

test('a payment that is disputed is owed again, and paid once it is won', async () => {
  scene.memberId = await scene.aCardHolder('pm_card_createDispute')
  await join()
  expect(await paidHere()).toBe(0)
  expect((await charges()).map((line) => line.split(' ').at(-1))).toEqual(['open', 'open'])
  const [dispute] = (await scene.stripe.disputes.list({ payment_intent: await firstIntent() })).data
  await scene.fake.control('close-dispute', { dispute: dispute?.id, isWon: true })
  await scene.settle()
  expect(await paidHere()).toBe(4100)
  expect((await charges()).map((line) => line.split(' ').at(-1))).toEqual(['paid', 'paid'])
})

test('what no webhook told is found by the nightly comparison', async () => {
  await join()
  scene.fake.faults.add({ what: 'loseWebhook', times: 1000 })
  const { provider_ref: ref, paid_through: end } = await subscription()
  await scene.stripe.subscriptions.update(ref ?? '', { cancel_at_period_end: true })
  await scene.settle()
  expect(await subscription()).toMatchObject({ state: 'active' })
  await reconcile(ctx())
  await scene.settle()
  expect(await subscription()).toMatchObject({ state: 'cancelling' })
  await scene.stripe.subscriptions.update(ref ?? '', { cancel_at_period_end: false })
  await scene.goTo(addDays(end, 1))
  await reconcile(ctx())
  await scene.settle()
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  expect(await paidHere()).toBe(await paidAtStripe())
  scene.fake.faults.clear()
})

test('a debit counts as paid while it is on its way, and is owed again when the bank sends it back', async () => {
  const customer = await ensureCustomer(ctx(), scene.memberId)
  const setup = await scene.stripe.setupIntents.create({
    customer,
    confirm: true,
    payment_method_data: {
      type: 'au_becs_debit',
      au_becs_debit: { bsb_number: '000-000', account_number: '111111113' },
      billing_details: { name: 'Robin', email: 'robin@example.org' },
    },
    mandate_data: { customer_acceptance: { type: 'offline' } },
    allowed_payment_method_types: ['au_becs_debit'],
  })
  await syncSetup(ctx(), setup.id)
  await join()
  expect((await charges())[0]).toMatch(/processing$/)
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  expect(await paidHere()).toBe(0)
  const begun = today()
  await scene.goTo(addDays(begun, 5))
  expect((await charges())[0]).toMatch(/open$/)
  await scene.goTo(addDays(begun, 15))
  expect(await subscription()).toMatchObject({ has_access: false })
})
