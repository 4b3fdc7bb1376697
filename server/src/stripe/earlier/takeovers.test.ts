import { type FakeStripe, startStripe } from '@spacekeeper/simulators/stripe/server.ts'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FaultyLine, openFaultyLine } from '#platform/db/faulty-line.testing.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { runBilling } from '../../billing/subscriptions/nightly.ts'
import { aMember } from '../../members/factory.ts'
import { aPlan } from '../../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { changeSetting } from '../../settings/settings.ts'
import { untilDone } from '../cut-acts.testing.ts'
import { aKeptPlan, type KeptPlace, type KeptPlan } from './kept-plans.testing.ts'
import { adopt } from './takeover-orders.ts'
import { takeOver, takeOverAll } from './takeovers.ts'

let line: FaultyLine
let fake: FakeStripe
let portal: TestPortal
let place: KeptPlace

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
  for (const [key, value] of [
    ['STRIPE_SECRET_KEY', fake.secretKey],
    ['STRIPE_PUBLISHABLE_KEY', fake.publishableKey],
    ['ENABLE_STRIPE', true],
  ] as const) {
    await changeSetting(portal.ctx, { key, value })
  }
  const { id: planId } = await aPlan(portal.db, { costCents: 3100, collectors: ['stripe', 'bank'] })
  place = { portal, stripe: new Stripe(fake.secretKey, fake.client), planId }
})
beforeEach(() => fake.faults.clear())
afterAll(async () => {
  await portal.close()
  await line.close()
  await fake.close()
})

const planOf = ({ id }: KeptPlan) =>
  portal.db
    .selectFrom('subscriptions')
    .select(['state', 'provider_ref', 'charged_through', 'paid_through', 'cancel_on', 'has_access'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const hindranceOf = async ({ id }: KeptPlan) =>
  (
    await portal.db
      .selectFrom('stripe_take_overs')
      .select('hindrance')
      .where('subscription_id', '=', id)
      .executeTakeFirst()
  )?.hindrance

const paidHere = async ({ memberId }: KeptPlan) => {
  const rows = portal.db.selectFrom('payments').select('amount_cents').where('member_id', '=', memberId)
  return (await rows.execute()).reduce((sum, { amount_cents: cents }) => sum + cents, 0)
}

const takenThere = async ({ customer }: KeptPlan) => {
  const { data } = await place.stripe.charges.list({ customer, limit: 100 })
  return data.reduce((sum, { status, amount }) => sum + (status === 'succeeded' ? amount : 0), 0)
}

const goTo = async (day: string) => {
  while (localDay(fake.now(), 'Australia/Brisbane') < day) {
    await fake.advance(new Date(fake.now().getTime() + 86_400_000))
    await runBilling(portal.ctx)
    await portal.runJobs()
  }
}

/** Tells what it has come to when the month after has been paid for. */
const outcomeOf = async (kept: KeptPlan) => ({
  ...(await planOf(kept)),
  here: await paidHere(kept),
  there: await takenThere(kept),
  atStripe: (await place.stripe.subscriptions.retrieve(kept.ref)).cancel_at_period_end,
})

const reads = /^\s*select\b(?!.*(?:add_job|pg_notify))/is

test('a plan that Stripe collected is charged here from the end of its period on, whichever write the portal ends at', async () => {
  const rehearsed = await aKeptPlan(place)
  const all = await line.findPoints(() => takeOver(portal.ctx, { subscriptionId: rehearsed.id }), 'stripe_take_overs')
  const once = await outcomeOf(rehearsed)
  expect(once).toMatchObject({ state: 'active', provider_ref: null, here: 3100, there: 3100, atStripe: true })
  expect(once.charged_through).toBe(once.paid_through)
  const points = all.filter(({ script, at }) => !reads.test(script[at] ?? ''))
  expect(points.length).toBeGreaterThan(3)
  for (const point of points) {
    const kept = await aKeptPlan(place)
    const struck = line.strike(point, 'cut')
    const ran = takeOver(portal.ctx, { subscriptionId: kept.id }).catch(() => null)
    await struck
    await ran
    await untilDone(() => takeOver(portal.ctx, { subscriptionId: kept.id }))
    expect(await outcomeOf(kept), `${point.side} statement ${point.at}`).toEqual(once)
  }
})

test('the same when Stripe does a write and never answers, and when two processes do it at once', async () => {
  for (const on of ['POST /v1/customers/*', 'POST /v1/subscriptions/*']) {
    const kept = await aKeptPlan(place)
    fake.faults.add({ what: 'timeoutAfterWrite', on, times: 3 })
    await takeOver(portal.ctx, { subscriptionId: kept.id }).catch(() => null)
    fake.faults.clear()
    await takeOver(portal.ctx, { subscriptionId: kept.id })
    expect(await outcomeOf(kept), on).toMatchObject({ state: 'active', provider_ref: null, here: 3100, there: 3100 })
  }
  const kept = await aKeptPlan(place)
  await Promise.allSettled([1, 2].map(() => takeOver(portal.ctx, { subscriptionId: kept.id })))
  await takeOver(portal.ctx, { subscriptionId: kept.id })
  expect(await outcomeOf(kept)).toMatchObject({ state: 'active', provider_ref: null, here: 3100, there: 3100 })
})

test('a month after, all that could be taken over was charged once, and what a person has to decide waits for them', async () => {
  const [plain, ending, paused, disputed, credited, renewed] = [
    await aKeptPlan(place),
    await aKeptPlan(place),
    await aKeptPlan(place),
    await aKeptPlan(place),
    await aKeptPlan(place),
    await aKeptPlan(place),
  ] as const
  await place.stripe.subscriptions.update(ending.ref, { cancel_at_period_end: true })
  await place.stripe.subscriptions.pause(paused.ref, {
    bill_for: { unused_time_from: { type: 'now' } },
    invoicing_behavior: 'pending_invoice_item',
  })
  const { data } = await place.stripe.charges.list({ customer: disputed.customer })
  await fake.control('open-dispute', { charge: data[0]?.id })
  await place.stripe.invoiceItems.create({
    customer: credited.customer,
    currency: 'aud',
    amount: 500,
    description: 'x',
  })
  // The portal was off while Stripe renewed it.
  const { charged_through: end } = await planOf(renewed)
  await fake.advance(new Date(new Date(`${end}T02:00:00Z`).getTime() + 7_200_000))
  for (let times = 0; times < 2; times += 1) await takeOverAll(portal.ctx)
  const [next] = [(await planOf(renewed)).charged_through]
  expect(next > end).toBe(true)
  expect([await paidHere(renewed), await takenThere(renewed)]).toEqual([6200, 6200])
  expect(await planOf(plain)).toMatchObject({ state: 'active', provider_ref: null })
  expect(await hindranceOf(paused)).toBe('paused')
  expect(await hindranceOf(disputed)).toBe('disputed')
  expect(await hindranceOf(credited)).toBe('credit')
  expect((await planOf(ending)).state).toBe('ended')
  await goTo(addDays(next, 1))
  for (const one of [plain, renewed]) {
    expect([await paidHere(one), await takenThere(one)]).toEqual([9300, 9300])
    expect((await place.stripe.subscriptions.retrieve(one.ref)).status).toBe('canceled')
  }
})

test('one with an unpaid month is asked for here instead, or ends, as a person decides', async () => {
  const [owed, given] = [await aKeptPlan(place), await aKeptPlan(place)]
  for (const { customer, ref } of [owed, given]) {
    const bad = await place.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await place.stripe.subscriptions.update(ref, { default_payment_method: bad.id })
  }
  const { charged_through: end } = await planOf(owed)
  await fake.advance(new Date(new Date(`${end}T02:00:00Z`).getTime() + 2 * 86_400_000))
  await takeOverAll(portal.ctx)
  expect([await hindranceOf(owed), await hindranceOf(given)]).toEqual(['unpaid', 'unpaid'])
  const { id: staffId } = await aMember(portal.db, { permissions: ['money'] })
  const ctx = { ...portal.ctx, actor: { ...portal.ctx.actor, id: staffId } } as typeof portal.ctx // any staff
  const order = ({ ref, memberId }: KeptPlan) => ({ ref, memberId, planId: place.planId })
  expect(await adopt(ctx, { ...order(owed), how: 'owedHere' })).toEqual({ refusedFor: null })
  expect(await adopt(ctx, { ...order(given), how: 'end' })).toEqual({ refusedFor: null })
  await portal.runJobs()
  expect(await planOf(owed)).toMatchObject({ provider_ref: null })
  expect((await place.stripe.subscriptions.retrieve(owed.ref)).status).toBe('canceled')
  expect((await place.stripe.invoices.list({ subscription: owed.ref, status: 'open' })).data).toEqual([])
  const open = portal.db.selectFrom('charges').select('amount_cents').where('member_id', '=', owed.memberId)
  expect(await open.where('state', '=', 'open').execute()).toEqual([{ amount_cents: 3100 }])
  expect((await planOf(given)).state).toBe('ended')
  expect((await place.stripe.subscriptions.retrieve(given.ref)).status).toBe('canceled')
})
