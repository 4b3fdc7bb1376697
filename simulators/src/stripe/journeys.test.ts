import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStripe, type FakeStripe } from './server.ts'

const timeout = 120_000

const errorOf = async (asked: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error('It was not refused.')
}

type Place = { stripe: Stripe }

const withCard = async ({ stripe }: Place, token: string, params: Stripe.CustomerCreateParams = {}) => {
  const { id: customer } = await stripe.customers.create({ name: 'Journey', ...params })
  const { id: method } = await stripe.paymentMethods.attach(token, { customer })
  return { customer, payment_method: method }
}
const paying = { amount: 2_000, currency: 'usd', confirm: true, off_session: true }

const payAndRefund = async (place: Place) => {
  const { stripe } = place
  const { customer, payment_method } = await withCard(place, 'pm_card_visa')
  const setup = await stripe.setupIntents.create({
    customer,
    payment_method,
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  expect(setup.status).toBe('succeeded')
  const expand = ['latest_charge.balance_transaction']
  const paid = await stripe.paymentIntents.create({ ...paying, customer, payment_method, expand })
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2_000, latest_charge: { paid: true } })
  expect(await stripe.refunds.create({ payment_intent: paid.id, amount: 500 })).toMatchObject({ status: 'succeeded' })
  const error = await errorOf(stripe.refunds.create({ payment_intent: paid.id, amount: 2_000 }))
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 })
}

const refuse = async (place: Place) => {
  const { stripe } = place
  const refused = await errorOf(
    stripe.paymentIntents.create({ ...paying, ...(await withCard(place, 'pm_card_chargeCustomerFail')) }),
  )
  expect(refused).toMatchObject({ type: 'StripeCardError', statusCode: 402, code: 'card_declined' })
  expect(refused.payment_intent).toMatchObject({ status: 'requires_payment_method', payment_method: null })
  const asked = await errorOf(
    stripe.paymentIntents.create({ ...paying, ...(await withCard(place, 'pm_card_authenticationRequired')) }),
  )
  expect(asked).toMatchObject({ type: 'StripeCardError', statusCode: 402, code: 'authentication_required' })
  expect(asked.payment_intent).toMatchObject({ status: 'requires_payment_method' })
}

const repeatAndName = async (place: Place) => {
  const { stripe } = place
  const idempotencyKey = randomUUID()
  const { id } = await stripe.customers.create({ name: 'Once' }, { idempotencyKey })
  expect((await stripe.customers.create({ name: 'Once' }, { idempotencyKey })).id).toBe(id)
  expect(await errorOf(stripe.customers.create({ name: 'Other' }, { idempotencyKey }))).toMatchObject({
    type: 'StripeIdempotencyError',
  })
  const unknown = { description: 'A', nmae: 'Once' }
  expect(await errorOf(stripe.customers.create({ ...unknown }))).toMatchObject({
    code: 'parameter_unknown',
    param: 'nmae',
  })
  expect(await stripe.customers.del(id)).toMatchObject({ deleted: true })
  expect(await stripe.customers.retrieve(id)).toMatchObject({ deleted: true })
  expect(await errorOf(stripe.customers.retrieve('cus_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
}

const subscribe = async (place: Place) => {
  const { stripe } = place
  const { customer, payment_method } = await withCard(place, 'pm_card_visa')
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 3_000,
    recurring: { interval: 'month' },
    product_data: { name: 'Journey' },
  })
  const created = await stripe.subscriptions.create({
    customer,
    default_payment_method: payment_method,
    items: [{ price: price.id }],
    expand: ['latest_invoice.payments'],
  })
  expect(created).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'paid', amount_paid: 3_000, payments: { data: [{ status: 'paid' }] } },
  })
  const end = created.items.data[0]?.current_period_end ?? 0
  const leaving = { cancel_at_period_end: true, proration_behavior: 'none' as const }
  expect(await stripe.subscriptions.update(created.id, leaving)).toMatchObject({ status: 'active', cancel_at: end })
  expect(await stripe.subscriptions.cancel(created.id)).toMatchObject({ status: 'canceled' })
  const error = await errorOf(stripe.subscriptions.cancel(created.id))
  expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' })
}

const journeys: [title: string, journey: (place: Place) => Promise<void>][] = [
  ['a card is kept, charged without the payer and refunded in part', payAndRefund],
  ['a refusal names its reason, and its intent waits for another card', refuse],
  ['a key repeats its answer, and what is unknown is refused and named', repeatAndName],
  ['a subscription is paid as it begins, and ends as it is told to', subscribe],
]

describe('at the stand-in', () => {
  let fake: FakeStripe
  beforeAll(async () => {
    fake = await startStripe()
  })
  afterAll(() => fake.close())
  test.for(journeys)('%s', async ([, journey]) => {
    const stripe = new Stripe(fake.secretKey, fake.client)
    await expect(journey({ stripe })).resolves.toBeUndefined()
  })
})

/** With the secret key of a sandbox the same journeys are made there: the two must agree. */
const sandboxKey = process.env['STRIPE_TEST_KEY']

describe.skipIf(sandboxKey === undefined)('at a sandbox of Stripe', { timeout }, () => {
  test.for(journeys)('%s', async ([, journey]) => {
    await expect(journey({ stripe: new Stripe(sandboxKey ?? '') })).resolves.toBeUndefined()
  })
})
