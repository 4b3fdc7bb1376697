import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterRenewal, idIn, itemIdOf, periodOf, startBilling, words } from './scene.testing.ts'

let scene: Awaited<ReturnType<typeof startBilling>>
beforeAll(async () => {
  scene = await startBilling('2027-01-31T10:00:00Z')
})
afterAll(() => scene.fake.close())

test('a change of plan costs what its preview said, and credits what was really paid', async () => {
  const { stripe, member, price, to, invoicesOf, look, later } = scene
  const { customer } = await member()
  const [small, large] = [await price(2000), await price(3500)]
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price: small }],
    billing_mode: { type: 'flexible' },
  })
  await to(later(10, 7))
  const proration_date = Math.floor(scene.fake.now().getTime() / 1_000)
  const items = [{ id: itemIdOf(made), price: large }]
  const preview = await stripe.invoices.createPreview({
    subscription: made.id,
    subscription_details: { items, proration_date, proration_behavior: 'always_invoice' },
  })
  await to(later(0, 1))
  const changed = await stripe.subscriptions.update(made.id, {
    items,
    proration_date,
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  })
  expect(changed.pending_update).toBeNull()
  expect(changed.items.data[0]?.price.id).toBe(large)
  const invoice = await stripe.invoices.retrieve(idIn(changed.latest_invoice))
  expect([invoice.status, invoice.total, invoice.amount_paid]).toEqual(['paid', preview.total, preview.amount_due])
  expect(invoice.lines.data.map(({ amount }) => amount)).toEqual(preview.lines.data.map(({ amount }) => amount))
  const [credit, debit] = invoice.lines.data
  expect(credit?.description).toMatch(/^Unused time on Full membership after /)
  expect(debit?.description).toMatch(/^Remaining time on Full membership after /)
  const first = (await invoicesOf(made.id))[0]
  expect(credit?.parent?.subscription_item_details?.proration_details?.credited_items).toEqual({
    invoice: first?.id,
    invoice_line_items: [first?.lines.data[0]?.id],
  })
  // Back again without a bill: the credit waits for the renewal, which is as long as before.
  await stripe.subscriptions.update(made.id, { items: [{ id: itemIdOf(made), price: small }] })
  const waiting = await stripe.invoiceItems.list({ customer, pending: true })
  expect(waiting.data.map(({ amount }) => Math.sign(amount)).toSorted((a, b) => a - b)).toEqual([-1, 1])
  await to(afterRenewal(await look(made.id)))
  const renewal = (await invoicesOf(made.id)).at(-1)
  expect(renewal?.lines.data.length).toBe(3)
  expect(renewal?.total).toBe(2000 + waiting.data.reduce((sum, { amount }) => sum + amount, 0))
  await stripe.subscriptions.cancel(made.id)
})

test('a change that cannot be paid waits for a day, and is then as if it had never been', async () => {
  const { stripe, member, price, to, look, eventsOf, failLater, later } = scene
  const { customer } = await member()
  const [small, large] = [await price(2000), await price(9000)]
  const made = await stripe.subscriptions.create({ customer, items: [{ price: small }] })
  await to(later(5))
  await failLater(made.id, customer)
  const change = () =>
    stripe.subscriptions.update(made.id, {
      items: [{ id: itemIdOf(made), price: large }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    })
  const waits = await change()
  expect([
    waits.status,
    waits.items.data[0]?.price.id,
    waits.pending_update?.subscription_items?.[0]?.price.id,
  ]).toEqual(['active', small, large])
  await to(later(1))
  expect((await look(made.id)).pending_update).toBeNull()
  expect((await stripe.invoices.retrieve(idIn(waits.latest_invoice))).status).toBe('void')
  expect((await eventsOf(['customer.subscription.pending_update_expired'])).length).toBe(1)
  const again = await change()
  const { id: fresh } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.invoices.pay(idIn(again.latest_invoice), { payment_method: fresh })
  const done = await look(made.id)
  expect([done.pending_update, done.items.data[0]?.price.id]).toEqual([null, large])
  expect((await eventsOf(['customer.subscription.pending_update_applied'])).length).toBe(1)
  await expect(
    stripe.subscriptions.update(made.id, { default_payment_method: fresh, payment_behavior: 'pending_if_incomplete' }),
  ).rejects.toThrow('You cannot pass')
  await stripe.subscriptions.cancel(made.id)
})

test('a pause gives the unused time back, and the credit pays for resuming', async () => {
  const { stripe, member, price, to, look, invoicesOf, eventsOf, failLater, later } = scene
  const { customer } = await member()
  const made = await stripe.subscriptions.create({ customer, items: [{ price: await price(3000) }] })
  await to(later(10))
  const paused = await stripe.subscriptions.pause(made.id, { type: 'subscription' })
  expect([paused.status, paused.status_details?.paused.subscription.type]).toEqual(['paused', 'pause_requested'])
  expect(words(paused.items.data[0]?.current_period_end)).toBe(later(0).slice(0, 16))
  const [credit] = (await stripe.invoiceItems.list({ customer, pending: true })).data
  expect(credit?.amount).toBeLessThan(-1900)
  await to(later(25))
  expect((await invoicesOf(made.id)).length).toBe(1)
  const preview = await stripe.invoices.createPreview({
    subscription: made.id,
    subscription_details: { resume_at: 'now', billing_cycle_anchor: { type: 'now' } },
  })
  const resumed = await stripe.subscriptions.resume(made.id, {
    billing_cycle_anchor: { type: 'now' },
    payment_behavior: 'resume_on_payment_success',
  })
  expect([resumed.status, resumed.status_details]).toEqual(['active', undefined])
  expect(periodOf(resumed)[0]).toBe(later(0).slice(0, 16))
  const invoice = await stripe.invoices.retrieve(idIn(resumed.latest_invoice))
  expect([invoice.status, invoice.total, invoice.total]).toEqual(['paid', 3000 + (credit?.amount ?? 0), preview.total])
  expect(await eventsOf(['customer.subscription.paused', 'customer.subscription.resumed'])).toEqual([
    'customer.subscription.paused',
    'customer.subscription.resumed',
  ])
  // With a card that fails it stays paused.
  await stripe.subscriptions.pause(made.id, { bill_for: { unused_time_from: { type: 'none' } } })
  await failLater(made.id, customer)
  expect((await stripe.subscriptions.resume(made.id, { payment_behavior: 'resume_on_payment_success' })).status).toBe(
    'paused',
  )
  await stripe.subscriptions.cancel(made.id)
  expect((await look(made.id)).status).toBe('canceled')
  const classic = await stripe.subscriptions.create({
    customer: (await member()).customer,
    items: [{ price: await price(3000) }],
    billing_mode: { type: 'classic' },
  })
  await expect(stripe.subscriptions.pause(classic.id)).rejects.toThrow('flexible')
  expect(
    (await stripe.subscriptions.migrate(classic.id, { billing_mode: { type: 'flexible' } })).billing_mode.type,
  ).toBe('flexible')
  expect((await stripe.subscriptions.pause(classic.id)).status).toBe('paused')
})

test('an end at the end of the period can be taken back until then', async () => {
  const { stripe, member, price, to, look, eventsOf, later } = scene
  const { customer } = await member()
  const made = await stripe.subscriptions.create({ customer, items: [{ price: await price(2000) }] })
  const planned = await stripe.subscriptions.update(made.id, { cancel_at_period_end: true })
  expect([planned.status, planned.cancel_at]).toEqual(['active', made.items.data[0]?.current_period_end])
  const kept = await stripe.subscriptions.update(made.id, { cancel_at_period_end: false })
  expect([kept.cancel_at, kept.canceled_at]).toEqual([null, null])
  await to(later(31))
  expect((await look(made.id)).status).toBe('active')
  const before = (await eventsOf(['customer.subscription.deleted'])).length
  await stripe.subscriptions.update(made.id, { cancel_at_period_end: true })
  await expect(stripe.invoices.createPreview({ subscription: made.id })).rejects.toMatchObject({
    statusCode: 404,
    code: 'invoice_upcoming_none',
  })
  await to(later(32))
  expect((await look(made.id)).status).toBe('canceled')
  expect((await eventsOf(['customer.subscription.deleted'])).length).toBe(before + 1)
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([])
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data.length).toBe(1)
  await expect(stripe.subscriptions.cancel(made.id)).rejects.toMatchObject({ code: 'resource_missing' })
})
