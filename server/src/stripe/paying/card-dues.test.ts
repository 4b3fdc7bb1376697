import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { systemCtx } from '#platform/ctx.ts'
import { addDays } from '#platform/local-day.ts'
import { aGrant } from '../../access/factory.ts'
import { changeBilling } from '../../billing/billing-work.ts'
import { startSubscription } from '../../billing/subscriptions/subscriptions.ts'
import type { TestClient } from '../../client.testing.ts'
import { aDoor } from '../../doors/factory.ts'
import { dialDevice } from '../../gateway/dialled-device.testing.ts'
import { aMember } from '../../members/factory.ts'
import { aPlan } from '../../plans/factory.ts'
import { debtsOfMember } from '../../reminders/debts.ts'
import { changeSetting } from '../../settings/settings.ts'
import { openStripeScene } from '../stripe-scene.testing.ts'
import { payOnPage, sessionIn } from './pay-on-page.testing.ts'
import { finishPayment } from './unfinished-payments.ts'

const scene = openStripeScene()
let planId = 0
let memberId = 0
let own: TestClient

beforeAll(async () => {
  await changeSetting(scene.portal.ctx, { key: 'ENABLE_STRIPE_MEMBERSHIP_PAYMENTS', value: true })
  planId = (await aPlan(scene.portal.db, { costCents: 3100, collectors: ['stripe', 'bank'] })).id
})
beforeEach(() => scene.fake.faults.clear())

const ctx = () => systemCtx(scene.portal.services)

/** A member with a plan and, maybe, a card. */
const become = async (collector: 'stripe' | 'bank', card: string | null = 'pm_card_visa') => {
  memberId = await scene.aCardHolder(card)
  own = await scene.portal.as(memberId)
  await changeBilling(ctx(), 'billing.subscribed', (work) =>
    startSubscription(work, { memberId, planId, collector, paysBeforeAccess: true }),
  )
  await scene.settle()
}

const subscription = () =>
  scene.portal.db
    .selectFrom('subscriptions')
    .select(['state', 'collector', 'paid_through', 'has_access', 'provider_ref'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()

const payments = async () =>
  (
    await scene.portal.db
      .selectFrom('payments')
      .select(['amount_cents', 'method'])
      .where('member_id', '=', memberId)
      .orderBy('id')
      .execute()
  ).map(({ amount_cents: cents, method }) => `${method} ${cents}`)

const mails = async (like: string) =>
  (
    await scene.portal.db
      .selectFrom('messages')
      .select(['template', 'text'])
      .where('member_id', '=', memberId)
      .where('template', 'like', like)
      .orderBy('id')
      .execute()
  ).map(({ template, text }) => ({ template, body: text ?? '' }))

const pay = (way: 'saved' | 'checkout', amountCents = 3100, idempotencyKey: string = randomUUID()) =>
  own.stripe.payByCard({ amountCents, way, idempotencyKey })

test('what is open of a plan by transfer is paid with the saved card in one tap, and booked once', async () => {
  await become('bank')
  expect(await own.stripe.getCardDues()).toMatchObject({
    standing: null,
    method: { last4: '4242' },
    open: { amountCents: 3100, currency: 'AUD' },
  })
  await expect(pay('saved', 3000)).rejects.toMatchObject({ code: 'amountsChanged' })
  const key = randomUUID()
  const [first, second] = await Promise.all([pay('saved', 3100, key), pay('saved', 3100, key)])
  expect(first.payment.id).toBe(second.payment.id)
  await scene.settle()
  expect(await payments()).toEqual(['card 3100'])
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  expect(await own.stripe.getCardDues()).toMatchObject({ open: null, recent: [] })
  await expect(pay('saved')).rejects.toMatchObject({ code: 'amountsChanged' })
})

test('without a card it is paid on Stripe’s page, also when the member never comes back', async () => {
  await become('bank', null)
  await expect(pay('saved')).rejects.toMatchObject({ code: 'noCard' })
  const { url } = await pay('checkout')
  const back = await payOnPage(url)
  expect(back).toContain('/account/membership-plan?session=')
  // The webhook alone.
  await scene.settle()
  expect(await payments()).toEqual(['card 3100'])
  expect(await own.stripe.finishCheckout({ session: sessionIn(back) })).toMatchObject({
    outcome: 'payment',
    payment: { state: 'succeeded', amountCents: 3100 },
  })
  expect(await payments()).toEqual(['card 3100'])
})

test('a second page takes the place of the first, so that nothing is paid twice', async () => {
  await become('bank', null)
  const { url: first } = await pay('checkout')
  const { url: second } = await pay('checkout')
  await expect(payOnPage(first)).rejects.toThrow(/html/)
  await payOnPage(second)
  await scene.settle()
  expect(await payments()).toEqual(['card 3100'])
})

test('a bank that asks for its customer leads to Stripe’s page, where it is paid once', async () => {
  await become('bank', 'pm_card_authenticationRequired')
  const { payment } = await pay('saved')
  expect(payment).toMatchObject({ state: 'unconfirmed' })
  const { url } = await own.stripe.confirmCardPayment({ paymentId: payment.id })
  await payOnPage(url)
  await scene.settle()
  expect(await payments()).toEqual(['card 3100'])
})

test('a card that is declined says why, and nothing is booked; a lost answer is found by the job', async () => {
  await become('bank', 'pm_card_chargeCustomerFail')
  expect((await pay('saved')).payment).toMatchObject({ state: 'failed', failure: 'Your card was declined.' })
  await scene.saveCard(memberId, 'pm_card_visa')
  scene.fake.faults.add({ what: 'errorAfterWrite', on: 'POST /v1/payment_intents', times: 3 })
  const { payment } = await pay('saved')
  scene.fake.faults.clear()
  await finishPayment(ctx(), { paymentId: payment.id })
  await scene.settle()
  expect(await payments()).toEqual(['card 3100'])
})

test('a member who presses again at the moment at which the job looks after the same payment pays once', async () => {
  await become('bank')
  scene.fake.faults.add({ what: 'refuseConnection', on: 'POST /v1/payment_intents', times: 3 })
  const { payment } = await pay('saved', 3100, 'pressed twice')
  scene.fake.faults.clear()
  await Promise.all([finishPayment(ctx(), { paymentId: payment.id }), pay('saved', 3100, 'pressed twice')])
  await scene.settle()
  expect(await payments()).toEqual(['card 3100'])
  const { data } = await scene.stripe.paymentIntents.list({ limit: 100 })
  const ours = data.filter(({ description }) => description === `Payment ${payment.id}`)
  expect(ours.map(({ amount_received: cents }) => cents)).toEqual([3100])
})

test('a debit counts as paid while it is on its way, and its charge is open again when the bank sends it back', async () => {
  await become('bank', null)
  const { url } = await pay('checkout')
  await payOnPage(url, { account: '111111113' })
  await scene.settle()
  expect(await own.stripe.getCardDues()).toMatchObject({ open: null, recent: [{ state: 'processing' }] })
  expect(await payments()).toEqual([])
  const { charges } = await own.billing.getMyPlan()
  expect(charges[0]).toMatchObject({ state: 'processing' })
  const today = (await own.billing.getMyPlan()).today
  await scene.goTo(addDays(today, 6))
  own = await scene.portal.as(memberId)
  expect((await own.stripe.getCardDues()).open).toMatchObject({ amountCents: 3100 })
  expect(await mails('paymentSentBack')).toHaveLength(1)
})

test('a plan by card without one waits for it, and begins once it is entered on Stripe’s page', async () => {
  await become('stripe', null)
  expect((await own.stripe.getCardDues()).standing).toMatchObject({ state: 'incomplete', hasMethod: false })
  expect((await own.stripe.getCardDues()).open).toMatchObject({ amountCents: 3100 })
  await expect(own.stripe.tryCardAgain()).rejects.toMatchObject({ code: 'noCard' })
  const { url } = await own.stripe.startSetup({ back: 'plan' })
  const back = await payOnPage(url)
  expect(await own.stripe.finishCheckout({ session: sessionIn(back) })).toMatchObject({ outcome: 'methodSaved' })
  await scene.settle()
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  expect(await payments()).toEqual(['card 3100'])
})

test('a first payment that the bank wants confirmed waits with the button for it, and sends no mail', async () => {
  await become('stripe', 'pm_card_authenticationRequired')
  const { standing, recent } = await own.stripe.getCardDues()
  expect(standing).toMatchObject({ state: 'incomplete' })
  expect(recent).toMatchObject([{ state: 'unconfirmed', amountCents: 3100, way: 'automatic' }])
  expect(await mails('card%')).toEqual([])
  const { url } = await own.stripe.confirmCardPayment({ paymentId: recent[0]?.id ?? 0 })
  await payOnPage(url)
  await scene.settle()
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  expect(await payments()).toEqual(['card 3100'])
})

test('an existing client saves a card, takes a plan with no way to pay named, and is paid for at once', async () => {
  const { id } = await aMember(scene.portal.db, { state: 'noob' })
  memberId = id
  own = await scene.portal.as(id)
  await own.stripe.saveCard({ paymentMethodId: 'pm_card_visa' })
  expect(await own.signup.choosePlan({ planId })).toEqual({ success: true })
  await scene.settle()
  expect(await subscription()).toMatchObject({ collector: 'stripe', state: 'active' })
  expect(await payments()).toEqual(['card 3100'])
  await own.billing.actOnSubscription({ action: 'cancel' })
  expect(await own.billing.getSubscription()).toMatchObject({ subscription: { status: 'cancelling' } })
  await own.billing.actOnSubscription({ action: 'resume' })
  expect(await subscription()).toMatchObject({ state: 'active' })
})

test('an existing client whose card is refused hears the word it knows', async () => {
  const { id } = await aMember(scene.portal.db, { state: 'noob' })
  own = await scene.portal.as(id)
  await own.stripe.saveCard({ paymentMethodId: 'pm_card_chargeCustomerFail' })
  expect(await own.signup.choosePlan({ planId })).toEqual({ success: true, message: 'signup.subscriptionFailed' })
})

test('members change to card and away from it, where cards are on', async () => {
  await become('bank')
  await own.billing.changeCollector({ collector: 'stripe' })
  expect(await subscription()).toMatchObject({ collector: 'stripe' })
  await own.billing.changeCollector({ collector: 'bank' })
  expect(await subscription()).toMatchObject({ collector: 'bank' })
  await changeSetting(scene.portal.ctx, { key: 'ENABLE_STRIPE', value: false })
  await expect(own.billing.changeCollector({ collector: 'stripe' })).rejects.toMatchObject({ code: 'notAllowed' })
  await changeSetting(scene.portal.ctx, { key: 'ENABLE_STRIPE', value: true })
})

test('a renewal that fails is told by one mail with the way to pay; the door opens seconds after it is paid', async () => {
  const { portal } = scene
  await become('stripe')
  const card = '880011'
  await portal.db
    .insertInto('cards')
    .values({ member_id: memberId, number: card, added_at: scene.fake.now() })
    .execute()
  const door = await aDoor(portal.db)
  await aGrant(portal.db, { memberId, deviceId: door.id })
  await scene.saveCard(memberId, 'pm_card_chargeCustomerFail')
  const { paid_through: end } = await subscription()
  await scene.goTo(addDays(end, 1))
  const { today } = await (await portal.as(memberId)).billing.getMyPlan()
  expect(await debtsOfMember(ctx(), { memberId, today })).toMatchObject([{ isTriedAgain: true }])
  const [told, ...more] = await mails('card%')
  expect(told?.template).toBe('cardPaymentFailed')
  expect(told?.body).toContain('declined')
  expect(told?.body).toContain('/account/membership-plan')
  expect(more).toEqual([])
  await scene.goTo(addDays(end, 8))
  expect(await subscription()).toMatchObject({ state: 'pastDue', has_access: false })

  own = await portal.as(memberId)
  const line = await dialDevice(scene.url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  await line.settle()
  line.send({ command: 'log_access_denied', card_id: card })
  await expect
    .poll(async () => (await own.access.getOwnRefusal()).latest)
    .toMatchObject({ refusal: 'notActive', isCured: false })
  expect(await own.stripe.getCardDues()).toMatchObject({
    open: { amountCents: 3100 },
    recent: [{ state: 'failed', failure: 'Your card was declined.' }],
  })
  await payOnPage((await pay('checkout')).url)
  await scene.settle()
  expect((await own.access.getOwnRefusal()).latest).toMatchObject({ isCured: true })
  await expect.poll(() => JSON.stringify(line.unread())).toContain(card)
  await line.close()
})
