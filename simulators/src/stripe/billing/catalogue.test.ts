import { afterAll, beforeAll, expect, test } from 'vitest'
import { idIn, itemIdOf, periodOf, seconds, startBilling, words } from './scene.testing.ts'

let scene: Awaited<ReturnType<typeof startBilling>>
beforeAll(async () => {
  scene = await startBilling('2027-01-11T12:00:00Z')
})
afterAll(() => scene.fake.close())

test('prices are listed by product, found by their key, and a key moves only when it is told to', async () => {
  const { stripe } = scene
  const made = await stripe.products.create({
    name: 'Tool rental',
    default_price_data: { currency: 'eur', unit_amount: 500 },
  })
  const { id: product } = made
  const first = await stripe.prices.create({ product, currency: 'EUR', unit_amount: 700, lookup_key: 'rental' })
  expect(first).toMatchObject({ currency: 'eur', type: 'one_time', unit_amount_decimal: expect.anything() })
  const again = { product, currency: 'eur', unit_amount: 900, lookup_key: 'rental' }
  await expect(stripe.prices.create(again)).rejects.toMatchObject({ param: 'lookup_key' })
  const second = await stripe.prices.create({ ...again, transfer_lookup_key: true })
  expect((await stripe.prices.list({ lookup_keys: ['rental'] })).data.map(({ id }) => id)).toEqual([second.id])
  await stripe.prices.update(first.id, { active: false, metadata: { old: 'yes' } })
  const active = await stripe.prices.list({ product, active: true })
  expect(active.data.map(({ id }) => id)).toEqual([second.id, idIn(made.default_price)])
  await expect(stripe.products.del(product)).rejects.toThrow('cannot be deleted')
  await expect(
    stripe.prices.create({ product: 'prod_nothing', currency: 'eur', unit_amount: 1 }),
  ).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'product',
  })
})

test('coupons say either a part or an amount, and are used up or out of date', async () => {
  const { stripe, member, price } = scene
  await expect(stripe.coupons.create({ percent_off: 10, amount_off: 5, currency: 'eur' })).rejects.toThrow('either')
  await expect(stripe.coupons.create({ amount_off: 5 })).rejects.toMatchObject({ param: 'currency' })
  await expect(stripe.coupons.create({ percent_off: 10, duration: 'repeating' })).rejects.toMatchObject({
    statusCode: 400,
  })
  const { id: coupon } = await stripe.coupons.create({ percent_off: 10, max_redemptions: 1 })
  const items = [{ price: await price(2000) }]
  const { customer } = await member()
  await stripe.subscriptions.create({ customer, items, discounts: [{ coupon }] })
  expect((await stripe.coupons.retrieve(coupon)).times_redeemed).toBe(1)
  const other = await member()
  await expect(
    stripe.subscriptions.create({ customer: other.customer, items, discounts: [{ coupon }] }),
  ).rejects.toMatchObject({ code: 'coupon_expired' })
})

test('an invoice of its own is made of items, changed while it is a draft, and paid', async () => {
  const { stripe, member } = scene
  const { customer } = await member()
  await stripe.invoiceItems.create({ customer, amount: 1200, currency: 'eur', description: 'Key' })
  const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' })
  expect([draft.status, draft.total, draft.billing_reason, draft.auto_advance]).toEqual([
    'draft',
    1200,
    'manual',
    false,
  ])
  const extra = await stripe.invoiceItems.create({ customer, invoice: draft.id, amount: 300, currency: 'eur' })
  expect((await stripe.invoices.retrieve(draft.id)).total).toBe(1500)
  await stripe.invoiceItems.update(extra.id, { amount: 200 })
  expect((await stripe.invoices.retrieve(draft.id)).total).toBe(1400)
  await stripe.invoiceItems.del(extra.id)
  const open = await stripe.invoices.finalizeInvoice(draft.id)
  expect([open.status, open.total, open.number?.endsWith('-0001')]).toEqual(['open', 1200, true])
  await expect(stripe.invoices.finalizeInvoice(draft.id)).rejects.toMatchObject({ code: 'invoice_not_editable' })
  await expect(stripe.invoices.del(draft.id)).rejects.toMatchObject({ code: 'invoice_not_editable' })
  const paid = await stripe.invoices.pay(draft.id)
  expect([paid.status, paid.amount_paid]).toEqual(['paid', 1200])
  await expect(stripe.invoices.pay(draft.id)).rejects.toThrow('already paid')
  const payments = await stripe.invoicePayments.list({ invoice: draft.id })
  expect(payments.data.map(({ status, amount_paid }) => [status, amount_paid])).toEqual([['paid', 1200]])
  expect((await stripe.invoices.listLineItems(draft.id)).data.map(({ description }) => description)).toEqual(['Key'])
})

test('a first period up to an anchor is paid in proportion', async () => {
  const { stripe, member, product } = scene
  const { customer } = await member()
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price_data: { product, currency: 'eur', unit_amount: 3100, recurring: { interval: 'month' } } }],
    billing_cycle_anchor: seconds('2027-02-01T12:00:00Z'),
  })
  expect(periodOf(made)).toEqual(['2027-01-11T12:00', '2027-02-01T12:00'])
  expect((await stripe.invoices.retrieve(idIn(made.latest_invoice))).total).toBe(2100)
})

test('a preview says what ending now, pausing, and joining would come to, and keeps nothing', async () => {
  const { stripe, member, price, to, invoicesOf } = scene
  const { customer } = await member()
  const monthly = await price(3100)
  const made = await stripe.subscriptions.create({ customer, items: [{ price: monthly }] })
  await to('2027-01-22T12:00:00Z')
  const of = async (subscription_details: object) =>
    (await stripe.invoices.createPreview({ subscription: made.id, subscription_details })).total
  expect(await of({})).toBe(3100)
  expect(await of({ cancel_now: true, proration_behavior: 'always_invoice' })).toBe(-2000)
  expect(await of({ pause: { type: 'subscription', invoicing_behavior: 'invoice' } })).toBe(-2000)
  await expect(of({ pause: { type: 'subscription' } })).rejects.toMatchObject({ code: 'invoice_upcoming_none' })
  const items = [{ id: itemIdOf(made), quantity: 2 }]
  expect(await of({ items, proration_behavior: 'always_invoice' })).toBe(2000)
  expect(await of({ items })).toBe(2000 + 6200)
  await expect(of({ items, proration_date: seconds('2027-04-01T00:00:00Z') })).rejects.toMatchObject({
    param: 'proration_date',
  })
  const joining = await stripe.invoices.createPreview({
    customer,
    subscription_details: { items: [{ price: monthly }] },
  })
  expect([joining.total, joining.id.startsWith('upcoming_in_')]).toEqual([3100, true])
  expect((await invoicesOf(made.id)).length).toBe(1)
  expect((await stripe.invoiceItems.list({ customer })).data).toEqual([])
  const ended = await stripe.subscriptions.cancel(made.id, { cancellation_details: { comment: 'Moved away' } })
  expect([ended.status, words(ended.ended_at), ended.cancellation_details?.comment]).toEqual([
    'canceled',
    '2027-01-22T12:00',
    'Moved away',
  ])
})

test('what was never billed is credited in classic mode only', async () => {
  const { stripe, member, price, to } = scene
  await to('2027-04-01T00:00:00Z')
  const [low, high] = [await price(1000), await price(2000)]
  const begin = async (type: 'classic' | 'flexible') => {
    const { customer } = await member()
    return stripe.subscriptions.create({ customer, items: [{ price: low }], billing_mode: { type } })
  }
  const made = [await begin('classic'), await begin('flexible')]
  await to('2027-04-11T00:00:00Z')
  for (const one of made)
    await stripe.subscriptions.update(one.id, {
      items: [{ id: itemIdOf(one), price: high }],
      proration_behavior: 'none',
    })
  await to('2027-04-21T00:00:00Z')
  const totals: number[] = []
  for (const one of made) {
    const items = [{ id: itemIdOf(one), price: low }]
    const { latest_invoice } = await stripe.subscriptions.update(one.id, {
      items,
      proration_behavior: 'always_invoice',
    })
    totals.push((await stripe.invoices.retrieve(idIn(latest_invoice))).total)
  }
  // The sums of Stripe's own page about prorations.
  expect(totals).toEqual([-334, 0])
})

test('a second item is paid from now on, and credited when it goes', async () => {
  const { stripe, member, price } = scene
  const { customer } = await member()
  const made = await stripe.subscriptions.create({ customer, items: [{ price: await price(3100) }] })
  const added = await stripe.subscriptionItems.create({
    subscription: made.id,
    price: await price(600),
    quantity: 2,
    proration_behavior: 'always_invoice',
  })
  const after = await stripe.subscriptions.retrieve(made.id)
  expect((await stripe.invoices.retrieve(idIn(after.latest_invoice))).total).toBe(1200)
  await stripe.subscriptionItems.del(added.id, { proration_behavior: 'always_invoice' })
  const last = await stripe.subscriptions.retrieve(made.id)
  expect((await stripe.invoices.retrieve(idIn(last.latest_invoice))).total).toBe(-1200)
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -1200 })
  await expect(stripe.subscriptionItems.del(itemIdOf(last))).rejects.toThrow('at least one')
})
