import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { seconds, startBilling, words } from './scene.testing.ts'

let scene: Awaited<ReturnType<typeof startBilling>>
beforeAll(async () => {
  scene = await startBilling('2027-03-01T00:00:00Z')
})
afterAll(() => scene.fake.close())

/** What can be said of two worlds whose ids differ. */
const story = async ({ stripe, fake, invoicesOf, look }: typeof scene, id: string) => ({
  status: (await look(id)).status,
  invoices: (await invoicesOf(id)).map(({ created, status, total, attempt_count, status_transitions: { paid_at } }) => [
    words(created),
    status,
    total,
    attempt_count,
    words(paid_at),
  ]),
  events: (await stripe.events.list({ limit: 100 })).data
    .map(({ type, created }) => `${words(created)} ${type}`)
    .toSorted(),
  now: fake.now().toISOString(),
})

test('moving the clock twice is the same as moving it once', async () => {
  const run = async (stops: string[]) => {
    const one = await startBilling('2027-01-31T10:00:00Z')
    onTestFinished(() => one.fake.close())
    const { customer } = await one.member()
    const { id } = await one.stripe.subscriptions.create({ customer, items: [{ price: await one.price(2000) }] })
    await one.stripe.subscriptions.update(id, {
      default_payment_method: (await one.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })).id,
    })
    for (const stop of stops) await one.to(stop)
    return story(one, id)
  }
  const all = await run(['2027-03-06T00:00:00Z'])
  expect(all.status).toBe('past_due')
  expect(
    await run(['2027-02-28T10:00:00Z', '2027-02-28T11:00:00Z', '2027-03-02T01:00:00Z', '2027-03-06T00:00:00Z']),
  ).toEqual(all)
})

test('a stand-in that was stopped goes on where it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'state.json')
  const one = await startBilling('2027-01-31T10:00:00Z', file)
  const { customer } = await one.member()
  const { id } = await one.stripe.subscriptions.create({ customer, items: [{ price: await one.price(2000) }] })
  await one.to('2027-02-28T10:30:00Z')
  await one.fake.close()
  const again = await startBilling('2027-01-31T10:00:00Z', file)
  onTestFinished(() => again.fake.close())
  await again.to('2027-03-01T00:00:00Z')
  expect((await again.invoicesOf(id)).map(({ status, total }) => [status, total])).toEqual([
    ['paid', 2000],
    ['paid', 2000],
  ])
})

test('a test clock has its own time, and goes two intervals of the shortest subscription ahead at most', async () => {
  const { stripe, fake, price, invoicesOf, look } = scene
  const clock = await stripe.testHelpers.testClocks.create({
    frozen_time: seconds('2030-01-31T10:00:00Z'),
    name: 'A year',
  })
  const { id: customer } = await stripe.customers.create({ test_clock: clock.id })
  const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price: await price(2000) }],
    default_payment_method: method,
  })
  expect([words(made.created), made.test_clock]).toEqual(['2030-01-31T10:00', clock.id])
  const advance = async (to: string) => {
    const { status } = await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: seconds(to) })
    expect(status).toBe('advancing')
    await fake.idle()
    return stripe.testHelpers.testClocks.retrieve(clock.id)
  }
  await expect(
    stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: seconds('2030-04-01T10:00:00Z') }),
  ).rejects.toMatchObject({ param: 'frozen_time' })
  await expect(
    stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: seconds('2030-01-01T10:00:00Z') }),
  ).rejects.toThrow('after')
  const ready = await advance('2030-03-31T10:00:00Z')
  expect([ready.status, words(ready.frozen_time)]).toEqual(['ready', '2030-03-31T10:00'])
  expect((await invoicesOf(made.id)).map(({ created, status }) => [words(created), status])).toEqual([
    ['2030-01-31T10:00', 'paid'],
    ['2030-02-28T10:00', 'paid'],
    ['2030-03-31T10:00', 'draft'],
  ])
  expect(fake.now().toISOString()).toBe('2027-03-01T00:00:00.000Z')
  await stripe.testHelpers.testClocks.del(clock.id)
  await expect(look(made.id)).rejects.toMatchObject({ code: 'resource_missing' })
})

test('a draft waits for an answer to invoice.created, for three days at most', async () => {
  const { stripe, member, price, to, invoicesOf } = scene
  let status = 500
  const server = createServer((_, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const endpoint = await stripe.webhookEndpoints.create({
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    enabled_events: ['invoice.created'],
  })
  const { customer } = await member()
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price: await price(2000) }] })
  const statusAt = async (time: string) => {
    await to(time)
    return (await invoicesOf(id)).at(-1)?.status
  }
  expect(await statusAt('2027-04-01T06:00:00Z')).toBe('draft')
  expect(await statusAt('2027-04-03T23:00:00Z')).toBe('draft')
  expect(await statusAt('2027-04-04T00:00:00Z')).toBe('paid')
  // Answered after some hours, it is an hour from then.
  expect(await statusAt('2027-05-01T02:00:00Z')).toBe('draft')
  status = 200
  expect(await statusAt('2027-05-02T00:00:00Z')).toBe('paid')
  await stripe.webhookEndpoints.del(endpoint.id)
  await stripe.subscriptions.cancel(id)
})

test('a trial costs nothing until it ends, and can end in a pause', async () => {
  const { stripe, member, price, to, look, invoicesOf, eventsOf } = scene
  const { customer } = await member()
  const trial_end = seconds('2027-05-12T00:00:00Z')
  const made = await stripe.subscriptions.create({ customer, items: [{ price: await price(2000) }], trial_end })
  const bare = await stripe.subscriptions.create({
    customer: (await member(null)).customer,
    items: [{ price: await price(2000) }],
    trial_end,
    trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
  })
  expect([
    made.status,
    (await invoicesOf(made.id)).map(({ total, lines }) => [total, lines.data[0]?.description]),
  ]).toEqual(['trialing', [[0, 'Free trial for 1 × Full membership']]])
  await to('2027-05-12T02:00:00Z')
  expect((await invoicesOf(made.id)).map(({ total, status }) => [total, status])).toEqual([
    [0, 'paid'],
    [2000, 'paid'],
  ])
  expect([(await look(made.id)).status, (await look(bare.id)).status]).toEqual(['active', 'paused'])
  expect(await eventsOf(['customer.subscription.trial_will_end'])).toHaveLength(2)
})

test('what is asked for at once is paid before a trial begins', async () => {
  const { stripe, member, price, product, look } = scene
  const { customer } = await member()
  const fee = await stripe.prices.create({ product, currency: 'eur', unit_amount: 1500 })
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price: await price(2000) }],
    add_invoice_items: [{ price: fee.id }],
    payment_behavior: 'default_incomplete',
    trial_end: seconds('2027-07-01T00:00:00Z'),
  })
  expect(made.status).toBe('incomplete')
  const paid = await stripe.invoices.pay(typeof made.latest_invoice === 'string' ? made.latest_invoice : '')
  expect([paid.total, (await look(made.id)).status]).toEqual([1500, 'trialing'])
})

test('a yearly price begins a new period in classic mode, and is worked out from the anchor in flexible mode', async () => {
  const { stripe, member, price, to } = scene
  const [monthly, yearly] = [await price(2000), await price(20_000, { interval: 'year' })]
  const begin = async (type: 'classic' | 'flexible') =>
    stripe.subscriptions.create({
      customer: (await member()).customer,
      items: [{ price: monthly }],
      billing_mode: { type },
    })
  const [classic, flexible] = [await begin('classic'), await begin('flexible')]
  await to('2027-05-22T02:00:00Z')
  const change = async (made: typeof classic) => {
    const after = await stripe.subscriptions.update(made.id, {
      items: [{ id: made.items.data[0]?.id ?? '', price: yearly }],
    })
    const invoice = await stripe.invoices.retrieve(typeof after.latest_invoice === 'string' ? after.latest_invoice : '')
    return [
      words(after.items.data[0]?.current_period_end),
      invoice.lines.data.map(({ amount }) => amount),
      words(after.billing_cycle_anchor),
    ]
  }
  expect(await change(classic)).toEqual(['2028-05-22T02:00', [-1355, 20_000], '2027-05-22T02:00'])
  expect(await change(flexible)).toEqual(['2028-05-12T02:00', [-1355, 19_454], '2027-05-12T02:00'])
})
