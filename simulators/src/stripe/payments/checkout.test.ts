import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStripe, type FakeStripe } from '../server.ts'

let fake: FakeStripe
let stripe: Stripe
beforeAll(async () => {
  fake = await startStripe({ now: new Date('2026-11-01T00:00:00Z') })
  stripe = new Stripe(fake.secretKey, { ...fake.client, maxNetworkRetries: 0 })
})
afterAll(() => fake.close())

const back = {
  success_url: 'http://portal.example/billing?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://portal.example/billing',
}
const card = (number: string) => ({ type: 'card', number, expiry: '08 / 30', cvc: '123', name: 'Ada' })

/** What a browser gets when it sends a form: the page, or where it goes next. */
const send = async (url: string, fields: Record<string, string>) => {
  const body = new URLSearchParams(fields)
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  return { to: response.headers.get('location'), html: await response.text() }
}
const follow = async (url: string | null) => (await fetch(url ?? '', { redirect: 'manual' })).headers.get('location')

const setUp = async (params: object = { currency: 'aud' }) => {
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' })
  return stripe.checkout.sessions.create({ mode: 'setup', customer, ...back, ...params })
}
const topUp = (params: Stripe.Checkout.SessionCreateParams = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    ...back,
    line_items: [
      { price_data: { currency: 'aud', unit_amount: 2_000, product_data: { name: 'Top-up' } }, quantity: 1 },
    ],
    payment_intent_data: { metadata: { topup: '17' }, setup_future_usage: 'off_session' },
    ...params,
  })
const reason = (error: unknown) => (error instanceof Stripe.errors.StripeError ? error.message : '')

test('a card is kept through the page, and the payer returns with the session', async () => {
  const session = await setUp()
  const page = await (await fetch(session.url ?? '')).text()
  expect(page).toContain('Card number')
  expect(page).toContain('BECS direct debit')
  expect(page).toContain('ada@example.com')
  const { to } = await send(session.url ?? '', card('4242 4242 4242 4242'))
  expect(to).toBe(`http://portal.example/billing?session=${session.id}`)
  const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent.payment_method'] })
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'no_payment_required',
    url: null,
    setup_intent: { status: 'succeeded', payment_method: { card: { last4: '4242' }, customer: session.customer } },
  })
  expect((await stripe.events.list({ type: 'checkout.session.completed' })).data).toHaveLength(1)
})

test('what is wrong is said on the page, and another card can be given', async () => {
  const { url } = await setUp()
  const errorOf = async (fields: Record<string, string>) =>
    /role="alert">([^<]+)</.exec((await send(url ?? '', fields)).html)?.[1]
  expect(await errorOf(card('4000 0000 0000 0002'))).toBe('Your card was declined.')
  expect(await errorOf(card('4242 4242 4242 4241'))).toBe('Your card number is incorrect.')
  expect(await errorOf({ ...card('4242424242424242'), expiry: '01/20' })).toBe(
    "Your card's expiration year is invalid.",
  )
  expect(await errorOf({ ...card('4242424242424242'), cvc: '' })).toBe("Your card's security code is incomplete.")
  expect(await errorOf({ type: 'au_becs_debit', bsb: '1', account: '000123456' })).toBe('The BSB number is invalid.')
  expect((await send(url ?? '', card('4242424242424242'))).to).toContain('portal.example')
})

test('the bank asks on a page of its own, and a payer who fails there may try again', async () => {
  const session = await setUp()
  const first = await send(session.url ?? '', card('4000 0025 0000 3155'))
  expect(first.to).toContain('/3ds/seti_')
  const failed = await send(first.to ?? '', { result: 'fail' })
  expect(await (await fetch(failed.to ?? '')).text()).toContain('unable to authenticate')
  const second = await send(session.url ?? '', card('4000 0025 0000 3155'))
  const passed = await send(second.to ?? '', { result: 'complete' })
  expect(await follow(passed.to)).toBe(`http://portal.example/billing?session=${session.id}`)
})

test('a payment is made through the page, and the card is kept when it was asked for', async () => {
  const { id: customer } = await stripe.customers.create({ email: 'bo@example.com' })
  const session = await topUp({ customer })
  expect(session).toMatchObject({ amount_total: 2_000, payment_status: 'unpaid', payment_intent: null })
  const page = await (await fetch(session.url ?? '')).text()
  expect(page).toContain('Pay A$20.00')
  expect((await send(session.url ?? '', card('4000000000009995'))).html).toContain('insufficient funds')
  const asked = await send(session.url ?? '', card('4000002500003155'))
  const passed = await send(asked.to ?? '', { result: 'complete' })
  expect(await follow(passed.to)).toContain(session.id)
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent', 'line_items'] })
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    customer_details: { email: 'bo@example.com', name: 'Ada' },
    payment_intent: { status: 'succeeded', metadata: { topup: '17' } },
    line_items: { data: [{ description: 'Top-up', amount_total: 2_000 }] },
  })
  const [charge] = (await stripe.charges.list({ customer })).data
  expect(await (await fetch(charge?.receipt_url ?? '')).text()).toContain('visa ending in 3155')
  const kept = await stripe.customers.listPaymentMethods(customer)
  const off = { amount: 500, currency: 'aud', customer, confirm: true, off_session: true }
  const again = await stripe.paymentIntents.create({ ...off, payment_method: kept.data[0]?.id ?? '' })
  expect(again.status).toBe('succeeded')
  expect((await send(session.url ?? '', card('4242424242424242'))).to).toContain(session.id)
})

test('a direct debit completes the session unpaid, and says days later what became of it', async () => {
  const [good, bad] = [await topUp({ customer_email: 'c@example.com' }), await topUp()]
  await send(good.url ?? '', { type: 'au_becs_debit', bsb: '000-000', account: '000123456', name: 'C' })
  await send(bad.url ?? '', { type: 'au_becs_debit', bsb: '000000', account: '222222227', email: 'd@example.com' })
  expect(await stripe.checkout.sessions.retrieve(good.id)).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
  })
  await fake.advance(new Date('2026-11-08T00:00:00Z'))
  expect((await stripe.checkout.sessions.retrieve(good.id)).payment_status).toBe('paid')
  expect((await stripe.checkout.sessions.retrieve(bad.id)).payment_status).toBe('unpaid')
  const ended = await stripe.events.list({ type: 'checkout.session.async_*' })
  expect(ended.data.map(({ type }) => type)).toEqual([
    'checkout.session.async_payment_failed',
    'checkout.session.async_payment_succeeded',
  ])
})

test('a SEPA mandate is made through the page where the currency is the euro', async () => {
  const session = await setUp({ currency: 'eur' })
  await send(session.url ?? '', { type: 'sepa_debit', iban: 'DE89 3704 0044 0532 0130 00', name: 'Ada' })
  const { setup_intent: setup } = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['setup_intent.mandate'],
  })
  expect(setup).toMatchObject({ mandate: { payment_method_details: { type: 'sepa_debit' }, status: 'active' } })
})

test('a session that is not used expires after a day, or on demand', async () => {
  const [one, other] = [await setUp(), await setUp()]
  await stripe.checkout.sessions.expire(one.id)
  await fake.advance(new Date(fake.now().getTime() + 86_400_000))
  expect(await stripe.checkout.sessions.retrieve(other.id)).toMatchObject({ status: 'expired', url: null })
  const gone = await fetch(other.url ?? '')
  expect([gone.status, await gone.text()]).toEqual([410, expect.stringContaining('This page has expired')])
  expect((await fetch(`${fake.url}/c/pay/cs_test_none`)).status).toBe(404)
})

test('a session without what it needs is refused and named', async () => {
  const cases: [params: Stripe.Checkout.SessionCreateParams, message: string][] = [
    [{ mode: 'setup', ...back }, 'Missing required param: currency.'],
    [{ mode: 'payment', ...back }, 'Missing required param: line_items.'],
    [{ mode: 'setup', currency: 'aud' }, 'Missing required param: success_url.'],
    [
      { mode: 'subscription', ...back },
      'The stand-in shows Checkout in modes setup and payment; subscriptions are made by the API.',
    ],
  ]
  for (const [params, message] of cases)
    expect(await stripe.checkout.sessions.create(params).then(() => '', reason)).toBe(message)
})
