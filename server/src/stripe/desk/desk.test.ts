import { beforeAll, beforeEach, expect, test } from 'vitest'
import { systemCtx } from '#platform/ctx.ts'
import { changeBilling } from '../../billing/billing-work.ts'
import { reversePayment } from '../../billing/payments/reversals.ts'
import { startSubscription } from '../../billing/subscriptions/subscriptions.ts'
import { closeBooks } from '../../books/closing.ts'
import { sumJournal } from '../../books/journal.ts'
import type { TestClient } from '../../client.testing.ts'
import { aMember } from '../../members/factory.ts'
import { aPlan } from '../../plans/factory.ts'
import { changeSetting } from '../../settings/settings.ts'
import { stripeChecks } from '../checks.ts'
import { reconcile } from '../reconciliation.ts'
import { openStripeScene } from '../stripe-scene.testing.ts'
import { readStripeBalance } from './balance-reading.ts'
import { describeFault, findClearingFaults } from './clearing.ts'

const scene = openStripeScene()
let planId = 0
let treasurerId = 0
let desk: TestClient

beforeAll(async () => {
  planId = (await aPlan(scene.portal.db, { costCents: 3100, collectors: ['stripe'] })).id
  treasurerId = (await aMember(scene.portal.db, { permissions: ['money'] })).id
})
// Days go by between and in tests, and sessions end with them.
beforeEach(async () => {
  desk = await scene.portal.as(treasurerId)
})

const ctx = () => systemCtx(scene.portal.services)

const join = async (): Promise<{ memberId: number; intentId: string }> => {
  const memberId = await scene.aCardHolder()
  await changeBilling(ctx(), 'billing.subscribed', (work) =>
    startSubscription(work, { memberId, planId, collector: 'stripe', paysBeforeAccess: true }),
  )
  await scene.settle()
  const payment = await scene.portal.db
    .selectFrom('payments')
    .select('provider_ref')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { memberId, intentId: payment.provider_ref ?? '' }
}

const chargeOf = async (intentId: string): Promise<string> => {
  const { latest_charge: charge } = await scene.stripe.paymentIntents.retrieve(intentId)
  return typeof charge === 'string' ? charge : ''
}

/** Days go by, and in the night everything is compared. */
const goTo = async (day: string) => {
  await scene.goTo(day)
  await reconcile(ctx())
  desk = await scene.portal.as(treasurerId)
}

/** What an account holds by the end of a day. */
const held = async (account: string, through: string): Promise<number> => {
  const totals = await sumJournal(ctx(), { after: null, through, currency: 'AUD' })
  return totals.reduce(
    (sum, { debit, credit, cents }) => sum + (debit === account ? cents : 0) - (credit === account ? cents : 0),
    0,
  )
}

const check = async (name: string) => {
  const found = stripeChecks.find((one) => one.name === name)
  return found?.find(ctx(), new AbortController().signal)
}

test('two payouts come to zero with their fees, a refund, a dispute and a top-up', async () => {
  const [refunded, disputed] = [await join(), await join()]
  const client = await scene.portal.as(refunded.memberId)
  await client.stripe.topUp({ amountCents: 2000, way: 'saved', idempotencyKey: 'clearing-top-up' })
  await goTo('2027-02-04')
  const [first] = (await desk.stripe.getClearing({})).payouts
  // 31, 31 and 20 less 1.75 % and 30 cents each.
  expect(first).toMatchObject({ state: 'clear', restCents: 0, grossCents: 8200, feeCents: 84 + 84 + 65, faults: [] })
  expect(await held('cardClearing', '2027-02-28')).toBe(0)
  expect(await held('bank', '2027-02-28')).toBe(first?.amountCents)
  expect(await held('cardFees', '2027-02-28')).toBe(233)

  for (let more = 0; more < 4; more += 1) await join()
  await scene.stripe.refunds.create({ payment_intent: refunded.intentId, amount: 1000 })
  await scene.fake.control('open-dispute', { charge: await chargeOf(disputed.intentId) })
  await goTo('2027-02-08')
  const { payouts, left, otherFaults } = await desk.stripe.getClearing({})
  expect(payouts.map(({ state, restCents }) => [state, restCents])).toEqual([
    ['clear', 0],
    ['clear', 0],
  ])
  expect([left, otherFaults]).toEqual([[], []])
  expect(await held('cardClearing', '2027-02-28')).toBe(0)
  expect(await held('cardFees', '2027-02-28')).toBe(233 + 4 * 84 + 2500)
  expect(await check('stripe.clearing')).toMatchObject({ state: 'well' })
})

test('the balance is read again without anything being booked twice', async () => {
  const before = await held('cardFees', '2027-02-28')
  expect(await readStripeBalance(ctx())).toBe(0)
  expect(await held('cardFees', '2027-02-28')).toBe(before)
})

test('a payment that is none of the portal’s is named with its payout, until it is set aside', async () => {
  const intent = await scene.stripe.paymentIntents.create({
    amount: 4000,
    currency: 'aud',
    payment_method: 'pm_card_visa',
    confirm: true,
    allowed_payment_method_types: ['card'],
  })
  await goTo('2027-02-13')
  const [newest] = (await desk.stripe.getClearing({})).payouts
  expect(newest).toMatchObject({ state: 'unclear', faultCount: 1 })
  const [fault] = newest?.faults ?? []
  expect(fault).toMatchObject({ kind: 'notOurs', ref: intent.id, theirCents: 4000 })
  expect(await check('stripe.clearing')).toMatchObject({ state: 'attention', says: expect.stringContaining(intent.id) })
  const wanted = { movementIds: [fault?.movementId ?? 0], account: 'otherIncome' as const, note: 'Tickets' }
  await desk.stripe.setAside(wanted)
  await expect(desk.stripe.setAside(wanted)).rejects.toMatchObject({ code: 'alreadyDecided' })
  expect((await desk.stripe.getClearing({})).payouts[0]).toMatchObject({ state: 'clear', faults: [] })
  expect(await held('cardClearing', '2027-02-28')).toBe(0)
  expect(await held('otherIncome', '2027-02-28')).toBe(-4000)
  // Undone, it is named again and booked as before, and can be set aside as something else.
  const movementId = wanted.movementIds[0] ?? 0
  expect((await desk.stripe.listSetAsides({})).setAsides).toMatchObject([{ movementId, note: 'Tickets' }])
  await desk.stripe.undoSetAside({ movementId })
  await expect(desk.stripe.undoSetAside({ movementId })).rejects.toMatchObject({ code: 'alreadyUndone' })
  expect((await desk.stripe.getClearing({})).payouts[0]).toMatchObject({ state: 'unclear', faultCount: 1 })
  expect(await held('otherIncome', '2027-02-28')).toBe(0)
  expect((await desk.stripe.listSetAsides({})).setAsides).toEqual([])
  await desk.stripe.setAside({ ...wanted, account: 'corrections' })
  expect(await held('cardClearing', '2027-02-28')).toBe(0)
  expect(await held('corrections', '2027-02-28')).toBe(-4000)
})

test('a payment that is booked here with another amount is named with both', async () => {
  const { intentId, memberId } = await join()
  const payments = scene.portal.db.selectFrom('payments').select('id').where('member_id', '=', memberId)
  const { id: paymentId } = await payments.executeTakeFirstOrThrow()
  // As if a treasurer had taken it back by hand, while Stripe still has the money.
  await changeBilling(ctx(), 'billing.paymentReversed', (work) =>
    reversePayment(work, { paymentId, reason: 'Mistake' }),
  )
  await goTo('2027-02-17')
  const fault = (await findClearingFaults(ctx())).find(({ ref }) => ref === intentId)
  expect(fault).toMatchObject({ kind: 'differs', theirCents: 3100, ourCents: 0, memberId })
  expect(fault && describeFault(fault)).toContain('31.00 AUD at Stripe and 0.00 AUD here')
})

test('what moved in a month that is closed by now is booked on the first day that is open', async () => {
  await scene.goTo('2027-02-28')
  await join()
  await scene.goTo('2027-03-01')
  const [{ newest } = { newest: null }] = await scene.portal.db
    .selectFrom('stripe_movements')
    .select((is) => is.fn.max('id').as('newest'))
    .execute()
  await closeBooks(ctx(), { through: '2027-02-28' })
  const before = await held('cardFees', '2027-02-28')
  await readStripeBalance(ctx())
  const added = await scene.portal.db
    .selectFrom('stripe_movements')
    .select('booked_on')
    .where('id', '>', newest ?? 0)
    .execute()
  expect(added.length).toBeGreaterThan(0)
  expect(added.every(({ booked_on: day }) => day > '2027-02-28')).toBe(true)
  expect(await held('cardFees', '2027-02-28')).toBe(before)
})

test('an event is looked at again by a button, and lost ones come with a comparison', async () => {
  await scene.settle()
  const { events } = await desk.stripe.listEvents({})
  const event = events.find(({ type }) => type === 'payment_intent.succeeded')
  await desk.stripe.repeatEvent({ eventId: event?.id ?? '' })
  expect((await desk.stripe.listEvents({ state: 'waiting' })).events.map(({ id }) => id)).toEqual([event?.id])
  await scene.settle()
  expect((await desk.stripe.listEvents({ state: 'waiting' })).events).toEqual([])
  await expect(desk.stripe.repeatEvent({ eventId: 'evt_unknown' })).rejects.toMatchObject({ code: 'notFound' })
  await desk.stripe.compareNow()
  await scene.settle()
  const { comparisons } = await desk.stripe.listComparisons({})
  expect(comparisons[0]).toMatchObject({ failure: null, problems: [] })
})

test('staff see what Stripe says of a member, also of a subscription that is none of the portal’s', async () => {
  const { memberId } = await join()
  const { customerId } = await desk.stripe.getMemberAtStripe({ memberId })
  const price = await scene.stripe.prices.create({
    currency: 'aud',
    unit_amount: 200,
    recurring: { interval: 'month' },
    product_data: { name: 'A newsletter' },
  })
  await scene.stripe.subscriptions.create({ customer: customerId ?? '', items: [{ price: price.id }] })
  expect((await desk.stripe.getMemberAtStripe({ memberId })).subscriptions).toMatchObject([
    { isOurs: false, costCents: 200 },
  ])
  await scene.stripe.customers.del(customerId ?? '')
  expect(await desk.stripe.getMemberAtStripe({ memberId })).toMatchObject({ isDeletedThere: true })
})

test('disputes are listed with their reason, their day and whose they are', async () => {
  const { intentId, memberId } = await join()
  await scene.fake.control('open-dispute', { charge: await chargeOf(intentId), reason: 'fraudulent' })
  const { disputes } = await desk.stripe.listDisputes()
  expect(disputes[0]).toMatchObject({ amountCents: 3100, reason: 'fraudulent', memberId })
  expect(disputes[0]?.dueAt).not.toBeNull()
})

test('only administrators set up events; the check compares address, version and secret', async () => {
  expect(await desk.stripe.getConnection()).toMatchObject({ isLive: false, maySetUp: false, problem: '' })
  await expect(desk.stripe.setUpEvents()).rejects.toMatchObject({ status: 403 })
  const admin = await aMember(scene.portal.db, { isAdmin: true })
  await (await scene.portal.as(admin.id)).stripe.setUpEvents()
  const connection = await desk.stripe.getConnection()
  expect(connection.endpoint).toMatchObject({ version: connection.wantedVersion, isEnabled: true, missing: [] })
  expect(await check('stripe.endpoint')).toMatchObject({ state: 'well' })
})

test('a key that Stripe refuses, and keys of two kinds, are each said in a sentence', async () => {
  const [secret, publishable] = await Promise.all([
    scene.portal.services.settings.get('STRIPE_SECRET_KEY'),
    scene.portal.services.settings.get('STRIPE_PUBLISHABLE_KEY'),
  ])
  await changeSetting(ctx(), { key: 'STRIPE_SECRET_KEY', value: 'sk_test_wrong' })
  expect(await check('stripe.keys')).toMatchObject({ state: 'wrong', says: 'Stripe refuses the secret key.' })
  await changeSetting(ctx(), { key: 'STRIPE_SECRET_KEY', value: secret })
  await changeSetting(ctx(), { key: 'STRIPE_PUBLISHABLE_KEY', value: 'pk_live_other' })
  expect(await check('stripe.keys')).toMatchObject({ state: 'wrong', says: expect.stringContaining('One key') })
  await changeSetting(ctx(), { key: 'STRIPE_PUBLISHABLE_KEY', value: publishable })
  expect(await check('stripe.keys')).toMatchObject({ state: 'well', says: expect.stringContaining('test key') })
  await scene.fake.control('live', { ids: ['cus_live'] })
  const customers = scene.portal.db.selectFrom('stripe_customers').select(['member_id', 'customer_id'])
  const { member_id: first, customer_id: before } = await customers.orderBy('member_id').executeTakeFirstOrThrow()
  const keep = (customer_id: string | null) =>
    scene.portal.db.updateTable('stripe_customers').set({ customer_id }).where('member_id', '=', first).execute()
  for (const [id, says] of [
    ['cus_live', 'live cards'],
    ['cus_elsewhere', 'not in this account'],
  ] as const) {
    await keep(id)
    expect(await check('stripe.keys')).toMatchObject({ state: 'wrong', says: expect.stringContaining(says) })
  }
  await keep(before)
})

test('the days of a payout in the books are those it arrives on', async () => {
  const rows = await scene.portal.db
    .selectFrom('stripe_payouts as p')
    .innerJoin('stripe_payout_parts as a', 'a.payout_id', 'p.payout_id')
    .innerJoin('stripe_movements as m', 'm.id', 'a.movement_id')
    .select(['p.arrives_on', 'm.booked_on'])
    .where('m.account', '=', 'bank')
    .execute()
  expect(rows.length).toBeGreaterThan(1)
  const beforeClosing = rows.filter(({ arrives_on: day }) => day <= '2027-02-28')
  expect(beforeClosing.every(({ arrives_on: arrives, booked_on: booked }) => arrives === booked)).toBe(true)
})
