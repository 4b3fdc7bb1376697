import { type FakeStripe, startStripe } from '@spacekeeper/simulators/stripe/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FaultPoint, openFaultyLine, type FaultyLine } from '#platform/db/faulty-line.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { ensureCustomer } from './customers.ts'
import { untilDone } from './cut-acts.testing.ts'
import { findMethod, saveByName } from './methods/payment-methods.ts'
import { topUp } from './paying/top-ups.ts'
import { finishPayments } from './paying/unfinished-payments.ts'

let line: FaultyLine
let fake: FakeStripe
/** Loses its database on the way. */
let portal: TestPortal

beforeAll(async () => {
  fake = await startStripe({ now: new Date('2027-01-31T02:00:00Z') })
  portal = await startTestPortal({
    now: fake.now,
    stripeUrl: fake.url,
    through: async (connectionString) => {
      line = await openFaultyLine(connectionString)
      return line.lead(connectionString)
    },
  })
  await changeSetting(portal.ctx, { key: 'STRIPE_SECRET_KEY', value: fake.secretKey })
  await changeSetting(portal.ctx, { key: 'STRIPE_PUBLISHABLE_KEY', value: fake.publishableKey })
})
afterAll(async () => {
  await portal.close()
  await line.close()
  await fake.close()
})

const aPayer = async (): Promise<number> => {
  const { id } = await aMember(portal.db, { state: 'active' })
  await saveByName(portal.ctx, { memberId: id, methodId: 'pm_card_visa' })
  return id
}

const pay = (memberId: number) =>
  topUp(portal.ctx, { memberId, amountCents: 1000, way: 'saved', idempotencyKey: 'one' })

/** What Stripe took, and what is on the balance. */
const sumsOf = async (memberId: number) => {
  const customer = await ensureCustomer(portal.ctx, memberId)
  const intents = fake.requests().length > 0 ? await listIntents(customer) : []
  const row = await portal.db
    .selectFrom('balances')
    .select('balance_cents')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return { taken: intents.reduce((sum, cents) => sum + cents, 0), balance: row?.balance_cents ?? 0 }
}

const listIntents = async (customer: string): Promise<number[]> => {
  const { default: Stripe } = await import('stripe')
  const { data } = await new Stripe(fake.secretKey, fake.client).paymentIntents.list({ customer, limit: 100 })
  return data.map(({ amount_received: cents }) => cents)
}

const cut = async (point: FaultPoint, run: () => Promise<unknown>) => {
  const struck = line.strike(point, 'cut')
  const done = run().catch(() => null)
  await struck
  await done
}

const label = ({ side, at }: FaultPoint) => `${side} statement ${at}`

test.each(['stripe_payments', 'ledger_entries'])(
  'a portal that ends at any statement of a top-up that writes to %s takes the money once, and books it',
  async (table) => {
    const points = await line.findPoints(async () => pay(await aPayer()), table)
    expect(points.length).toBeGreaterThan(3)
    for (const point of points) {
      const memberId = await aPayer()
      await cut(point, () => pay(memberId))
      // The job of the row, some minutes later; then the member, who clicks once more.
      await fake.advance(new Date(fake.now().getTime() + 11 * 60_000))
      await untilDone(() => finishPayments(portal.ctx))
      await untilDone(() => pay(memberId))
      expect(await sumsOf(memberId), label(point)).toEqual({ taken: 1000, balance: 1000 })
    }
  },
)

test('a portal that ends at any statement of saving a card leaves one customer, and the card is saved when asked again', async () => {
  const aNewcomer = async () => (await aMember(portal.db, { state: 'active' })).id
  for (const table of ['stripe_customers', 'stripe_payment_methods']) {
    const save = (memberId: number) => saveByName(portal.ctx, { memberId, methodId: 'pm_card_visa' })
    const points = await line.findPoints(async () => save(await aNewcomer()), table)
    expect(points.length).toBeGreaterThan(1)
    for (const point of points) {
      const memberId = await aNewcomer()
      await cut(point, () => save(memberId))
      await untilDone(() => save(memberId))
      expect(await findMethod(portal.ctx, memberId), label(point)).toMatchObject({ last4: '4242' })
      const { default: Stripe } = await import('stripe')
      const { data } = await new Stripe(fake.secretKey, fake.client).customers.list({ limit: 100 })
      expect(data.filter(({ metadata }) => metadata['spacekeeper_member'] === String(memberId))).toHaveLength(1)
    }
  }
})
