import { type FakeStripe, startStripe } from '@spacekeeper/simulators/stripe/server.ts'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FaultPoint, openFaultyLine, type FaultyLine } from '#platform/db/faulty-line.testing.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { stripeClient } from './client.ts'
import { aCardPayer, type CutAct, cutActs, cutOn, sumOf, takenOf, untilDone } from './cut-acts.testing.ts'
import { finishCheckout } from './paying/checkout.ts'
import { payOnPage, sessionIn } from './paying/pay-on-page.testing.ts'
import { topUp } from './paying/top-ups.ts'
import { syncRoot } from './sync-root.ts'

const webhookSecret = 'whsec_of_these_tests'

let line: FaultyLine
let fake: FakeStripe
let stripe: Stripe
/** Loses its database on the way. */
let portal: TestPortal
/** A second process on the same database. */
let other: TestPortal

beforeAll(async () => {
  fake = await startStripe()
  stripe = new Stripe(fake.secretKey, fake.client)
  portal = await startTestPortal({
    stripeUrl: fake.url,
    through: async (connectionString) => {
      line = await openFaultyLine(connectionString)
      return line.lead(connectionString)
    },
  })
  other = await portal.another()
  for (const [key, value] of [
    ['STRIPE_SECRET_KEY', fake.secretKey],
    ['STRIPE_PUBLISHABLE_KEY', fake.publishableKey],
    ['STRIPE_WEBHOOK_SECRET', webhookSecret],
    ['ENABLE_STRIPE', true],
    ['MEMBERBUCKS_MAX_TOPUP', 50],
  ] as const) {
    await changeSetting(portal.ctx, { key, value })
  }
  const { id: monthly } = await aPlan(portal.db, {
    costCents: 3100,
    collectors: ['stripe', 'bank'],
    joiningFeeCents: 1000,
  })
  const { id: bigger } = await aPlan(portal.db, { costCents: 6200, collectors: ['stripe'] })
  const { id: treasurerId } = await aMember(portal.db, { permissions: ['money'] })
  cutOn({ portal, fake, stripe, monthly, bigger, treasurerId })
  // Asked again without a pause between.
  const sender: unknown = Reflect.get(await stripeClient(portal.ctx), '_requestSender')
  Object.defineProperty(sender, '_getSleepTimeInMS', { value: () => 0 })
})
afterAll(async () => {
  await other.close()
  await portal.close()
  await line.close()
  await fake.close()
})

/** What is there and here of it, as it is when it was done once. */
const onceOf = ({ taken }: CutAct) => ({ there: taken, here: taken })

const outcomeOf = async ({ sum }: CutAct, memberId: number) => ({
  there: await takenOf(memberId),
  here: await sumOf(sum, memberId),
})

/** What is cut before a read is what is cut before the next write. */
const reads = /^\s*select\b(?!.*(?:add_job|pg_notify))/is
const label = ({ side, at }: FaultPoint) => `${side} statement ${at}`

test.each(cutActs)('with the database gone at any write of $name, money is taken and booked once', async (act) => {
  const rehearsed = await act.prepare()
  const all = await line.findPoints(() => act.run(rehearsed), act.table)
  const points = all.filter(({ script, at }) => !reads.test(script[at] ?? ''))
  expect(points.length).toBeGreaterThan(3)
  for (const point of points) {
    const memberId = await act.prepare()
    const struck = line.strike(point, 'cut')
    const ran = act.run(memberId).catch(() => null)
    await struck
    await ran
    await untilDone(() => act.again(memberId))
    expect(await outcomeOf(act, memberId), label(point)).toEqual(onceOf(act))
  }
})

/** Every kind of write of this at Stripe, as faults name them. */
const writesOf = async (run: () => Promise<unknown>): Promise<string[]> => {
  const before = fake.requests().at(-1)?.id
  await run()
  const made = fake.requests()
  const writes = made.slice(made.findIndex(({ id }) => id === before) + 1).filter(({ method }) => method !== 'GET')
  return [...new Set(writes.map(({ method, path }) => `${method} ${path.replaceAll(/\/[a-z]+_\w+(?=\/|$)/g, '/*')}`))]
}

test.each(cutActs)(
  'when Stripe does any write of $name and never answers, money is taken and booked once',
  async (act) => {
    const memberId = await act.prepare()
    for (const on of await writesOf(() => act.run(memberId))) {
      const id = await act.prepare()
      // Asked once more by the library each time, with the same key, until it gives up.
      fake.faults.add({ what: 'timeoutAfterWrite', on, times: 3 })
      await act.run(id).catch(() => null)
      fake.faults.clear()
      await untilDone(() => act.again(id))
      expect(await outcomeOf(act, id), on).toEqual(onceOf(act))
    }
  },
)

test.each(cutActs)('two processes that do $name at once take and book the money once', async (act) => {
  const memberId = await act.prepare()
  await Promise.allSettled([act.run(memberId, portal), act.run(memberId, other)])
  await act.again(memberId)
  expect(await outcomeOf(act, memberId), 'two at once').toEqual(onceOf(act))
})

test('a member who comes back from Stripe’s page while its webhook is looked at by another process is booked once', async () => {
  const memberId = await aCardPayer()
  const { url } = await topUp(portal.ctx, { memberId, amountCents: 1500, way: 'checkout', idempotencyKey: 'page' })
  const session = sessionIn(await payOnPage(url))
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session)
  const root = typeof intent === 'string' ? intent : (intent?.id ?? '')
  await Promise.all([
    finishCheckout(portal.ctx, { memberId, session }),
    syncRoot(other.ctx, root),
    syncRoot(portal.ctx, root),
  ])
  expect([await takenOf(memberId), await sumOf('ledger_entries', memberId)]).toEqual([1500, 1500])
})

const send = async (id: string): Promise<number> => {
  const object = { id: `pi_${id}`, object: 'payment_intent' }
  const payload = JSON.stringify({
    id,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: 1,
    data: { object },
  })
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
  const headers = { 'content-type': 'application/json', 'stripe-signature': header }
  const answer = await portal.app.inject({ method: 'POST', url: '/api/billing/stripe-webhook/', headers, payload })
  return answer.statusCode
}

test('an event is stored before it is answered: where storing it is cut, Stripe hears no 200 and sends it again, and it is stored once', async () => {
  const points = await line.findPoints(async () => expect(await send('evt_first')).toBe(200), 'stripe_events')
  for (const [at, point] of points.entries()) {
    const id = `evt_cut${at}`
    const struck = line.strike(point, 'cut')
    const answered = send(id)
    await struck
    expect(await answered, label(point)).toBeGreaterThanOrEqual(500)
    await untilDone(async () => expect(await send(id)).toBe(200))
    const rows = await portal.db.selectFrom('stripe_events').select('id').where('id', '=', id).execute()
    expect(rows, label(point)).toHaveLength(1)
  }
})
