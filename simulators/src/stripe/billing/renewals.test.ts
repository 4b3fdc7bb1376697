import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterRenewal, periodOf, startBilling, words } from './scene.testing.ts'

let scene: Awaited<ReturnType<typeof startBilling>>
beforeAll(async () => {
  scene = await startBilling('2027-01-31T10:00:00Z')
})
afterAll(() => scene.fake.close())

test('a year of a subscription from 31 January is paid at the end of each month, an hour after the draft', async () => {
  const { stripe, member, price, to, invoicesOf, look } = scene
  const { customer } = await member()
  const { id } = await stripe.subscriptions.create({
    customer,
    items: [{ price: await price(2000) }],
    metadata: { member: '7' },
  })
  expect(periodOf(await look(id))).toEqual(['2027-01-31T10:00', '2027-02-28T10:00'])
  await to('2027-02-28T10:30:00Z')
  const [, draft] = await invoicesOf(id)
  expect([draft?.status, draft?.billing_reason, words(draft?.automatically_finalizes_at)]).toEqual([
    'draft',
    'subscription_cycle',
    '2027-02-28T11:00',
  ])
  await to('2028-02-01T00:00:00Z')
  const all = await invoicesOf(id)
  expect(all.map(({ created }) => words(created))).toEqual(
    [
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
      '2027-07-31',
      '2027-08-31',
      '2027-09-30',
      '2027-10-31',
      '2027-11-30',
      '2027-12-31',
      '2028-01-31',
    ].map((day) => `${day}T10:00`),
  )
  expect(new Set(all.map(({ status, total }) => `${status} ${total}`))).toEqual(new Set(['paid 2000']))
  expect(words(all[1]?.status_transitions.paid_at)).toBe('2027-02-28T11:00')
  expect(all.at(-1)?.number).toMatch(/-0013$/)
  const last = await stripe.invoices.retrieve(all.at(-1)?.id ?? '', {
    expand: ['payments.data.payment.payment_intent'],
  })
  const intent = last.payments?.data[0]?.payment.payment_intent
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 2000, metadata: {} })
  expect(last.parent?.subscription_details).toMatchObject({ metadata: { member: '7' }, subscription: id })
  expect(last.lines.data[0]).toMatchObject({
    description: '1 × Full membership (at €20.00 / month)',
    parent: { type: 'subscription_item_details' },
  })
  await stripe.subscriptions.cancel(id)
})

test('a failed renewal is tried with the card of the subscription, and recovers with a new one that is set there', async () => {
  const { stripe, member, price, to, invoicesOf, look, failLater, later } = scene
  const { customer, method } = await member()
  const { id } = await stripe.subscriptions.create({
    customer,
    items: [{ price: await price(2000) }],
    default_payment_method: method,
  })
  await failLater(id, customer)
  const renewal = (await look(id)).items.data[0]?.current_period_end ?? 0
  await to(afterRenewal(await look(id)))
  const failed = (await invoicesOf(id)).at(-1)
  expect([(await look(id)).status, failed?.status, failed?.attempt_count]).toEqual(['past_due', 'open', 1])
  expect((failed?.next_payment_attempt ?? 0) - renewal).toBe(86_400 + 3_600)
  // The customer's own card is fine, and is not what is tried.
  await to(later(1, 1))
  expect((await stripe.invoices.retrieve(failed?.id ?? '')).attempt_count).toBe(2)
  const { id: fresh } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.subscriptions.update(id, { default_payment_method: fresh })
  await to(later(2, 1))
  const paid = await stripe.invoices.retrieve(failed?.id ?? '')
  expect([(await look(id)).status, paid.status, paid.attempt_count]).toEqual(['active', 'paid', 3])
  expect(paid.next_payment_attempt).toBeNull()
  await stripe.subscriptions.cancel(id)
})

test('a renewal that fails to the end of the retries ends the subscription, or leaves it unpaid, as the settings say', async () => {
  const { stripe, fake, member, price, to, invoicesOf, look, failLater, later } = scene
  const begin = async () => {
    const { customer } = await member()
    const { id } = await stripe.subscriptions.create({ customer, items: [{ price: await price(2000) }] })
    await failLater(id, customer)
    return id
  }
  const ended = await begin()
  const end = (await look(ended)).items.data[0]?.current_period_end ?? 0
  await to(new Date((end + 9 * 86_400) * 1_000).toISOString())
  const canceled = await look(ended)
  expect([canceled.status, canceled.cancellation_details?.reason]).toEqual(['canceled', 'payment_failed'])
  const invoice = (await invoicesOf(ended)).at(-1)
  expect([invoice?.status, invoice?.attempt_count, invoice?.auto_advance]).toEqual(['open', 5, false])
  await fake.control('billing', { afterRetries: 'unpaid' })
  const unpaid = await begin()
  await to(later(70))
  expect((await look(unpaid)).status).toBe('unpaid')
  // Its invoices go on as drafts that nothing collects.
  const rest = await invoicesOf(unpaid)
  expect(rest.map(({ status }) => status)).toEqual(['paid', 'open', 'draft'])
  await fake.control('billing', { afterRetries: 'canceled' })
  await stripe.subscriptions.cancel(unpaid)
})

test('after a bank that wants to see the payer nothing is tried again, until they come', async () => {
  const { stripe, member, price, to, invoicesOf, look, eventsOf, later } = scene
  const { customer } = await member()
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price: await price(2000) }] })
  const { id: careful } = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
  await stripe.subscriptions.update(id, { default_payment_method: careful })
  await to(afterRenewal(await look(id)))
  const open = (await invoicesOf(id)).at(-1)
  expect((await look(id)).status).toBe('past_due')
  expect((await eventsOf(['invoice.payment_action_required'])).length).toBe(1)
  await to(later(1, 1))
  const after = await stripe.invoices.retrieve(open?.id ?? '', {
    expand: ['payments.data.payment.payment_intent', 'confirmation_secret'],
  })
  expect([after.attempt_count, after.status]).toEqual([2, 'open'])
  const intent = after.payments?.data[0]?.payment.payment_intent
  expect(typeof intent === 'object' && intent.status).toBe('requires_action')
  expect(after.confirmation_secret?.client_secret).toMatch(/^pi_.*_secret_/)
  await expect(stripe.invoices.pay(after.id)).rejects.toMatchObject({
    statusCode: 402,
    code: 'invoice_payment_intent_requires_action',
  })
  expect(
    await stripe.invoices
      .pay(after.id, { payment_method: 'pm_card_visa' })
      .catch((error: Stripe.errors.StripeError) => error.message),
  ).toContain('No such')
  const { id: fresh } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  expect((await stripe.invoices.pay(after.id, { payment_method: fresh })).status).toBe('paid')
  expect((await look(id)).status).toBe('active')
  await stripe.subscriptions.cancel(id)
})

test('a debit takes days: the subscription runs meanwhile, and is past due when it comes back', async () => {
  const { stripe, account, price, to, invoicesOf, look, later } = scene
  const { customer } = await account('DE89370400440532013000')
  const made = await stripe.subscriptions.create({ customer, items: [{ price: await price(2000) }] })
  expect(made.status).toBe('active')
  const [first] = await invoicesOf(made.id)
  expect([first?.status, first?.attempted]).toEqual(['open', true])
  await to(later(6))
  expect((await invoicesOf(made.id))[0]?.status).toBe('paid')
  const bad = await stripe.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban: 'DE65370400440002222227' },
    billing_details: { name: 'Bo', email: 'bo@example.org' },
  })
  await stripe.paymentMethods.attach(bad.id, { customer })
  await stripe.subscriptions.update(made.id, { default_payment_method: bad.id })
  await to(later(27))
  expect([(await look(made.id)).status, (await invoicesOf(made.id)).at(-1)?.status]).toEqual(['active', 'open'])
  await to(later(5))
  const failed = (await invoicesOf(made.id)).at(-1)
  expect([(await look(made.id)).status, failed?.attempt_count, failed?.next_payment_attempt]).toEqual([
    'past_due',
    1,
    null,
  ])
  await stripe.subscriptions.cancel(made.id)
  // Of a first debit that comes back the invoice is written off, and nothing else happens.
  const other = await account('DE65370400440002222227')
  const late = await stripe.subscriptions.create({ customer: other.customer, items: [{ price: await price(2000) }] })
  await to(later(8))
  expect([(await look(late.id)).status, (await invoicesOf(late.id))[0]?.status]).toEqual(['active', 'void'])
  await stripe.subscriptions.cancel(late.id)
})
