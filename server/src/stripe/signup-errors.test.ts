import { Stripe } from 'stripe'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { changeSetting } from '../settings/settings.ts'
import { payOnPage } from './paying/pay-on-page.testing.ts'
import { openStripeScene } from './stripe-scene.testing.ts'

const scene = openStripeScene()
let planId = 0
let memberId = 0
let own: TestClient

beforeAll(async () => {
  await changeSetting(scene.portal.ctx, { key: 'ENABLE_STRIPE_MEMBERSHIP_PAYMENTS', value: true })
  planId = (await aPlan(scene.portal.db, { costCents: 3100, collectors: ['stripe'] })).id
})
beforeEach(async () => {
  scene.fake.faults.clear()
  memberId = (await aMember(scene.portal.db, { state: 'noob' })).id
  own = await scene.portal.as(memberId)
})

const plan = () =>
  scene.portal.db
    .selectFrom('subscriptions')
    .select(['state', 'has_access', 'plan_id'])
    .where('member_id', '=', memberId)
    .where('state', '<>', 'ended')
    .executeTakeFirst()

const takenAtStripe = async () => {
  const row = scene.portal.db.selectFrom('stripe_customers').select('customer_id').where('member_id', '=', memberId)
  const customer = (await row.executeTakeFirstOrThrow()).customer_id ?? ''
  const { data } = await scene.stripe.paymentIntents.list({ customer, limit: 100 })
  return data.map(({ amount_received: cents }) => cents).filter((cents) => cents > 0)
}

test.each(['errorBeforeWrite', 'errorAfterWrite', 'rateLimited', 'refuseConnection', 'timeoutAfterWrite'] as const)(
  'whatever goes wrong at Stripe while a member chooses a plan (%s), it is no fault of the portal, and one payment is taken',
  async (what) => {
    await own.stripe.saveCard({ paymentMethodId: 'pm_card_visa' })
    scene.fake.faults.add({ what, on: 'POST /v1/payment_intents', times: 3 })
    const answer = await own.signup.choosePlan({ planId }).catch((error: unknown) => error)
    expect(answer).not.toMatchObject({ status: 500 })
    scene.fake.faults.clear()
    await expect
      .poll(
        async () => {
          await scene.settle()
          return plan()
        },
        { interval: 500 },
      )
      .toMatchObject({ state: 'active' })
    expect(await takenAtStripe()).toEqual([3100])
  },
)

test('a plan is cancelled and taken back while Stripe is away, which has no part in it', async () => {
  await own.stripe.saveCard({ paymentMethodId: 'pm_card_visa' })
  await own.signup.choosePlan({ planId })
  await scene.settle()
  scene.fake.faults.add({ what: 'refuseConnection', times: 1000 })
  await own.billing.actOnSubscription({ action: 'cancel' })
  await own.billing.actOnSubscription({ action: 'resume' })
  scene.fake.faults.clear()
  expect(await plan()).toMatchObject({ state: 'active' })
  expect(await takenAtStripe()).toEqual([3100])
})

test('of a newcomer who goes on without a plan nothing more is taken', async () => {
  // Joining includes a card where there is something to open.
  await aDoor(scene.portal.db)
  await own.stripe.saveCard({ paymentMethodId: 'pm_card_visa' })
  await own.signup.choosePlan({ planId })
  await scene.settle()
  expect(await own.signup.skipSignup()).toEqual({ success: true })
  await scene.goTo('2027-03-15')
  expect(await plan()).toBeUndefined()
  expect(await takenAtStripe()).toEqual([3100])
})

test('the payment of a member who comes back with a step open is taken once by the webhook, and staff are told once', async () => {
  await changeSetting(scene.portal.ctx, { key: 'EMAIL_ADMIN', value: 'desk@example.org' })
  await aDoor(scene.portal.db)
  memberId = (await aMember(scene.portal.db, { state: 'inactive' })).id
  own = await scene.portal.as(memberId)
  await own.stripe.saveCard({ paymentMethodId: 'pm_card_visa' })
  await own.signup.choosePlan({ planId })
  await scene.settle()
  const events = (await scene.stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 })).data
  for (const { id } of events) {
    const kept = scene.portal.db.selectFrom('stripe_events').select(['outcome', 'failure']).where('id', '=', id)
    expect(await kept.execute()).toEqual([{ outcome: 'synced', failure: null }])
  }
  await scene.settle()
  const mails = scene.portal.db.selectFrom('messages').select('subject').where('recipient', '=', 'desk@example.org')
  expect((await mails.execute()).map(({ subject }) => subject)).toEqual(['A member has paid and can’t come in yet'])
})

test('a member who confirms the first payment with their bank later has the plan they chose, from then on', async () => {
  await own.stripe.saveCard({ paymentMethodId: 'pm_card_authenticationRequired' })
  await own.signup.choosePlan({ planId })
  await scene.settle()
  expect(await plan()).toMatchObject({ state: 'incomplete', plan_id: planId, has_access: false })
  const [asked] = (await own.stripe.getCardDues()).recent
  await payOnPage((await own.stripe.confirmCardPayment({ paymentId: asked?.id ?? 0 })).url)
  await scene.settle()
  expect(await plan()).toMatchObject({ state: 'active', plan_id: planId })
  expect(await takenAtStripe()).toEqual([3100])
})

test('an event about an object without a customer is taken, and no fault', async () => {
  const secret = await scene.portal.services.settings.get('STRIPE_WEBHOOK_SECRET')
  const object = { id: 'prod_x', object: 'product' }
  const payload = JSON.stringify({
    id: 'evt_none',
    object: 'event',
    type: 'product.updated',
    created: 1,
    data: { object },
  })
  const timestamp = Math.floor(scene.fake.now().getTime() / 1000)
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const headers = { 'content-type': 'application/json', 'stripe-signature': header }
  const url = '/api/billing/stripe-webhook/'
  expect((await scene.portal.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200)
})

test('another key holds from the next call on, and with cards off Stripe is not asked', async () => {
  const set = (key: 'STRIPE_SECRET_KEY' | 'ENABLE_STRIPE', value: string | boolean) =>
    changeSetting(scene.portal.ctx, { key, value })
  await own.stripe.saveCard({ paymentMethodId: 'pm_card_visa' })
  await set('STRIPE_SECRET_KEY', 'sk_test_of_no_account')
  await expect(own.stripe.startSetup({})).rejects.toMatchObject({ code: 'stripeRefused' })
  await set('STRIPE_SECRET_KEY', scene.fake.secretKey)
  expect((await own.stripe.startSetup({})).url).toContain('http')
  await set('ENABLE_STRIPE', false)
  const asked = scene.fake.requests().length
  await expect(own.stripe.startSetup({})).rejects.toMatchObject({ code: 'featureOff' })
  expect(scene.fake.requests().length).toBe(asked)
  await set('ENABLE_STRIPE', true)
})
