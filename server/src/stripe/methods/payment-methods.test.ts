import { beforeEach, expect, test } from 'vitest'
import type { TestClient } from '../../client.testing.ts'
import { aMember } from '../../members/factory.ts'
import { changeSetting } from '../../settings/settings.ts'
import { ensureCustomer, tellCustomers } from '../customers.ts'
import { payOnPage, sessionIn } from '../paying/pay-on-page.testing.ts'
import { openStripeScene } from '../stripe-scene.testing.ts'
import { syncMethod, syncSetup } from './payment-methods.ts'
import { warnOfExpiry } from './use-method.ts'

const scene = openStripeScene()
let memberId = 0
let client: TestClient

beforeEach(async () => {
  scene.fake.faults.clear()
  memberId = (await aMember(scene.portal.db, { firstName: 'Ada', lastName: 'Lo', state: 'active' })).id
  client = await scene.portal.as(memberId)
})

const customerId = async () =>
  (
    await scene.portal.db
      .selectFrom('stripe_customers')
      .select('customer_id')
      .where('member_id', '=', memberId)
      .executeTakeFirst()
  )?.customer_id ?? ''

const customersAtStripe = async () => {
  const { data } = await scene.stripe.customers.list({ limit: 100 })
  return data.filter(({ metadata }) => metadata['spacekeeper_member'] === String(memberId))
}

const templates = async () =>
  (await scene.portal.db.selectFrom('messages').select('template').where('member_id', '=', memberId).execute()).map(
    ({ template }) => template,
  )

/** On Stripe's page, and back. */
const enter = async (typed?: Parameters<typeof payOnPage>[1]) => {
  const { url } = await client.stripe.startSetup({ back: 'billing' })
  const back = await payOnPage(url, typed)
  return { back, ...(await client.stripe.finishCheckout({ session: sessionIn(back) })) }
}

test('a card entered on Stripe’s page is saved when its member comes back, without any webhook', async () => {
  scene.fake.faults.add({ what: 'loseWebhook', times: 100 })
  const { outcome, back } = await enter()
  expect([outcome, back.split('?')[0]]).toEqual(['methodSaved', 'http://localhost:8000/account/billing'])
  expect(await client.stripe.getMethod()).toEqual({
    method: expect.objectContaining({ kind: 'card', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 }),
    expiry: 'fine',
    uses: { plan: null, automaticTopUp: false },
  })
  const profile = await client.profile.get()
  expect(profile.stripe).toEqual({ cardExpiry: '12/2030', last4: '4242' })
  expect(profile.financial.memberBucks.savedCard).toEqual({ last4: '4242', expiry: '12/2030' })
  await scene.settle()
  const customer = await scene.stripe.customers.retrieve(await customerId())
  expect(customer).toMatchObject({
    name: 'Ada Lo',
    invoice_settings: { default_payment_method: expect.stringMatching(/^pm_/) },
  })
  expect(await templates()).toContain('methodSaved')
})

test('who does not come back has their card saved by the webhook', async () => {
  const { url } = await client.stripe.startSetup({ back: 'plan' })
  await payOnPage(url)
  await scene.settle()
  expect((await client.stripe.getMethod()).method).toMatchObject({ last4: '4242' })
})

test('a mandate of a bank account is saved like a card', async () => {
  await enter({ account: '000123456' })
  expect(await client.stripe.getMethod()).toMatchObject({
    method: { kind: 'becsDebit', last4: '3456', expMonth: null },
    expiry: null,
  })
  expect((await client.profile.get()).stripe).toEqual({ cardExpiry: '', last4: '3456' })
})

test('a new card replaces the old one, which is detached; what is heard late of the old one changes nothing', async () => {
  const first = await enter()
  await scene.settle()
  const methods = async () => (await scene.stripe.customers.listPaymentMethods(await customerId())).data
  const [old] = await methods()
  const { data: setups } = await scene.stripe.setupIntents.list({ customer: await customerId() })
  await scene.fake.advance(new Date(scene.fake.now().getTime() + 60_000))
  await enter({ card: '5555555555554444' })
  await scene.settle()
  expect((await methods()).map(({ card }) => card?.last4)).toEqual(['4444'])
  await syncSetup(scene.portal.ctx, setups[0]?.id ?? '')
  await client.stripe.finishCheckout({ session: sessionIn(first.back) })
  expect(await syncMethod(scene.portal.ctx, old?.id ?? '')).toBe(false)
  expect((await client.stripe.getMethod()).method).toMatchObject({ last4: '4444', brand: 'mastercard' })
})

test('a removed card is removed at Stripe, too, and turns automatic top-ups off', async () => {
  await enter()
  const page = await client.stripe.getAutomaticTopUp()
  const order = { thresholdCents: 0, amountCents: 1000, monthlyCapCents: 5000, consent: page.consent }
  await client.stripe.setAutomaticTopUp(order)
  expect((await client.stripe.getMethod()).uses.automaticTopUp).toBe(true)
  await client.stripe.removeCard()
  expect((await scene.stripe.customers.listPaymentMethods(await customerId())).data).toEqual([])
  expect((await client.stripe.getMethod()).method).toBeNull()
  expect((await client.stripe.getAutomaticTopUp()).order).toMatchObject({
    isOn: false,
    offReason: 'The card or bank account it used was removed.',
  })
})

test('existing clients get the secret of a setup, and save and remove what came of it', async () => {
  const { clientSecret } = await client.stripe.getCardSecret()
  expect(clientSecret).toMatch(/^seti_.+_secret_/)
  await client.stripe.saveCard({ paymentMethodId: 'pm_card_visa' })
  expect((await client.profile.get()).stripe.last4).toBe('4242')
  await client.stripe.removeCard()
  expect((await client.profile.get()).stripe).toEqual({ cardExpiry: '', last4: '' })
})

test('the card of another member is not saved', async () => {
  const other = await scene.aCardHolder()
  const { method_id: methodId } = await scene.portal.db
    .selectFrom('stripe_payment_methods')
    .select('method_id')
    .where('member_id', '=', other)
    .executeTakeFirstOrThrow()
  await expect(client.stripe.saveCard({ paymentMethodId: methodId })).rejects.toMatchObject({ code: 'notFound' })
})

test('a member is one customer, also when two processes ask at once or an answer is lost', async () => {
  scene.fake.faults.add({ what: 'timeoutAfterWrite', on: 'POST /v1/customers' })
  const ids = await Promise.all([1, 2, 3].map(() => ensureCustomer(scene.portal.ctx, memberId)))
  expect(new Set(ids).size).toBe(1)
  expect(await customersAtStripe()).toHaveLength(1)
})

test('a customer a member has at Stripe from before is adopted: the only one, and none that another portal made', async () => {
  const { email } = await scene.portal.db
    .selectFrom('members')
    .select('email')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  await scene.stripe.customers.create({ email, metadata: { spacekeeper_member: '4711' } })
  const { id: before } = await scene.stripe.customers.create({ email })
  expect(await ensureCustomer(scene.portal.ctx, memberId)).toBe(before)
  expect(await customersAtStripe()).toMatchObject([{ id: before }])
})

test('a customer that was deleted at Stripe is replaced, and the card that went with it is gone', async () => {
  await enter()
  const before = await customerId()
  await scene.stripe.customers.del(before)
  await scene.settle()
  expect((await client.stripe.getMethod()).method).toBeNull()
  await client.stripe.startSetup({ back: 'billing' })
  expect(await customerId()).not.toBe(before)
})

test('Stripe hears of a new name', async () => {
  await ensureCustomer(scene.portal.ctx, memberId)
  await scene.portal.db.updateTable('members').set({ first_name: 'Grace' }).where('id', '=', memberId).execute()
  await tellCustomers(scene.portal.ctx)
  expect(await scene.stripe.customers.retrieve(await customerId())).toMatchObject({ name: 'Grace Lo' })
})

test('with the account closed the customer is deleted at Stripe', async () => {
  await enter()
  const id = await customerId()
  const { email } = await scene.portal.db
    .selectFrom('members')
    .select('email')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const admin = await scene.portal.as((await aMember(scene.portal.db, { isAdmin: true })).id)
  await admin.profile.closeMember({ memberId, confirmation: email })
  await scene.settle()
  expect(await scene.stripe.customers.retrieve(id)).toMatchObject({ deleted: true })
  expect(await customerId()).toBe('')
})

test('a card that runs out within a month is written about, once', async () => {
  await enter()
  await scene.settle()
  await scene.portal.db
    .updateTable('stripe_payment_methods')
    .set({ exp_month: 2, exp_year: 2027 })
    .where('member_id', '=', memberId)
    .execute()
  await warnOfExpiry(scene.portal.ctx)
  await warnOfExpiry(scene.portal.ctx)
  await scene.portal.runJobs()
  expect((await templates()).filter((name) => name === 'cardExpires')).toHaveLength(1)
  expect((await client.stripe.getMethod()).expiry).toBe('soon')
})

test('without keys, with wrong ones, and with those of the other mode, one sentence says what is wrong', async () => {
  const row = { member_id: memberId, customer_id: 'cus_live', name: 'Ada Lo', email: 'ada@example.com' }
  await scene.portal.db.insertInto('stripe_customers').values(row).execute()
  // A live customer with a test key is not taken for a deleted one.
  await scene.fake.control('live', { ids: ['cus_live'] })
  await expect(client.stripe.getCardSecret()).rejects.toMatchObject({ code: 'stripeMixed' })
  expect(await customerId()).toBe('cus_live')
  const set = (key: 'STRIPE_SECRET_KEY', value: string) => changeSetting(scene.portal.ctx, { key, value })
  try {
    await set('STRIPE_SECRET_KEY', 'sk_test_wrong')
    await expect
      .poll(() => client.stripe.getCardSecret().catch(({ code }: { code: string }) => code))
      .toBe('stripeRefused')
    expect(scene.portal.logLines.join()).not.toContain('sk_test_wrong')
    await set('STRIPE_SECRET_KEY', '')
    await expect.poll(() => client.stripe.getMethod().catch(({ code }: { code: string }) => code)).toBe('featureOff')
    await expect(client.stripe.topUp({ amountCents: 1000, way: 'saved', idempotencyKey: 'k' })).rejects.toMatchObject({
      code: 'stripeOff',
    })
  } finally {
    await set('STRIPE_SECRET_KEY', scene.fake.secretKey)
  }
  scene.fake.faults.add({ what: 'errorBeforeWrite', times: 9 })
  await expect(client.stripe.startSetup({ back: 'billing' })).rejects.toMatchObject({
    code: 'stripeAway',
    status: 503,
    // Existing clients show it as it is.
    body: { message: expect.stringContaining('Nothing is lost.') },
  })
})
