import type { FakeStripe } from '@spacekeeper/simulators/stripe/server.ts'
import { expect, test } from 'vitest'
import { changeSetting } from '../settings/settings.ts'
import { aKeptPlan } from './earlier/kept-plans.testing.ts'
import { takeOverAll } from './earlier/takeovers.ts'
import { findKeys } from './key-check.ts'
import { openCardMember } from './paying/card-member.testing.ts'
import { reconcile } from './reconciliation.ts'

/** Paths of what the guide has the owner of the account tick: for every day, and for subscriptions from before. */
const daily = [
  'balance',
  'balance_transactions',
  'charges',
  'checkout/sessions',
  'customers',
  'disputes',
  'events',
  'payment_intents',
  'payment_methods',
  'payouts',
  'refunds',
  'setup_intents',
  'subscriptions',
  'webhook_endpoints',
].map((path) => `/v1/${path}`)
const ofBefore = ['/v1/invoices', '/v1/invoiceitems', '/v1/coupons']

const dailyKey = 'rk_test_daily'
const wholeKey = 'rk_test_whole'
const scene = openCardMember({
  restrictedKeys: {
    [dailyKey]: daily,
    [wholeKey]: [...daily, ...ofBefore],
    ...Object.fromEntries(daily.map((path) => [`rk_test${path}`, daily.filter((one) => one !== path)])),
  },
})

const useKey = (value: string) => changeSetting(scene.ctx(), { key: 'STRIPE_SECRET_KEY', value })

/** Paths that were asked since, and whether any was refused to the key. */
const askedSince = (count: number) => {
  const asked: ReturnType<FakeStripe['requests']> = scene.fake.requests().slice(count)
  return { refused: asked.filter(({ status }) => status === 403).map(({ path }) => path), asked }
}

test('with the key that the guide describes members pay, top up and get money back, and nothing is refused to it', async () => {
  await useKey(dailyKey)
  const before = scene.fake.requests().length
  await scene.join()
  const [intent] = await scene.intents()
  const own = await scene.portal.as(scene.memberId)
  await own.stripe.topUp({ amountCents: 2000, way: 'saved', idempotencyKey: 'saved' })
  await own.stripe.topUp({ amountCents: 2000, way: 'checkout', idempotencyKey: 'page' })
  await own.stripe.startSetup({})
  await scene.stripe.refunds.create({ payment_intent: intent?.id ?? '', amount: 500 })
  await scene.goTo('2027-03-05')
  await reconcile(scene.ctx())
  await scene.settle()
  expect(await scene.paidHere()).toBe(4100 + 3100 - 500)
  const { refused, asked } = askedSince(before)
  expect(refused).toEqual([])
  // Nothing is asked about of what sells subscriptions.
  expect(asked.filter(({ path }) => /^\/v1\/(prices|products|coupons|invoice)/.test(path))).toEqual([])
  expect(await findKeys(scene.ctx())).toMatchObject({ state: 'well' })
})

test('the doctor asks for what subscriptions from before need only until they are taken over', async () => {
  const { portal, stripe, monthly: planId } = scene
  await stripe.coupons.create({ id: 'concession-1', percent_off: 50, duration: 'forever' })
  await useKey(wholeKey)
  const terms = { discounts: [{ coupon: 'concession-1' }] }
  await aKeptPlan({ portal, stripe, planId }, { terms })
  await useKey(dailyKey)
  expect(await findKeys(scene.ctx())).toMatchObject({
    state: 'wrong',
    says: 'The key of Stripe may not read: Coupons, Invoices.',
  })
  await useKey(wholeKey)
  expect(await findKeys(scene.ctx())).toMatchObject({ state: 'well' })
  const before = scene.fake.requests().length
  await takeOverAll(scene.ctx())
  expect(askedSince(before).refused).toEqual([])
  await useKey(dailyKey)
  expect(await findKeys(scene.ctx())).toMatchObject({ state: 'well' })
})

test('each permission of every day that a key lacks is named', async () => {
  const named: string[] = []
  for (const path of daily) {
    await useKey(`rk_test${path}`)
    const found = await findKeys(scene.ctx())
    const [, area] = /^The key of Stripe may not read: (.+)\.$/.exec(found?.says ?? '') ?? []
    if (area !== undefined) named.push(area)
  }
  expect(named).toEqual([
    'Balance',
    'Charges',
    'Checkout Sessions',
    'Customers',
    'Disputes',
    'Events',
    'PaymentIntents',
    'Payouts',
    'Refunds',
    'Subscriptions',
    'Webhook Endpoints',
  ])
})
