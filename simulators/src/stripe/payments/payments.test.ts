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

const days = (count: number) => new Date(fake.now().getTime() + count * 86_400_000)
const idOf = (value: string | { id: string } | null | undefined) =>
  (typeof value === 'string' ? value : value?.id) ?? ''

const errorOf = async (asked: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error('It was not refused.')
}

/** A card with the number of a test, as a browser makes it with the publishable key. */
const cardWith = (number: string) =>
  stripe.paymentMethods.create({ type: 'card', card: { number, exp_month: 8, exp_year: 2030, cvc: '123' } })

/** A customer whose card was kept by a setup intent, and what the bank was asked for. */
const withCard = async (number: string) => {
  const { id: customer } = await stripe.customers.create({ name: number })
  const method = await cardWith(number)
  let setup = await stripe.setupIntents.create({ customer, payment_method: method.id, confirm: true })
  const url = setup.next_action?.redirect_to_url?.url
  if (url) {
    await fetch(url, { method: 'POST', body: 'result=complete' })
    setup = await stripe.setupIntents.retrieve(setup.id)
  }
  return { customer, payment_method: method.id, wasAsked: url !== undefined, status: setup.status }
}

const pay = (input: { customer: string; payment_method: string }, isOffSession = true) =>
  stripe.paymentIntents.create({
    customer: input.customer,
    payment_method: input.payment_method,
    amount: 2_500,
    currency: 'aud',
    confirm: true,
    ...(isOffSession ? { off_session: true } : { return_url: 'http://127.0.0.1/back' }),
  })

test('cards for trying out do what Stripe says: when they are kept, charged without the payer, and with them', async () => {
  const paid = { status: 'succeeded' }
  const refused = { type: 'StripeCardError', statusCode: 402 }
  const cases: [number: string, isAsked: boolean, off: object, on: string][] = [
    ['4242424242424242', false, paid, 'succeeded'],
    ['4000002500003155', true, paid, 'succeeded'],
    ['4000002760003184', true, { ...refused, code: 'authentication_required' }, 'requires_action'],
    ['4000003800000446', false, paid, 'requires_action'],
    ['4000008260003178', true, { ...refused, code: 'card_declined', decline_code: 'insufficient_funds' }, 'declined'],
    ['4000000000000341', false, { ...refused, code: 'card_declined', decline_code: 'generic_decline' }, 'declined'],
  ]
  for (const [number, isAsked, off, on] of cases) {
    const kept = await withCard(number)
    expect([kept.wasAsked, kept.status], number).toEqual([isAsked, 'succeeded'])
    const away = pay(kept).then(({ status }) => ({ status }))
    expect(await away.catch((error: unknown) => error), number).toMatchObject(off)
    const seen = await pay(kept, false).then(
      ({ status }) => status,
      () => 'declined',
    )
    expect(seen, number).toBe(on)
  }
})

test('cards that the bank refuses at once are not kept', async () => {
  const { id: customer } = await stripe.customers.create({})
  const cases: [number: string, error: object][] = [
    ['4000000000000002', { code: 'card_declined', decline_code: 'generic_decline' }],
    ['4000000000009995', { code: 'card_declined', decline_code: 'insufficient_funds' }],
    ['4000000000000069', { code: 'expired_card' }],
    ['4000000000000127', { code: 'incorrect_cvc' }],
  ]
  for (const [number, error] of cases) {
    const { id } = await cardWith(number)
    expect(await errorOf(stripe.paymentMethods.attach(id, { customer })), number).toMatchObject(error)
    const setup = stripe.setupIntents.create({ customer, payment_method: id, confirm: true })
    expect(await errorOf(setup), number).toMatchObject({
      ...error,
      setup_intent: { status: 'requires_payment_method' },
    })
  }
  expect(await errorOf(cardWith('4242424242424241'))).toMatchObject({ code: 'incorrect_number' })
  expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([])
})

test('a payment without the payer that needs them is refused with its intent, and paid through the page of the bank', async () => {
  const kept = await withCard('4000002760003184')
  const error = await errorOf(pay(kept))
  expect(error).toMatchObject({
    code: 'authentication_required',
    payment_intent: {
      status: 'requires_payment_method',
      last_payment_error: { payment_method: { id: kept.payment_method } },
    },
  })
  const id = error.payment_intent?.id ?? ''
  const again = await stripe.paymentIntents.confirm(id, {
    payment_method: kept.payment_method,
    return_url: 'http://127.0.0.1/back?top=up',
  })
  expect(again.status).toBe('requires_action')
  const url = again.next_action?.redirect_to_url?.url ?? ''
  expect(await (await fetch(url)).text()).toContain('Complete authentication')
  const failed = await fetch(url, { method: 'POST', body: 'result=fail', redirect: 'manual' })
  expect(failed.headers.get('location')).toMatch(/\/back\?top=up&payment_intent=pi_.*redirect_status=failed$/)
  expect((await stripe.paymentIntents.retrieve(id)).last_payment_error).toMatchObject({
    code: 'payment_intent_authentication_failure',
  })
  await stripe.paymentIntents.confirm(id, { payment_method: kept.payment_method, return_url: 'http://127.0.0.1/back' })
  await fetch(url, { method: 'POST', body: 'result=complete', redirect: 'manual' })
  const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 2_500,
    latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
  })
  expect(await errorOf(stripe.paymentIntents.confirm(id, { return_url: 'http://127.0.0.1/' }))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
})

test('a browser confirms with the client secret and the publishable key, and sees no more', async () => {
  const { id: customer } = await stripe.customers.create({})
  const setup = await stripe.setupIntents.create({ customer })
  const browser = new Stripe(fake.publishableKey, { ...fake.client, maxNetworkRetries: 0 })
  const { id } = await browser.paymentMethods.create({
    type: 'card',
    card: { number: '4242424242424242', exp_month: 8, exp_year: 2030, cvc: '123' },
  })
  expect(await errorOf(browser.setupIntents.confirm(setup.id, { payment_method: id }))).toMatchObject({
    param: 'client_secret',
  })
  const confirm = await fetch(`${fake.url}/v1/setup_intents/${setup.id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fake.publishableKey}` },
    body: new URLSearchParams({ client_secret: setup.client_secret ?? '', payment_method: id }).toString(),
  })
  expect(await confirm.json()).toMatchObject({ status: 'succeeded' })
  expect((await stripe.customers.listPaymentMethods(customer)).data).toMatchObject([{ id, card: { last4: '4242' } }])
})

test('misuse is refused in words: no return address, a card of another customer, a paid intent, a default not owned', async () => {
  const [one, other] = [await withCard('4242424242424242'), await withCard('4242424242424242')]
  const base = { amount: 900, currency: 'aud', confirm: true }
  expect(
    (
      await errorOf(
        stripe.paymentIntents.create({ ...base, customer: one.customer, payment_method: one.payment_method }),
      )
    ).message,
  ).toContain('return_url')
  expect((await errorOf(pay({ customer: one.customer, payment_method: other.payment_method }))).message).toContain(
    'belongs to a Customer',
  )
  const paid = await pay(one)
  expect(await errorOf(stripe.paymentIntents.cancel(paid.id))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  const settings = { invoice_settings: { default_payment_method: other.payment_method } }
  expect(await errorOf(stripe.customers.update(one.customer, settings))).toMatchObject({ code: 'resource_missing' })
  await stripe.customers.update(one.customer, { invoice_settings: { default_payment_method: one.payment_method } })
  expect((await stripe.paymentMethods.detach(one.payment_method)).customer).toBeNull()
  expect(await stripe.customers.retrieve(one.customer)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  })
  expect((await errorOf(pay(one))).message).toContain('It may not be used again.')
})

const debitOf = async (account: string) => {
  const isSepa = account.startsWith('DE')
  const { id: customer } = await stripe.customers.create({ email: 'debit@example.com' })
  const method = await stripe.paymentMethods.create(
    isSepa
      ? { type: 'sepa_debit', sepa_debit: { iban: account }, billing_details: { name: 'A', email: 'a@example.com' } }
      : { type: 'au_becs_debit', au_becs_debit: { bsb_number: '000-000', account_number: account } },
  )
  const setup = await stripe.setupIntents.create({
    customer,
    payment_method: method.id,
    confirm: true,
    expand: ['mandate'],
  })
  expect(setup).toMatchObject({ status: 'succeeded', mandate: { status: 'active', payment_method: method.id } })
  const intent = await stripe.paymentIntents.create({
    amount: 4_000,
    currency: isSepa ? 'eur' : 'aud',
    customer,
    payment_method: method.id,
    confirm: true,
    off_session: true,
  })
  return { intent, mandate: idOf(setup.mandate) }
}
const statusOf = async (id: string) => (await stripe.paymentIntents.retrieve(id)).status

test('direct debits are on their way for days, and then settle, come back, or are disputed', async () => {
  const accounts = ['DE89370400440532013000', '000123456', 'DE62370400440532013001', '222222227', '666666660']
  const debits = await Promise.all(accounts.map(debitOf))
  expect(debits.map(({ intent }) => intent.status)).toEqual(accounts.map(() => 'processing'))
  await fake.advance(days(1))
  expect(await statusOf(debits[1]?.intent.id ?? '')).toBe('processing')
  await fake.advance(days(7))
  const ended = await Promise.all(
    debits.map(({ intent }) => stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })),
  )
  const [refused, bounced] = ['requires_payment_method', 'requires_payment_method']
  expect(ended.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', refused, bounced, 'succeeded'])
  expect(ended[3]?.last_payment_error).toMatchObject({ code: 'insufficient_funds' })
  expect(ended[4]?.latest_charge).toMatchObject({ disputed: true })
  expect((await stripe.disputes.list({ payment_intent: ended[4]?.id ?? '' })).data).toMatchObject([{ status: 'lost' }])
})

test('a debit settles or fails on demand, and not once its mandate was revoked', async () => {
  const [one, other] = [await debitOf('000123456'), await debitOf('000123456')]
  await fake.control('settle-debit', { intent: one.intent.id })
  await fake.control('fail-debit', { intent: other.intent.id, code: 'account_closed' })
  expect(await statusOf(one.intent.id)).toBe('succeeded')
  expect((await stripe.paymentIntents.retrieve(other.intent.id)).last_payment_error).toMatchObject({
    code: 'account_closed',
  })
  await fake.control('revoke-mandate', { mandate: one.mandate })
  expect(await stripe.mandates.retrieve(one.mandate)).toMatchObject({ status: 'inactive' })
  const again = { customer: idOf(one.intent.customer), payment_method: idOf(one.intent.payment_method) }
  expect(await errorOf(pay(again))).toMatchObject({ code: 'debit_not_authorized' })
})

test('refunds: in parts, never more than was paid, and one that the bank cannot take comes back', async () => {
  const paid = await pay(await withCard('4242424242424242'))
  const first = await stripe.refunds.create({ payment_intent: paid.id, amount: 1_000, reason: 'requested_by_customer' })
  expect(first).toMatchObject({ status: 'succeeded', amount: 1_000, charge: idOf(paid.latest_charge) })
  expect((await errorOf(stripe.refunds.create({ payment_intent: paid.id, amount: 2_000 }))).message).toBe(
    'Refund amount (A$20.00) is greater than unrefunded amount on charge (A$15.00)',
  )
  await stripe.refunds.create({ charge: idOf(paid.latest_charge) })
  expect(await stripe.charges.retrieve(idOf(paid.latest_charge), { expand: ['refunds'] })).toMatchObject({
    refunded: true,
    amount_refunded: 2_500,
    refunds: { data: [{ amount: 1_500 }, { amount: 1_000 }] },
  })
  expect(await errorOf(stripe.refunds.create({ payment_intent: paid.id }))).toMatchObject({
    code: 'charge_already_refunded',
  })
  const other = await pay(await withCard('4000000000005126'))
  const { id } = await stripe.refunds.create({ payment_intent: other.id })
  await fake.advance(days(3))
  expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed', failure_reason: 'unknown' })
  expect(await stripe.charges.retrieve(idOf(other.latest_charge))).toMatchObject({
    refunded: false,
    amount_refunded: 0,
  })
})

test('disputes take the money and a fee, and give the money back when they are won', async () => {
  const paid = await pay(await withCard('4000000000000259'))
  const [dispute] = (await stripe.disputes.list({ payment_intent: paid.id })).data
  expect(dispute).toMatchObject({
    status: 'needs_response',
    reason: 'fraudulent',
    amount: 2_500,
    balance_transactions: [{ amount: -2_500, fee: 2_500, net: -5_000, reporting_category: 'dispute' }],
  })
  expect(await errorOf(stripe.refunds.create({ payment_intent: paid.id }))).toMatchObject({ code: 'charge_disputed' })
  const won = await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } })
  expect(won).toMatchObject({ status: 'won', balance_transactions: [{ net: -5_000 }, { net: 2_500 }] })
  const other = await pay(await withCard('4242424242424242'))
  await fake.control('open-dispute', { charge: idOf(other.latest_charge), amount: 500 })
  const [opened] = (await stripe.disputes.list({ payment_intent: other.id })).data
  expect(await stripe.disputes.close(opened?.id ?? '')).toMatchObject({ status: 'lost', amount: 500 })
})

test('payouts leave every night with what is available, and their movements add up to them', async () => {
  await fake.advance(days(5))
  await pay(await withCard('4242424242424242'))
  expect((await stripe.balance.retrieve()).pending).toContainEqual(expect.objectContaining({ amount: 2_426 }))
  await fake.advance(days(5))
  const listed = await stripe.payouts.list({ limit: 100 })
  expect(listed.data.length).toBeGreaterThan(1)
  for (const { id, amount, status } of listed.data) {
    const moved = await stripe.balanceTransactions.list({ payout: id, limit: 100 })
    expect(moved.data.reduce((sum, { net }) => sum + net, 0)).toBe(0)
    expect(moved.data.find(({ type }) => type === 'payout')).toMatchObject({ amount: -amount, source: id })
    expect(status).toBe('paid')
  }
})

test('the account says where it is and that it can charge', async () => {
  expect(await stripe.accounts.retrieveCurrent()).toMatchObject({ charges_enabled: true, default_currency: 'aud' })
})
