import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterRenewal, idIn, seconds, startBilling } from './scene.testing.ts'

let scene: Awaited<ReturnType<typeof startBilling>>
beforeAll(async () => {
  scene = await startBilling('2027-01-31T10:00:00Z')
})
afterAll(() => scene.fake.close())

test('discounts count once or for good, and a joining fee is asked for once', async () => {
  const { stripe, member, price, product, to, invoicesOf, look, later } = scene
  const fee = await stripe.prices.create({ product, currency: 'eur', unit_amount: 1500 })
  const once = await stripe.coupons.create({ percent_off: 50, duration: 'once', name: 'First month' })
  const forGood = await stripe.coupons.create({
    amount_off: 300,
    currency: 'eur',
    duration: 'forever',
    name: 'Concession',
  })
  const { customer } = await member()
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price: await price(2000) }],
    discounts: [{ coupon: once.id }, { coupon: forGood.id }],
    add_invoice_items: [{ price: fee.id, metadata: { kind: 'joining' } }],
    expand: ['discounts.source.coupon'],
  })
  const [first] = await invoicesOf(made.id)
  expect([first?.subtotal, first?.total]).toEqual([3500, 3500 - 1750 - 300])
  expect(first?.lines.data.map(({ description, amount }) => [description, amount])).toEqual([
    ['Full membership', 1500],
    ['1 × Full membership (at €20.00 / month)', 2000],
  ])
  const left = await stripe.subscriptions.retrieve(made.id, { expand: ['discounts'] })
  expect(left.discounts.map((discount) => typeof discount === 'object' && discount.source.coupon)).toEqual([forGood.id])
  await stripe.coupons.del(forGood.id)
  await to(later(32))
  expect((await invoicesOf(made.id)).map(({ total }) => total)).toEqual([1450, 1700])
  await stripe.subscriptions.update(made.id, { discounts: '' })
  await to(later(31))
  expect((await invoicesOf(made.id)).at(-1)?.total).toBe(2000)
  expect((await look(made.id)).discounts).toEqual([])
  await expect(stripe.subscriptions.update(made.id, { discounts: [{ coupon: forGood.id }] })).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'discounts[0][coupon]',
  })
  await stripe.subscriptions.cancel(made.id)
})

test('a discount of two months ends after the second', async () => {
  const { stripe, member, price, to, invoicesOf, look, later } = scene
  const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'repeating', duration_in_months: 2 })
  const { customer } = await member()
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price: await price(2000) }],
    discounts: [{ coupon: coupon.id }],
  })
  await to(later(75))
  expect((await invoicesOf(made.id)).map(({ total }) => total)).toEqual([1500, 1500, 2000])
  expect((await look(made.id)).discounts).toEqual([])
  await stripe.customers.del(customer)
  expect((await look(made.id)).status).toBe('canceled')
  await to(later(10))
})

test('a first payment that is not made within 23 hours ends in nothing', async () => {
  const { stripe, member, price, to, look, later } = scene
  const { customer } = await member(null)
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price: await price(2000) }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret'],
  })
  expect(made.status).toBe('incomplete')
  const invoice = typeof made.latest_invoice === 'object' ? made.latest_invoice : null
  expect([invoice?.status, invoice?.auto_advance, invoice?.confirmation_secret?.type]).toEqual([
    'open',
    false,
    'payment_intent',
  ])
  await expect(stripe.subscriptions.update(made.id, { cancel_at_period_end: true })).rejects.toThrow('incomplete')
  await to(later(0, 24))
  expect((await look(made.id)).status).toBe('incomplete_expired')
  expect((await stripe.invoices.retrieve(invoice?.id ?? '')).status).toBe('void')
  await expect(stripe.subscriptions.create({ customer, items: [{ price: await price(2000) }] })).rejects.toThrow(
    'no attached payment source',
  )
  // Confirmed in time, it begins, and keeps what it was paid with.
  const other = await member(null)
  const next = await stripe.subscriptions.create({
    customer: other.customer,
    items: [{ price: await price(2000) }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.payments'],
  })
  const payments = typeof next.latest_invoice === 'object' ? next.latest_invoice?.payments : undefined
  await stripe.paymentIntents.confirm(idIn(payments?.data[0]?.payment.payment_intent), {
    payment_method: 'pm_card_visa',
    return_url: 'https://example.org',
  })
  const begun = await look(next.id)
  expect([begun.status, idIn(begun.default_payment_method).slice(0, 3)]).toEqual(['active', 'pm_'])
  await stripe.subscriptions.cancel(next.id)
})

test('a declined first payment leaves the subscription incomplete, or makes none, as it was asked', async () => {
  const { stripe, member, price } = scene
  const { customer } = await member('pm_card_chargeCustomerFail')
  const items = [{ price: await price(2000) }]
  expect((await stripe.subscriptions.create({ customer, items })).status).toBe('incomplete')
  await expect(
    stripe.subscriptions.create({ customer, items, payment_behavior: 'error_if_incomplete' }),
  ).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data.length).toBe(1)
})

test('invoices are made void, written off, or paid elsewhere, and credit of the customer pays the next', async () => {
  const { stripe, member, price, to, invoicesOf, look, failLater } = scene
  const { customer } = await member()
  const made = await stripe.subscriptions.create({ customer, items: [{ price: await price(2000) }] })
  await failLater(made.id, customer)
  const openOne = async () => {
    await to(afterRenewal(await look(made.id)))
    return (await invoicesOf(made.id)).at(-1)?.id ?? ''
  }
  const first = await openOne()
  expect((await look(made.id)).status).toBe('past_due')
  expect((await stripe.invoices.voidInvoice(first)).status).toBe('void')
  expect((await look(made.id)).status).toBe('active')
  await expect(stripe.invoices.pay(first)).rejects.toThrow('voided')
  const elsewhere = await stripe.invoices.pay(await openOne(), { paid_out_of_band: true })
  expect([elsewhere.status, elsewhere.amount_paid_off_stripe, (await look(made.id)).status]).toEqual([
    'paid',
    2000,
    'active',
  ])
  await stripe.customers.createBalanceTransaction(customer, { amount: -2500, currency: 'eur' })
  const credited = await stripe.invoices.retrieve(await openOne())
  expect([credited.status, credited.amount_due, credited.starting_balance, credited.ending_balance]).toEqual([
    'paid',
    0,
    -2500,
    -500,
  ])
  const open = await openOne()
  expect((await stripe.invoices.retrieve(open)).amount_due).toBe(1500)
  expect((await stripe.invoices.markUncollectible(open)).status).toBe('uncollectible')
  await stripe.subscriptions.cancel(made.id, { prorate: true, invoice_now: true })
  const last = (await invoicesOf(made.id)).at(-1)
  expect([last?.status, (last?.total ?? 0) < 0]).toEqual(['paid', true])
  const { data } = await stripe.customers.listBalanceTransactions(customer)
  expect(data[0]).toMatchObject({ amount: last?.total, type: 'applied_to_invoice', invoice: last?.id })
})

test('an account that cannot pay in a currency is a failed payment, and nothing is left half done', async () => {
  const { stripe, account, product, eventsOf } = scene
  const { customer } = await account('DE89370400440532013000')
  const dollars = await stripe.prices.create({
    product,
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
  })
  const before = (await eventsOf(['customer.subscription.created'])).length
  const made = await stripe.subscriptions.create({ customer, items: [{ price: dollars.id }] })
  expect([made.status, (await eventsOf(['customer.subscription.created'])).length]).toEqual(['incomplete', before + 1])
  await expect(stripe.invoices.pay(idIn(made.latest_invoice))).rejects.toThrow('not allowed for this PaymentIntent')
})

test('a subscription that was begun elsewhere has no metadata, and is found by its customer', async () => {
  const { stripe, member, price } = scene
  const { customer } = await member()
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price: await price(2000) }],
    billing_mode: { type: 'classic' },
  })
  const found = (await stripe.subscriptions.list({ customer, expand: ['data.customer'] })).data
  expect(found.map(({ id, metadata, billing_mode }) => [id, metadata, billing_mode.type])).toEqual([
    [made.id, {}, 'classic'],
  ])
  await stripe.subscriptions.cancel(made.id)
})

test('unknown words and wrong objects are refused as Stripe refuses them', async () => {
  const { stripe, member, price, product } = scene
  const { customer } = await member()
  const monthly = await price(2000)
  const oneTime = await stripe.prices.create({ product, currency: 'eur', unit_amount: 500 })
  const dollars = await stripe.prices.create({
    product,
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
  })
  const other = await member()
  const rows: [Stripe.SubscriptionCreateParams, object][] = [
    [
      { customer: 'cus_nothing', items: [{ price: monthly }] },
      { code: 'resource_missing', param: 'customer' },
    ],
    [
      { customer, items: [{ price: 'price_nothing' }] },
      { code: 'resource_missing', param: 'items[0][price]' },
    ],
    [{ customer, items: [{ price: oneTime.id }] }, { param: 'items[0][price]' }],
    [{ customer, items: [{ price: monthly }, { price: dollars.id }] }, { param: 'items' }],
    [
      { customer, items: [{ price: monthly }], default_payment_method: other.method },
      { code: 'resource_missing', param: 'default_payment_method' },
    ],
    [
      { customer, items: [{ price: monthly }], payment_behavior: 'pending_if_incomplete' },
      { param: 'payment_behavior' },
    ],
    [{ customer, items: [{ price: monthly }], trial_end: seconds('2020-01-01T00:00:00Z') }, { param: 'trial_end' }],
  ]
  for (const [params, expected] of rows)
    await expect(stripe.subscriptions.create(params), JSON.stringify(params)).rejects.toMatchObject({
      statusCode: 400,
      ...expected,
    })
  // @ts-expect-error -- prices keep their amount for good, which the library's types say as well
  await expect(stripe.prices.update(monthly, { unit_amount: 1 })).rejects.toMatchObject({ code: 'parameter_unknown' })
  await stripe.prices.update(monthly, { active: false })
  await expect(stripe.subscriptions.create({ customer, items: [{ price: monthly }] })).rejects.toThrow('inactive')
})
