import { afterAll, beforeAll, expect, test } from 'vitest'
import { anEntry } from '../../memberbucks/factory.ts'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { changeBilling } from '../billing-work.ts'
import { aPayer, chargeOf, type Payer } from '../payer.testing.ts'
import { bookPayment } from '../payments/payments.ts'
import { runBilling } from './nightly.ts'

let now = new Date('2026-03-01T00:00:00Z')
let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
})
afterAll(() => portal.close())

const pay = (payer: Payer, amountCents: number) =>
  changeBilling(portal.ctx, 'billing.paid', (work) =>
    bookPayment(work, { memberId: payer.id, amountCents, currency: 'AUD', method: 'bank', paidOn: work.today }),
  )

const aPaidUp = async (facts: Parameters<typeof aPayer>[1] = {}) => {
  const payer = await aPayer(portal, facts)
  await pay(payer, facts.costCents ?? 6500)
  return { payer, own: await portal.as(payer.id) }
}

const mailsTo = async (memberId: number) => {
  await portal.runJobs()
  const rows = await portal.db
    .selectFrom('messages')
    .select(['template', 'subject'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
  return rows.map(({ template }) => template)
}

test('existing clients read the plan in seconds, and hear that there is none', async () => {
  const { own } = await aPaidUp()
  const answer = await own.billing.getSubscription()
  // Midnight in Brisbane is 14:00 the day before.
  expect(answer).toMatchObject({
    success: true,
    subscription: {
      status: 'active',
      startDate: Date.parse('2026-02-28T14:00:00Z') / 1000,
      billingCycleAnchor: Date.parse('2026-02-28T14:00:00Z') / 1000,
      currentPeriodEnd: Date.parse('2026-03-31T14:00:00Z') / 1000,
      cancelAt: null,
      cancelAtPeriodEnd: false,
      membershipPlan: { cost: 6500, currency: 'AUD', intervalAmount: 1, interval: 'month' },
    },
  })
  const other = await portal.as((await aMember(portal.db)).id)
  expect(await other.billing.getSubscription()).toEqual({ success: false })
})

test('a plan is cancelled for the end of its period and taken back, with no other word', async () => {
  const { payer, own } = await aPaidUp()
  expect(await own.billing.actOnSubscription({ action: 'cancel' })).toEqual({ success: true })
  expect(await own.billing.getSubscription()).toMatchObject({
    subscription: {
      status: 'cancelling',
      cancelAtPeriodEnd: true,
      cancelAt: Date.parse('2026-03-31T14:00:00Z') / 1000,
    },
  })
  expect((await own.billing.getMyPlan()).subscription).toMatchObject({ cancelOn: '2026-04-01', next: null })
  await expect(own.billing.actOnSubscription({ action: 'cancel' })).rejects.toMatchObject({ code: 'planState' })
  expect(await own.billing.actOnSubscription({ action: 'resume' })).toEqual({ success: true })
  expect((await own.billing.getMyPlan()).subscription).toMatchObject({ state: 'active', cancelOn: null })
  expect(await mailsTo(payer.id)).toEqual(['planCancelled', 'planResumed'])
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/billing/myplan/delete/',
    cookies: { csrftoken: 'x', sessionid: await portal.sessionOf(payer.id) },
    headers: { 'x-csrftoken': 'x' },
  })
  expect(answer.statusCode).toBe(400)
  expect((await own.billing.getMyPlan()).subscription?.state).toBe('active')
})

test('a member without a plan has none to cancel, in the words of existing clients', async () => {
  const own = await portal.as((await aMember(portal.db)).id)
  await expect(own.billing.actOnSubscription({ action: 'cancel' })).rejects.toMatchObject({
    code: 'noPlan',
    status: 404,
    body: { message: 'paymentPlan.notExists' },
  })
})

test('the page says what is paid, what comes next and until when access lasts', async () => {
  const payer = await aPayer(portal, { costCents: 6500, joiningFeeCents: 1000 })
  const own = await portal.as(payer.id)
  expect(await own.billing.getMyPlan()).toMatchObject({
    today: '2026-03-01',
    currency: 'AUD',
    creditCents: 0,
    charges: [{ amountCents: 1000 }, { amountCents: 6500, period: { from: '2026-03-01', to: '2026-04-01' } }],
    subscription: {
      state: 'active',
      paidThrough: '2026-03-01',
      accessUntil: '2026-03-08',
      next: { on: '2026-03-01', isCharged: true },
    },
  })
  await pay(payer, 8000)
  expect(await own.billing.getMyPlan()).toMatchObject({
    creditCents: 500,
    payments: [{ amountCents: 8000, method: 'bank' }],
    subscription: {
      paidThrough: '2026-04-01',
      accessUntil: '2026-04-08',
      period: { from: '2026-03-01', to: '2026-04-01' },
      next: { on: '2026-04-01', amountCents: 6500, isCharged: false },
      discounts: [],
    },
  })
})

test('members change how they pay, but do not let themselves off', async () => {
  const { own } = await aPaidUp()
  await own.billing.changeCollector({ collector: 'cash' })
  expect((await own.billing.getMyPlan()).subscription?.collector).toBe('cash')
  await expect(own.billing.changeCollector({ collector: 'free' })).rejects.toMatchObject({ code: 'notAllowed' })
})

test('a pause says in days what comes back, and does what it said', async () => {
  now = new Date('2026-03-21T00:00:00Z')
  const { payer, own } = await aPaidUp()
  const days = { from: '2026-03-31', to: '2026-05-01' }
  const effect = {
    days,
    paidDaysKept: 21,
    paidThroughBefore: '2026-04-21',
    paidThroughAfter: '2026-05-22',
  }
  expect(await own.billing.previewPause(days)).toEqual(effect)
  expect((await own.billing.getMyPlan()).subscription?.breaks).toEqual([])
  expect(await own.billing.pause({ ...days, reason: 'Travelling' })).toEqual(effect)
  expect((await own.billing.getMyPlan()).subscription?.breaks).toMatchObject([{ days, hasBegun: false }])
  now = new Date('2026-04-01T00:00:00Z')
  await runBilling(portal.ctx)
  expect((await (await portal.as(payer.id)).billing.getMyPlan()).subscription).toMatchObject({
    state: 'paused',
    paidThrough: '2026-05-22',
    hasAccess: false,
  })
  now = new Date('2026-04-11T00:00:00Z')
  await (await portal.as(payer.id)).billing.endPause()
  expect((await (await portal.as(payer.id)).billing.getMyPlan()).subscription).toMatchObject({
    state: 'active',
    paidThrough: '2026-05-02',
  })
  expect(await mailsTo(payer.id)).toEqual(['disabled', 'enabled'])
})

test.each([
  ['too short', { from: '2026-04-20', to: '2026-04-22' }, 'to'],
  ['too long', { from: '2026-04-20', to: '2026-12-01' }, 'to'],
  ['begun already', { from: '2026-04-10', to: '2026-05-10' }, 'from'],
  ['the wrong way round', { from: '2026-05-01', to: '2026-04-20' }, 'to'],
])('a pause that is %s is refused at its field', async (_what, days, field) => {
  now = new Date('2026-04-11T00:00:00Z')
  const { own } = await aPaidUp()
  await expect(own.billing.previewPause(days)).rejects.toMatchObject({ body: { fields: [{ field }] } })
})

test('a pause that begins today is mailed at once', async () => {
  const { payer, own } = await aPaidUp()
  await own.billing.pause({ from: '2026-04-11', to: '2026-05-11' })
  expect((await mailsTo(payer.id)).toSorted()).toEqual(['disabled', 'planPaused'])
})

test('a coupon makes the next periods cheaper, once at a time', async () => {
  await portal.db
    .insertInto('coupons')
    .values([
      { code: 'SPRING', percent: 20, periods: 2 },
      { code: 'LATER', amount_cents: 500 },
    ])
    .execute()
  const { own } = await aPaidUp()
  await expect(own.billing.applyCoupon({ couponCode: 'NONSENSE' })).rejects.toMatchObject({
    body: { fields: [{ field: 'couponCode' }] },
  })
  await own.billing.applyCoupon({ couponCode: ' spring ' })
  expect((await own.billing.getMyPlan()).subscription).toMatchObject({
    discounts: [{ kind: 'coupon', words: 'SPRING', percent: 20, periodsLeft: 2 }],
    next: { amountCents: 5200 },
  })
  await expect(own.billing.applyCoupon({ couponCode: 'LATER' })).rejects.toMatchObject({ code: 'couponTaken' })
})

test('an open charge is paid from the balance, once, however often that is asked for at once', async () => {
  const payer = await aPayer(portal)
  const own = await portal.as(payer.id)
  await expect(own.billing.payFromBalance({ chargeId: payer.chargeId })).rejects.toMatchObject({
    code: 'balanceTooLow',
  })
  await anEntry(portal.db, { memberId: payer.id, amountCents: 20_000 })
  const tries = await Promise.allSettled([1, 2, 3].map(() => own.billing.payFromBalance({ chargeId: payer.chargeId })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await chargeOf(portal, payer.chargeId)).toMatchObject({ state: 'paid', paid_cents: 6500 })
  expect(await own.billing.getMyPlan()).toMatchObject({ balanceCents: 13_500, creditCents: 0 })
  const stranger = await portal.as((await aPayer(portal)).id)
  await expect(stranger.billing.payFromBalance({ chargeId: payer.chargeId })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('a member reads only their own plan', async () => {
  const { payer } = await aPaidUp()
  const anyone = await portal.as(null)
  await expect(anyone.billing.getMyPlan()).rejects.toMatchObject({ code: 'notSignedIn' })
  const other = await portal.as((await aMember(portal.db)).id)
  expect(await other.billing.getMyPlan()).toMatchObject({ subscription: null, charges: [], payments: [] })
  expect(payer.id).toBeGreaterThan(0)
})
