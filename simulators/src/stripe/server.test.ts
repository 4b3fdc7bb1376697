import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { paramVersion } from './requests/params.ts'
import { startStripe, type FakeStripe } from './server.ts'

const restricted = 'rk_test_only_customers_0000'
let fake: FakeStripe
let stripe: Stripe
const clientOf = (key: string, options: object = {}) =>
  new Stripe(key, { ...fake.client, maxNetworkRetries: 0, ...options })

beforeAll(async () => {
  fake = await startStripe({
    now: new Date('2026-11-01T00:00:00Z'),
    restrictedKeys: { [restricted]: ['/v1/customers'] },
  })
  stripe = clientOf(fake.secretKey)
})
afterAll(() => fake.close())
afterEach(() => fake.faults.clear())

/** The error that Stripe's library makes of an answer. */
const refusalOf = async (asked: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error('It was not refused.')
}

test('parameters are checked by the types of the library that is installed', () => {
  expect(paramVersion()).toBe(Stripe.PACKAGE_VERSION)
})

test('keys: a wrong one is refused, a publishable one cannot ask everything, a restricted one what it may', async () => {
  const wrong = await refusalOf(clientOf('sk_test_somethingelse1234').customers.list())
  expect(wrong).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
  expect(wrong.message).toBe('Invalid API Key provided: sk_test_*************1234')
  expect(await refusalOf(clientOf(fake.publishableKey).customers.list())).toMatchObject({ code: 'secret_key_required' })
  expect((await clientOf(restricted).customers.list()).data).toBeInstanceOf(Array)
  expect(await refusalOf(clientOf(restricted).events.list())).toMatchObject({ type: 'StripePermissionError' })
})

test('parameters: unknown, missing, of a wrong kind and empty ones are refused and named', async () => {
  const ask = async (path: string, body: string) => {
    const response = await fetch(`${fake.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fake.secretKey}` },
      body,
    })
    const { error }: { error: unknown } = JSON.parse(await response.text())
    return { status: response.status, error }
  }
  const cases: [path: string, body: string, error: object][] = [
    ['/v1/customers', 'emial=a', { code: 'parameter_unknown', param: 'emial' }],
    ['/v1/customers', '__proto__[name]=a', { code: 'parameter_unknown', param: '__proto__' }],
    ['/v1/customers', 'address[citty]=a', { code: 'parameter_unknown', param: 'address[citty]' }],
    ['/v1/customers', 'balance=much', { code: 'parameter_invalid_integer', param: 'balance' }],
    ['/v1/payment_intents', 'currency=aud', { code: 'parameter_missing', param: 'amount' }],
    ['/v1/payment_intents', 'amount=1&currency=aud', { code: 'amount_too_small', param: 'amount' }],
    ['/v1/payment_intents', 'amount=500&currency=aud&confirm=maybe', { param: 'confirm' }],
    [
      '/v1/payment_intents',
      'amount=500&currency=aud&customer=',
      { code: 'parameter_invalid_empty', param: 'customer' },
    ],
    [
      '/v1/setup_intents',
      'allowed_payment_method_types[]=card&automatic_payment_methods[enabled]=true',
      { param: 'allowed_payment_method_types' },
    ],
    [
      '/v1/payment_intents',
      'amount=500&currency=aud&payment_method_types[]=card',
      { code: 'payment_method_types_no_longer_supported' },
    ],
    ['/v1/webhook_endpoints', 'url=http://a&enabled_events[]=invented', { param: 'enabled_events[0]' }],
  ]
  for (const [path, body, error] of cases)
    expect(await ask(path, body), body).toMatchObject({
      status: 400,
      error: { type: 'invalid_request_error', ...error },
    })
  expect((await ask('/v1/elsewhere', '')).status).toBe(404)
  expect((await ask('/v1/customers/%E0%A4%A', '')).status).toBe(404)
})

test('nested names, lists, metadata and Unicode arrive as they were sent', async () => {
  const { id } = await stripe.customers.create({
    name: 'Zoë & 母',
    address: { city: 'Perth', country: 'AU' },
    preferred_locales: ['de', 'en'],
    metadata: { member: 7, note: 'c=d&e' },
  })
  await stripe.customers.update(id, { metadata: { member: '', plan: 'full' } })
  expect(await stripe.customers.retrieve(id)).toMatchObject({
    name: 'Zoë & 母',
    address: { city: 'Perth', country: 'AU', line1: null },
    preferred_locales: ['de', 'en'],
    metadata: { note: 'c=d&e', plan: 'full' },
  })
})

test('what is not there is named; of live objects it is said that the key is for tests', async () => {
  expect(await refusalOf(stripe.customers.retrieve('cus_gone'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such customer: 'cus_gone'",
  })
  await fake.control('live', { ids: ['cus_live'] })
  const intent = { amount: 500, currency: 'aud', customer: 'cus_live' }
  expect(await refusalOf(stripe.paymentIntents.create(intent))).toMatchObject({
    statusCode: 400,
    param: 'customer',
    message:
      "No such customer: 'cus_live'; a similar object exists in live mode, but a test mode key was used to make this request.",
  })
})

test('a deleted customer answers that it is deleted, and cannot be used', async () => {
  const { id } = await stripe.customers.create({})
  expect(await stripe.customers.del(id)).toEqual({ id, object: 'customer', deleted: true })
  expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true })
  expect(await refusalOf(stripe.customers.update(id, { name: 'x' }))).toMatchObject({ code: 'resource_missing' })
})

test('idempotency: the same key gives the same answer, and cannot be used for anything else', async () => {
  const idempotencyKey = 'topup-17-intent'
  const first = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey })
  const second = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey })
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(await refusalOf(stripe.customers.create({ name: 'Bo' }, { idempotencyKey }))).toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
  expect((await refusalOf(stripe.setupIntents.create({}, { idempotencyKey }))).message).toContain(
    "('/v1/setup_intents' vs '/v1/customers')",
  )
  // Parameters that were refused were never executed, so their key is free.
  const bad = { idempotencyKey: 'bad' }
  const wrong = { balance: 1, nmae: 'x' }
  await refusalOf(stripe.customers.create({ ...wrong }, bad))
  expect((await stripe.customers.create({ name: 'Free' }, bad)).name).toBe('Free')
  await fake.advance(new Date(fake.now().getTime() + 25 * 3_600_000))
  expect((await stripe.customers.create({ name: 'Ada' }, { idempotencyKey })).id).not.toBe(first.id)
})

test('idempotency: while the first request has no answer, the second is told to wait', async () => {
  fake.faults.add({ what: 'slow', on: 'POST /v1/customers', delayMs: 100 })
  const key = { idempotencyKey: 'slow-1' }
  const first = stripe.customers.create({ name: 'Slow' }, key)
  await expect.poll(() => fake.requests().at(-1)?.idempotencyKey).toBe('slow-1')
  expect(await refusalOf(stripe.customers.create({ name: 'Slow' }, key))).toMatchObject({
    statusCode: 409,
    code: 'idempotency_key_in_use',
  })
  const { id } = await first
  expect((await stripe.customers.create({ name: 'Slow' }, key)).id).toBe(id)
})

test('faults: a time-out after the write is done once, as the library asks again with its key', async () => {
  const on = 'POST /v1/customers'
  const retrying = clientOf(fake.secretKey, { maxNetworkRetries: 1 })
  for (const what of ['timeoutAfterWrite', 'rateLimited', 'refuseConnection'] as const) fake.faults.add({ what, on })
  await Promise.all([1, 2, 3].map((at) => retrying.customers.create({ email: 'once@example.com', name: `${at}` })))
  const made = await stripe.customers.list({ email: 'once@example.com' })
  expect(new Set(made.data.map(({ name }) => name))).toEqual(new Set(['1', '2', '3']))
  expect(made.data).toHaveLength(3)
})

test('faults: a 500 before the write leaves the key free, one after it is kept like an answer', async () => {
  const on = 'POST /v1/customers'
  const given = { email: 'five@example.com' }
  fake.faults.add({ what: 'errorBeforeWrite', on })
  const key = { idempotencyKey: 'five' }
  expect(await refusalOf(stripe.customers.create(given, key))).toMatchObject({ statusCode: 500 })
  expect((await stripe.customers.create(given, key)).email).toBe('five@example.com')
  fake.faults.add({ what: 'errorAfterWrite', on })
  const other = { idempotencyKey: 'six' }
  expect(await refusalOf(stripe.customers.create(given, other))).toMatchObject({ statusCode: 500 })
  expect(await refusalOf(stripe.customers.create(given, other))).toMatchObject({ statusCode: 500 })
  expect((await stripe.customers.list({ email: given.email })).data).toHaveLength(2)
  expect(fake.requests().at(-2)).toMatchObject({ path: '/v1/customers', status: 500, isReplayed: true })
})

test('lists come in pages, newest first, forwards and backwards, and wholly by the library', async () => {
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    ids.unshift((await stripe.customers.create({ name, email: 'pages@example.com' })).id)
  }
  const list = (params: object) => stripe.customers.list({ email: 'pages@example.com', ...params })
  const first = await list({ limit: 2 })
  expect(first).toMatchObject({ data: [{ name: 'e' }, { name: 'd' }], has_more: true, url: '/v1/customers' })
  const after = ids[1] ?? ''
  expect((await list({ limit: 2, starting_after: after })).data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
  expect((await list({ limit: 1, ending_before: ids[2] ?? '' })).data.map(({ id }) => id)).toEqual([after])
  const all = await list({ limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(ids)
  expect(await refusalOf(list({ limit: 101 }))).toMatchObject({ param: 'limit' })
  const found = await stripe.customers.search({ query: "email:'pages@example.com' AND name:'c'" })
  expect(found.data).toMatchObject([{ name: 'c' }])
  const { id } = await stripe.customers.create({ metadata: { member: 4711 } })
  expect((await stripe.customers.search({ query: 'metadata["member"]:"4711"' })).data).toMatchObject([{ id }])
})

test('paths are expanded, also in lists; what cannot be is refused', async () => {
  const { id } = await stripe.customers.create({ name: 'Expanded', payment_method: 'pm_card_visa' })
  const [method] = (await stripe.customers.listPaymentMethods(id)).data
  const intent = await stripe.paymentIntents.create({
    amount: 1_000,
    currency: 'aud',
    customer: id,
    payment_method: method?.id ?? '',
    confirm: true,
    off_session: true,
    expand: ['latest_charge.balance_transaction', 'customer'],
  })
  expect(intent).toMatchObject({
    customer: { name: 'Expanded' },
    latest_charge: { balance_transaction: { amount: 1_000, fee: 48, net: 952 } },
  })
  const listed = await stripe.charges.list({
    customer: id,
    expand: ['data.payment_intent.payment_method', 'data.refunds'],
  })
  expect(listed.data[0]).toMatchObject({
    payment_intent: { payment_method: { card: { last4: '4242' } } },
    refunds: { data: [] },
  })
  expect(await refusalOf(stripe.customers.retrieve(id, { expand: ['name'] }))).toMatchObject({
    message: 'This property cannot be expanded (name).',
  })
})

test('what is kept in a file is there after a restart, with its clock and what is yet to happen', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const now = new Date('2026-01-01T00:00:00Z')
  const file = join(folder, 'stripe.json')
  const before = await startStripe({ file, now })
  const client = new Stripe(before.secretKey, before.client)
  const { id } = await client.customers.create({ name: 'Kept', payment_method: 'pm_card_visa' })
  const [method] = (await client.customers.listPaymentMethods(id)).data
  const paying = { amount: 2_000, currency: 'aud', customer: id, confirm: true, off_session: true }
  await client.paymentIntents.create({ ...paying, payment_method: method?.id ?? '' })
  await before.advance(new Date('2026-01-02T00:00:00Z'))
  await before.close()
  const after = await startStripe({ file, now })
  onTestFinished(() => after.close())
  expect(after.now()).toEqual(new Date('2026-01-02T00:00:00Z'))
  const again = new Stripe(after.secretKey, after.client)
  expect(await again.customers.retrieve(id)).toMatchObject({ name: 'Kept' })
  await after.advance(new Date('2026-01-05T00:00:00Z'))
  expect((await again.payouts.list()).data).toMatchObject([{ amount: 1_935, status: 'paid' }])
})
