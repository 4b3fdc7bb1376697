import { createServer } from 'node:http'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startStripe, type FakeStripe } from './server.ts'

type HeardEvent = { event: Stripe.Event; body: string; signature: string }

let fake: FakeStripe
let stripe: Stripe
let secret = ''
let endpoint: Stripe.WebhookEndpoint
const heard: HeardEvent[] = []
const portal = { status: 200, url: '', close: () => Promise.resolve() }

const listen = () =>
  new Promise<void>((resolve) => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        const signature = String(request.headers['stripe-signature'])
        heard.push({ event: JSON.parse(body), body, signature })
        response.writeHead(portal.status).end()
      })
    })
    portal.close = () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
    server.listen(0, '127.0.0.1', () => {
      const at = server.address()
      portal.url = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/hook`
      resolve()
    })
  })

beforeAll(async () => {
  await listen()
  fake = await startStripe({ now: new Date('2026-11-01T00:00:00Z') })
  stripe = new Stripe(fake.secretKey, { ...fake.client, maxNetworkRetries: 0 })
  endpoint = await stripe.webhookEndpoints.create({
    url: portal.url,
    enabled_events: ['customer.created', 'customer.updated', 'payment_intent.succeeded'],
    api_version: Stripe.API_VERSION,
  })
  secret = endpoint.secret ?? ''
})
afterAll(async () => {
  await fake.close()
  await portal.close()
})
afterEach(async () => {
  await fake.idle()
  portal.status = 200
  fake.faults.clear()
  heard.length = 0
})

const create = async (name: string) => {
  const { id } = await stripe.customers.create({ name })
  return id
}
const hours = (count: number) => fake.advance(new Date(fake.now().getTime() + count * 3_600_000))
const names = () => heard.map(({ event }) => ('name' in event.data.object ? event.data.object.name : undefined))

test('an event is signed as the library expects, in the version of its endpoint, with the request that made it', async () => {
  const idempotencyKey = 'member-7-customer'
  const { id } = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey })
  await fake.idle()
  const [{ body, signature } = { body: '', signature: '' }] = heard
  const at = fake.now().getTime()
  const event = stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, at)
  expect(event).toMatchObject({
    type: 'customer.created',
    api_version: endpoint.api_version,
    data: { object: { id, name: 'Ada' } },
    request: { idempotency_key: idempotencyKey },
  })
  expect(() => stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, at + 301_000)).toThrow(
    /tolerance/,
  )
  expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other', 300, undefined, at)).toThrow(/signature/)
})

test('an update says what it was before, and what was not asked for is not sent', async () => {
  const id = await create('Before')
  await stripe.customers.update(id, { name: 'After' })
  await stripe.customers.del(id)
  await fake.idle()
  expect(heard.map(({ event }) => event.type)).toEqual(['customer.created', 'customer.updated'])
  expect(heard[1]?.event.data.previous_attributes).toEqual({ name: 'Before' })
  const { data } = await stripe.events.list({ limit: 3 })
  expect(data.map(({ type }) => type)).toEqual(['customer.deleted', 'customer.updated', 'customer.created'])
})

test('what the portal did not take is tried again over hours, and listed as undelivered until it is taken', async () => {
  portal.status = 500
  await create('Refused')
  await fake.idle()
  const failed = async () => (await stripe.events.list({ delivery_success: false })).data.map(({ type }) => type)
  expect(await failed()).toEqual(['customer.created'])
  await hours(1)
  portal.status = 200
  await hours(1)
  expect(heard).toHaveLength(3)
  expect(new Set(heard.map(({ event }) => event.id)).size).toBe(1)
  expect(await failed()).toEqual([])
  expect(fake.deliveries().at(-1)).toMatchObject({
    state: 'succeeded',
    attempts: [{ status: 500 }, { status: 500 }, { status: 200 }],
  })
})

test('after some hours it is given up, and found by asking for what was not delivered', async () => {
  portal.status = 503
  const id = await create('Given up')
  await hours(24)
  expect(heard).toHaveLength(4)
  expect(fake.deliveries().at(-1)).toMatchObject({ state: 'failed' })
  const undelivered = await stripe.events.list({ delivery_success: false, types: ['customer.created'] })
  expect(undelivered.data).toMatchObject([{ data: { object: { id } }, pending_webhooks: 1 }])
  await hours(31 * 24)
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([])
})

test('webhooks are lost, late, sent twice and out of order on demand', async () => {
  fake.faults.add({ what: 'loseWebhook', type: 'customer.*' })
  await create('Lost')
  fake.faults.add({ what: 'duplicateWebhook' })
  await create('Twice')
  fake.faults.add({ what: 'delayWebhook', delayMs: 3_600_000 })
  await create('Late')
  await fake.idle()
  expect(names()).toEqual(['Twice', 'Twice'])
  await hours(1)
  expect(names()).toEqual(['Twice', 'Twice', 'Late'])
  heard.length = 0
  fake.faults.add({ what: 'delayWebhook', delayMs: 60_000, times: 3 })
  for (const name of ['1', '2', '3']) await create(name)
  fake.faults.add({ what: 'reorderWebhooks' })
  await hours(1)
  expect(names()).toEqual(['3', '2', '1'])
})

test('an endpoint that is disabled or removed hears nothing more', async () => {
  await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })
  await create('Unheard')
  await fake.idle()
  expect(heard).toEqual([])
  await stripe.webhookEndpoints.update(endpoint.id, { disabled: false, enabled_events: ['*'] })
  await create('Heard')
  await fake.idle()
  expect(heard).toHaveLength(1)
  expect(await stripe.webhookEndpoints.del(endpoint.id)).toMatchObject({ deleted: true })
  await create('Gone')
  await fake.idle()
  expect(heard).toHaveLength(1)
})

test('another program moves the clock, adds faults and looks at what was sent', async () => {
  const ask = async (name: string, body: object = {}) => {
    const response = await fetch(`${fake.url}/_control/${name}`, { method: 'POST', body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  }
  const to = new Date(fake.now().getTime() + 1_000).toISOString()
  expect(await ask('advance', { to })).toEqual({ status: 200, body: { now: to } })
  expect((await ask('fault', { what: 'rateLimited', times: 2 })).status).toBe(200)
  expect((await ask('faults')).body).toMatchObject([{ what: 'rateLimited', times: 2 }])
  expect((await ask('deliveries')).body).toBeInstanceOf(Array)
  expect((await ask('fault', { what: 'invented' })).status).toBe(400)
  expect((await ask('nothing')).body).toMatchObject({ error: expect.stringContaining('There is no control nothing.') })
})
