import { Stripe } from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#platform/ctx.ts'
import { changeBilling } from '../../billing/billing-work.ts'
import { startSubscription } from '../../billing/subscriptions/subscriptions.ts'
import { aPlan } from '../../plans/factory.ts'
import { changeSetting } from '../../settings/settings.ts'
import { openStripeScene } from '../stripe-scene.testing.ts'
import { rootOf } from './event-roots.ts'

const scene = openStripeScene()
let memberId = 0

beforeAll(async () => {
  const { id: planId } = await aPlan(scene.portal.db, { costCents: 3100, collectors: ['stripe'] })
  memberId = await scene.aCardHolder()
  await changeBilling(systemCtx(scene.portal.services), 'billing.subscribed', (work) =>
    startSubscription(work, { memberId, planId, collector: 'stripe', paysBeforeAccess: true }),
  )
  await scene.settle()
})

const secret = () => scene.portal.services.settings.get('STRIPE_WEBHOOK_SECRET')

type SentEvent = { payload: string; signedWith?: string; at?: number }

const send = async ({ payload, signedWith, at }: SentEvent) => {
  const timestamp = at ?? Math.floor(scene.fake.now().getTime() / 1000)
  const header = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: signedWith ?? (await secret()),
    timestamp,
  })
  return scene.portal.app.inject({
    method: 'POST',
    url: '/api/billing/stripe-webhook/',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': header },
    payload,
  })
}

const newestEvent = async (type: string): Promise<Stripe.Event> => {
  const { data } = await scene.stripe.events.list({ type, limit: 1 })
  const [event] = data
  if (!event) throw new Error(`no ${type} yet`)
  return event
}

const stored = () =>
  scene.portal.db.selectFrom('stripe_events').select(['id', 'outcome', 'handled_at']).orderBy('received_at').execute()

const money = async () => {
  const { db } = scene.portal
  const [payments, charges] = [db.selectFrom('payments').selectAll(), db.selectFrom('charges').selectAll()]
  return { payments: await payments.execute(), charges: await charges.execute() }
}

test('an event that is not signed with the secret of the settings is refused, and nothing is stored', async () => {
  const before = (await stored()).length
  const payload = JSON.stringify({ ...(await newestEvent('payment_intent.succeeded')), id: 'evt_forged' })
  const answer = await send({ payload, signedWith: 'whsec_guessed' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'webhookRefused' })
  expect((await stored()).length).toBe(before)
})

test('a signature that is too old, or of tomorrow, is refused', async () => {
  const payload = JSON.stringify(await newestEvent('payment_intent.succeeded'))
  const now = Math.floor(scene.fake.now().getTime() / 1000)
  expect((await send({ payload, at: now - 301 })).statusCode).toBe(400)
  expect((await send({ payload, at: now + 86_400 })).statusCode).toBe(400)
})

test('without a secret no event is taken', async () => {
  const ctx = systemCtx(scene.portal.services)
  const before = await secret()
  await changeSetting(ctx, { key: 'STRIPE_WEBHOOK_SECRET', value: '' })
  const answer = await send({
    payload: JSON.stringify(await newestEvent('payment_intent.succeeded')),
    signedWith: before,
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'webhookOff' })
  await changeSetting(ctx, { key: 'STRIPE_WEBHOOK_SECRET', value: before })
})

test('an event that comes again is known, and changes nothing', async () => {
  const before = await money()
  const event = await newestEvent('payment_intent.succeeded')
  const known = (await stored()).filter(({ id }) => id === event.id)
  expect(known).toHaveLength(1)
  const answer = await send({ payload: JSON.stringify(event) })
  expect(answer.statusCode).toBe(200)
  await scene.settle()
  expect((await stored()).filter(({ id }) => id === event.id)).toEqual(known)
  expect(await money()).toEqual(before)
})

const shaped = { id: 'evt_odd', object: 'event', type: 'invoice.paid', created: 1_700_000_000, data: { object: {} } }
const oddEvents: [what: string, payload: unknown, isKept: boolean][] = [
  ['nothing', {}, false],
  ['no text', null, false],
  ['a list', [shaped], false],
  ['no data', { ...shaped, id: 'evt_odd_1', data: null }, true],
  ['empty data', { ...shaped, id: 'evt_odd_2', data: {} }, true],
  ['data that is text', { ...shaped, id: 'evt_odd_3', data: 'x' }, true],
  ['no object', { ...shaped, id: 'evt_odd_4', data: { object: null } }, true],
  ['an object of odd names', { ...shaped, id: 'evt_odd_5', data: { object: { object: 1, id: 'a\u0000' } } }, true],
  [
    'a payment of an odd name',
    { ...shaped, id: 'evt_odd_6', data: { object: { object: 'payment_intent', id: 'a\u0000' } } },
    true,
  ],
  [
    'an invoice of an odd customer',
    { ...shaped, id: 'evt_odd_7', data: { object: { object: 'invoice', customer: 'x'.repeat(5000) } } },
    true,
  ],
  ['a time that is text', { ...shaped, created: 'x' }, false],
  ['a time that is none', { ...shaped, created: 1e20 }, false],
  ['a time before all', { ...shaped, created: -1 }, false],
  ['no id', { ...shaped, id: null }, false],
  ['no type', { ...shaped, type: null }, false],
  ['a long id', { ...shaped, id: 'e'.repeat(5000) }, false],
  ['a NUL in its id', { ...shaped, id: 'evt_\u0000' }, false],
  ['an account that is a number', { ...shaped, account: 1 }, false],
  [
    'the newer kind',
    {
      id: 'evt_test_65',
      object: 'v2.core.event',
      type: 'v1.billing.meter.error_report_triggered',
      created: '2026-09-17T06:20:52.246Z',
      livemode: true,
      context: 'acct_1',
      related_object: { id: 'mtr_1', type: 'billing.meter', url: '/v1/billing/meters/mtr_1' },
    },
    true,
  ],
]
test.each(oddEvents)('a signed event with %s is taken and ignored', async (_what, payload, isKept) => {
  const before = (await stored()).length
  const answer = await send({ payload: JSON.stringify(payload) })
  expect(answer.statusCode).toBe(200)
  const added = (await stored()).slice(before)
  expect(added.map(({ outcome }) => outcome)).toEqual(isKept ? ['ignored'] : [])
})

test('what is signed and no JSON is taken and ignored', async () => {
  expect((await send({ payload: '{"id":' })).statusCode).toBe(200)
})

test('what an event says is not believed: the object is asked for', async () => {
  const before = await money()
  const event = await newestEvent('payment_intent.succeeded')
  const object = { ...event.data.object, status: 'canceled', amount_received: 0 }
  const forged = { ...event, id: 'evt_says_canceled', type: 'payment_intent.canceled', data: { object } }
  expect((await send({ payload: JSON.stringify(forged) })).statusCode).toBe(200)
  await scene.settle()
  const row = scene.portal.db.selectFrom('subscriptions').select('state').where('member_id', '=', memberId)
  expect((await row.executeTakeFirstOrThrow()).state).toBe('active')
  expect(await money()).toEqual(before)
})

test('events of customers and subscriptions that are none of ours change nothing', async () => {
  const before = await money()
  const customer = await scene.stripe.customers.create({ name: 'Someone else', payment_method: 'pm_card_visa' })
  const { data } = await scene.stripe.paymentMethods.list({ customer: customer.id })
  const price = await scene.stripe.prices.create({
    currency: 'aud',
    unit_amount: 900,
    recurring: { interval: 'month' },
    product_data: { name: 'A newspaper' },
  })
  const other = await scene.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: data[0]?.id ?? '',
  })
  await scene.stripe.subscriptions.cancel(other.id)
  await scene.settle()
  expect(await money()).toEqual(before)
  const rows = await scene.portal.db
    .selectFrom('stripe_events')
    .select('outcome')
    .where('root_id', '=', other.id)
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(({ outcome }) => outcome === 'notOurs')).toBe(true)
})

test('what a member pays and ends at Stripe beside their plan changes nothing about it', async () => {
  const before = await money()
  const ours = scene.portal.db.selectFrom('subscriptions').selectAll().where('member_id', '=', memberId)
  const plan = await ours.execute()
  const row = scene.portal.db.selectFrom('stripe_customers').select('customer_id').where('member_id', '=', memberId)
  const customer = (await row.executeTakeFirstOrThrow()).customer_id ?? ''
  await scene.stripe.invoiceItems.create({ customer, currency: 'aud', amount: 900, description: 'A workshop' })
  const invoice = await scene.stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' })
  await scene.stripe.invoices.finalizeInvoice(invoice.id)
  await scene.stripe.invoices.pay(invoice.id)
  const product_data = { name: 'A newsletter' }
  const price = await scene.stripe.prices.create({
    currency: 'aud',
    unit_amount: 200,
    recurring: { interval: 'month' },
    product_data,
  })
  const beside = await scene.stripe.subscriptions.create({ customer, items: [{ price: price.id }] })
  await scene.stripe.subscriptions.cancel(beside.id)
  await scene.settle()
  expect(await money()).toEqual(before)
  expect(await ours.execute()).toEqual(plan)
})

test.each([
  [{ object: 'invoice', id: 'in_1', parent: { subscription_details: { subscription: 'sub_1' } } }, 'sub_1'],
  [{ object: 'invoice', id: 'in_1', subscription: 'sub_1' }, 'sub_1'],
  [{ object: 'invoice', id: 'in_1', parent: null, customer: 'cus_1' }, 'cus_1'],
  [{ object: 'subscription', id: 'sub_1' }, 'sub_1'],
  [{ object: 'charge', id: 'ch_1', payment_intent: { id: 'pi_1' } }, 'pi_1'],
  [{ object: 'dispute', id: 'dp_1', payment_intent: 'pi_1' }, 'pi_1'],
  [{ object: 'checkout.session', id: 'cs_1', payment_intent: null, setup_intent: 'seti_1' }, 'seti_1'],
  [{ object: 'balance' }, null],
  [{}, null],
])('of %j Stripe is asked for %s', (object, root) => {
  expect(rootOf(object)).toBe(root)
})

test('an event of another account, which is only connected with ours, is kept and changes nothing', async () => {
  const before = await money()
  const event = await newestEvent('payment_intent.succeeded')
  const payload = JSON.stringify({ ...event, id: 'evt_connected', account: 'acct_of_others' })
  const asked = scene.fake.requests().length
  expect((await send({ payload })).statusCode).toBe(200)
  await scene.settle()
  expect((await stored()).find(({ id }) => id === 'evt_connected')).toMatchObject({ outcome: 'ignored' })
  expect(scene.fake.requests().length).toBe(asked)
  expect(await money()).toEqual(before)
})
