import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStripe, type FakeStripe } from '../server.ts'

let fake: FakeStripe
let stripe: Stripe
let price = ''

beforeAll(async () => {
  fake = await startStripe({ now: new Date('2027-01-31T10:00:00Z') })
  stripe = new Stripe(fake.secretKey, fake.client)
  const made = await stripe.prices.create({
    currency: 'aud',
    unit_amount: 3100,
    recurring: { interval: 'month' },
    product_data: { name: 'Membership' },
  })
  price = made.id
})
afterAll(() => fake.close())

const subscribe = async (card: string, terms: Partial<Stripe.SubscriptionCreateParams> = {}) => {
  const { id: customer } = await stripe.customers.create({ name: 'Ada' })
  const { id: method } = await stripe.paymentMethods.attach(card, { customer })
  const wanted = { customer, items: [{ price }], default_payment_method: method, ...terms }
  const { id, status } = await stripe.subscriptions.create(wanted)
  return { id, status, customer }
}

const look = (id: string) => stripe.subscriptions.retrieve(id)

const endOf = async (id: string) => (await look(id)).items.data[0]?.current_period_end ?? 0

/** So many hours after the period that runs. */
const passPeriod = async (id: string, hours: number) =>
  fake.advance(new Date((await endOf(id)) * 1000 + hours * 3_600_000))

/** Oldest first. */
const invoicesOf = async (id: string) => {
  const { data } = await stripe.invoices.list({ subscription: id, limit: 100, expand: ['data.payments'] })
  return data.toReversed()
}

const statesOf = async (id: string) =>
  (await invoicesOf(id)).map(({ status, total, attempt_count: tries }) => `${status} ${total} ${tries}`)

const aDebit = async (account_number: string): Promise<string> =>
  (
    await stripe.paymentMethods.create({
      type: 'au_becs_debit',
      au_becs_debit: { bsb_number: '000-000', account_number },
      billing_details: { name: 'Ada', email: 'ada@example.org' },
    })
  ).id

test('a subscription renews on the last day of shorter months, with a draft that is taken an hour later', async () => {
  const { id, status } = await subscribe('pm_card_visa')
  expect(status).toBe('active')
  expect(new Date((await endOf(id)) * 1000).toISOString()).toBe('2027-02-28T10:00:00.000Z')
  await passPeriod(id, 0)
  expect(await statesOf(id)).toEqual(['paid 3100 1', 'draft 3100 0'])
  await fake.advance(new Date(fake.now().getTime() + 3_600_000))
  expect(await statesOf(id)).toEqual(['paid 3100 1', 'paid 3100 1'])
  expect(new Date((await endOf(id)) * 1000).toISOString()).toBe('2027-03-31T10:00:00.000Z')
})

test('a renewal that the card does not pay leaves it past due, until that invoice is settled', async () => {
  const { id, customer } = await subscribe('pm_card_visa')
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe.subscriptions.update(id, { default_payment_method: bad.id })
  await passPeriod(id, 2)
  expect(await statesOf(id)).toEqual(['paid 3100 1', 'open 3100 1'])
  expect((await look(id)).status).toBe('past_due')
  const open = (await invoicesOf(id)).at(-1)?.id ?? ''
  await stripe.invoices.pay(open, { paid_out_of_band: true })
  expect(await look(id)).toMatchObject({ status: 'active', latest_invoice: open })
  expect((await invoicesOf(id)).at(-1)).toMatchObject({ status: 'paid', payments: { data: [{ status: 'canceled' }] } })
})

test('of one that was given up the next invoice stays a draft', async () => {
  const { id } = await subscribe('pm_card_visa')
  await fake.control('subscription-becomes', { subscription: id, status: 'unpaid' })
  await passPeriod(id, 2)
  expect(await statesOf(id)).toEqual(['paid 3100 1', 'draft 3100 0'])
  await expect(fake.control('subscription-becomes', { subscription: id, status: 'gone' })).rejects.toThrow(
    'status is one of',
  )
})

test('a first payment that is declined leaves it incomplete, and a debit lets it begin before it has arrived', async () => {
  expect((await subscribe('pm_card_chargeCustomerFail')).status).toBe('incomplete')
  const [arrives, returns] = [await subscribe(await aDebit('000123456')), await subscribe(await aDebit('222222227'))]
  expect([arrives.status, returns.status]).toEqual(['active', 'active'])
  expect(await statesOf(arrives.id)).toEqual(['open 3100 1'])
  await fake.advance(new Date(fake.now().getTime() + 5 * 86_400_000))
  expect(await statesOf(arrives.id)).toEqual(['paid 3100 1'])
  // Stripe writes the first invoice off by itself.
  expect(await statesOf(returns.id)).toEqual(['void 3100 1'])
  expect((await look(returns.id)).status).toBe('active')
})

test('a trial is free, a coupon counts for good, and what waits is on the next invoice', async () => {
  await stripe.coupons.create({ id: 'half', percent_off: 50, duration: 'forever' })
  const terms = { trial_period_days: 14, discounts: [{ coupon: 'half' }] }
  const { id, status, customer } = await subscribe('pm_card_visa', terms)
  expect(status).toBe('trialing')
  const item = { customer, subscription: id, currency: 'aud', amount: 500, description: 'A locker' }
  await stripe.invoiceItems.create({ ...item, discountable: true })
  await passPeriod(id, 2)
  expect((await look(id)).status).toBe('active')
  expect((await invoicesOf(id)).map(({ total }) => total)).toEqual([0, 1550 + 250])
  expect((await stripe.invoiceItems.list({ customer, pending: true })).data).toEqual([])
})

test('a pause gives the days that are left back on the next invoice, and nothing renews meanwhile', async () => {
  const { id, customer } = await subscribe('pm_card_visa')
  const paused = await stripe.subscriptions.pause(id, {
    bill_for: { unused_time_from: { type: 'now' } },
    invoicing_behavior: 'pending_invoice_item',
  })
  expect(paused.status).toBe('paused')
  const { data } = await stripe.invoiceItems.list({ customer, pending: true })
  expect(data).toMatchObject([
    { amount: -3100, proration: true, parent: { subscription_details: { subscription: id } } },
  ])
  await fake.advance(new Date(fake.now().getTime() + 40 * 86_400_000))
  expect(await statesOf(id)).toEqual(['paid 3100 1'])
  await stripe.invoiceItems.del(data[0]?.id ?? '')
  expect((await stripe.subscriptions.cancel(id)).status).toBe('canceled')
})

test('a planned end comes with the period or on its day, unless it is taken back', async () => {
  const [ends, stays, later] = [
    await subscribe('pm_card_visa'),
    await subscribe('pm_card_visa'),
    await subscribe('pm_card_visa'),
  ]
  for (const { id } of [ends, stays]) await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await stripe.subscriptions.update(stays.id, { cancel_at_period_end: false })
  await stripe.subscriptions.update(later.id, { cancel_at: (await endOf(later.id)) + 86_400 })
  await passPeriod(ends.id, 2)
  const states = async () =>
    (await Promise.all([ends, stays, later].map(({ id }) => look(id)))).map(({ status }) => status)
  expect(await states()).toEqual(['canceled', 'active', 'active'])
  await fake.advance(new Date(fake.now().getTime() + 86_400_000))
  expect(await states()).toEqual(['canceled', 'active', 'canceled'])
  await expect(stripe.subscriptions.update(ends.id, { cancel_at_period_end: false })).rejects.toMatchObject({
    statusCode: 400,
  })
})

test('what only Stripe’s billing can do is refused, with the name of what was asked for', async () => {
  const { id } = await subscribe('pm_card_visa')
  await expect(stripe.subscriptions.update(id, { trial_end: 'now' })).rejects.toMatchObject({
    param: 'trial_end',
  })
  await expect(stripe.coupons.create({ percent_off: 10, duration: 'once' })).rejects.toMatchObject({ statusCode: 400 })
  await expect(stripe.subscriptions.cancel(id, { prorate: true })).rejects.toMatchObject({ param: 'prorate' })
})
