import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import type { TestClient } from '../../client.testing.ts'
import { aMember } from '../../members/factory.ts'
import { openCardMember } from '../paying/card-member.testing.ts'
import { reconcile } from '../reconciliation.ts'
import { subscriptionKey } from './earlier-subscriptions.ts'
import { takeOver } from './takeovers.ts'

const scene = openCardMember()
const { ctx } = scene
let treasurerId = 0
let desk: TestClient

beforeAll(async () => {
  treasurerId = (await aMember(scene.portal.db, { permissions: ['money'] })).id
})
beforeEach(async () => {
  scene.fake.faults.clear()
  desk = await scene.portal.as(treasurerId)
})

type EarlierSubscription = { email?: string; cents?: number; metadata?: Record<string, string>; quantity?: number }

/** A subscription from the system used before, of a customer the portal does not know. */
const anEarlierOne = async ({
  email = 'x@example.org',
  cents = 3100,
  metadata = {},
  quantity = 1,
}: EarlierSubscription) => {
  const customer = await scene.stripe.customers.create({ email, name: 'From Before', payment_method: 'pm_card_visa' })
  const method = await scene.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  const price = await scene.stripe.prices.create({
    currency: 'aud',
    unit_amount: cents,
    recurring: { interval: 'month' },
    product_data: { name: 'Membership' },
  })
  const subscription = await scene.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id, quantity }],
    default_payment_method: method.id,
    metadata,
  })
  await scene.settle()
  return { ref: subscription.id, customer: customer.id }
}

const aPerson = async () => {
  const { id } = await aMember(scene.portal.db, { state: 'active' })
  const { email } = await scene.portal.db
    .selectFrom('members')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, email }
}

const find = async (ref: string) => (await desk.stripe.listUnknown()).subscriptions.find((one) => one.ref === ref)

const planOf = (memberId: number) =>
  scene.portal.db
    .selectFrom('subscriptions')
    .select(['state', 'provider_ref', 'has_access', 'plan_id', 'collector', 'charged_through'])
    .where('member_id', '=', memberId)
    .where('state', '<>', 'ended')
    .executeTakeFirst()

test('a subscription from before is found with whose it seems to be, and is charged here from the end of its period on', async () => {
  const { id: memberId, email } = await aPerson()
  const { ref, customer } = await anEarlierOne({ email })
  const before = (await scene.stripe.charges.list({ customer })).data.length
  const found = await find(ref)
  expect(found).toMatchObject({
    costCents: 3100,
    member: { id: memberId },
    plan: null,
    plans: [{ id: scene.monthly }],
    firstCents: 3100,
    refusal: null,
  })
  expect(await desk.stripe.adopt({ ref, memberId, planId: scene.monthly })).toEqual({ refusedFor: null })
  await scene.settle()
  const end = found?.firstOn ?? ''
  expect(await planOf(memberId)).toEqual({
    state: 'active',
    provider_ref: null,
    has_access: true,
    plan_id: scene.monthly,
    collector: 'stripe',
    charged_through: end,
  })
  expect(await find(ref)).toBeUndefined()
  expect((await scene.stripe.charges.list({ customer })).data.length).toBe(before)
  expect(await scene.stripe.subscriptions.retrieve(ref)).toMatchObject({ cancel_at_period_end: true })
  expect(await (await scene.portal.as(memberId)).stripe.getMethod()).toMatchObject({ method: { last4: '4242' } })
  await reconcile(ctx())
  expect((await desk.stripe.getConnection()).lastComparison?.problems).toEqual([])
  await scene.goTo(end)
  await scene.goTo(addDays(end, 1))
  expect((await scene.stripe.subscriptions.retrieve(ref)).status).toBe('canceled')
  const taken = (await scene.stripe.charges.list({ customer })).data.map(({ amount }) => amount)
  expect(taken).toEqual([3100, 3100])
  expect(await planOf(memberId)).toMatchObject({ state: 'active', has_access: true })
})

test('what can’t be adopted says what to do instead', async () => {
  const { id: memberId } = await aPerson()
  const planId = scene.monthly
  const cheap = await anEarlierOne({ cents: 2500 })
  const many = await anEarlierOne({ quantity: 2 })
  const foreign = await anEarlierOne({ metadata: { [subscriptionKey]: 'other-subscription-1' } })
  expect(await find(cheap.ref)).toMatchObject({ refusal: 'noPlan', plans: [] })
  expect(await find(many.ref)).toMatchObject({ refusal: 'severalPrices' })
  expect(await find(foreign.ref)).toMatchObject({ refusal: 'otherPortal' })
  expect(await desk.stripe.adopt({ ref: cheap.ref, memberId, planId })).toEqual({ refusedFor: 'noPlan' })
  expect(await desk.stripe.adopt({ ref: 'sub_unknown', memberId, planId })).toEqual({ refusedFor: 'gone' })
  const good = await anEarlierOne({})
  expect(await desk.stripe.adopt({ ref: good.ref, memberId, planId: scene.bigger })).toEqual({ refusedFor: 'noPlan' })
  await scene.join()
  expect(await desk.stripe.adopt({ ref: good.ref, memberId: scene.memberId, planId })).toEqual({
    refusedFor: 'hasPlan',
  })
  const holder = await scene.aCardHolder()
  expect(await desk.stripe.adopt({ ref: good.ref, memberId: holder, planId })).toEqual({ refusedFor: 'otherCustomer' })
  expect(await planOf(memberId)).toBeUndefined()
  expect(await planOf(holder)).toBeUndefined()
  await expect(desk.stripe.adopt({ ref: good.ref, memberId: 99_999, planId })).rejects.toMatchObject({
    code: 'notFound',
  })
  const { id: other } = await aMember(scene.portal.db, { permissions: ['members'] })
  await expect((await scene.portal.as(other)).stripe.adopt({ ref: good.ref, memberId, planId })).rejects.toMatchObject({
    code: 'notAllowed',
  })
})

test('a take-over that Stripe did not answer is finished by its job, once', async () => {
  const { id: memberId, email } = await aPerson()
  const { ref, customer } = await anEarlierOne({ email })
  scene.fake.faults.add({ what: 'refuseConnection', on: 'POST /v1/customers/*', times: 3 })
  await expect(desk.stripe.adopt({ ref, memberId, planId: scene.monthly })).rejects.toMatchObject({
    code: 'stripeAway',
  })
  scene.fake.faults.clear()
  const begun = await scene.portal.db
    .selectFrom('subscriptions')
    .select('id')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  await scene.settle()
  await takeOver(ctx(), { subscriptionId: begun.id })
  expect(await planOf(memberId)).toMatchObject({ state: 'active', provider_ref: null })
  expect((await scene.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
})
