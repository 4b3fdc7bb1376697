import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestClient } from '../../client.testing.ts'
import { aMember } from '../../members/factory.ts'
import { aPlan } from '../../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { changeBilling } from '../billing-work.ts'
import { issueCharges } from '../charges/issuing.ts'
import { aSubscription } from '../factory.ts'
import { aPayer } from '../payer.testing.ts'
import { bookPayment } from '../payments/payments.ts'
import { getCurrent } from '../subscription-row.ts'
import { runBilling } from './nightly.ts'

let portal: TestPortal
let treasurer: TestClient
let treasurerId: number
const start = new Date('2026-03-01T10:00:00.000Z')
let now = start
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  treasurerId = (await aMember(portal.db, { permissions: ['money'] })).id
  treasurer = await portal.as(treasurerId)
})
beforeEach(() => {
  now = start
})
afterAll(() => portal.close())

const subscriptionOf = async (memberId: number) => (await treasurer.billing.getMemberPlan({ memberId })).subscription
const mailsTo = async (memberId: number) => {
  await portal.runJobs()
  const rows = await portal.db.selectFrom('messages').select('subject').where('member_id', '=', memberId).execute()
  return rows.map(({ subject }) => subject)
}
const pays = (memberId: number, amountCents: number) =>
  changeBilling(portal.ctx, 'billing.paid', (work) =>
    bookPayment(work, { memberId, amountCents, currency: 'AUD', method: 'cash', paidOn: '2026-03-01' }),
  )

test('staff put a member on a plan that members do not see, at a price of its own', async () => {
  const { id: memberId } = await aMember(portal.db, { state: 'noob' })
  const plan = await aPlan(portal.db, { isVisible: false, costCents: 5000 })
  const started = await treasurer.billing.startMemberPlan({
    memberId,
    planId: plan.id,
    collector: 'cash',
    costCents: 2000,
    paysBeforeAccess: true,
  })
  expect(started).toEqual({ state: 'incomplete' })
  expect(await subscriptionOf(memberId)).toMatchObject({ state: 'incomplete', costCents: 2000, collector: 'cash' })
  const again = treasurer.billing.startMemberPlan({ memberId, planId: plan.id, collector: 'cash' })
  await expect(again).rejects.toMatchObject({ code: 'hasPlan' })
})

test('a price of nothing lets a member off, and a way the plan does not take is refused', async () => {
  const { id: memberId } = await aMember(portal.db)
  const plan = await aPlan(portal.db, { collectors: ['cash'] })
  const wrong = treasurer.billing.startMemberPlan({ memberId, planId: plan.id, collector: 'invoice' })
  await expect(wrong).rejects.toMatchObject({ code: 'badInput', body: { fields: [{ field: 'collector' }] } })
  await treasurer.billing.startMemberPlan({ memberId, planId: plan.id, collector: 'cash', costCents: 0 })
  expect((await treasurer.billing.getMemberPlan({ memberId })).charges).toEqual([])
  expect(await subscriptionOf(memberId)).toMatchObject({ state: 'active', costCents: 0, hasAccess: true })
})

test.each([
  ['startsOn', { startsOn: '2020-01-01' }],
  ['couponCode', { couponCode: 'NOSUCHCODE' }],
])('a start with a wrong %s is refused at that field and leaves no plan', async (field, wrong) => {
  const { id: memberId } = await aMember(portal.db)
  const plan = await aPlan(portal.db)
  const refused = treasurer.billing.startMemberPlan({ memberId, planId: plan.id, collector: 'cash', ...wrong })
  await expect(refused).rejects.toMatchObject({ code: 'badInput', body: { fields: [{ field }] } })
  expect(await subscriptionOf(memberId)).toBeNull()
})

test('staff change, cancel, resume, pause and end a plan, and the member is told', async () => {
  const { id: memberId } = await aPayer(portal, { costCents: 6200 })
  await pays(memberId, 6200)
  const hidden = await aPlan(portal.db, { name: 'Hidden', isVisible: false, costCents: 3100 })
  const preview = await treasurer.billing.previewMemberChange({ memberId, planId: hidden.id, when: 'next' })
  expect(preview).toMatchObject({ startsOn: '2026-04-01', firstChargeCents: 3100, dueNowCents: 0 })
  const { givenBackCents, firstChargeCents, dueNowCents } = preview
  const confirmed = { givenBackCents, firstChargeCents, dueNowCents }
  await treasurer.billing.changeMemberPlan({ memberId, planId: hidden.id, when: 'next', ...confirmed })
  expect(await subscriptionOf(memberId)).toMatchObject({ nextPlan: { name: 'Hidden', costCents: 3100 } })

  expect(await treasurer.billing.cancelMemberPlan({ memberId })).toEqual({ endsOn: '2026-04-01' })
  await treasurer.billing.resumeMemberPlan({ memberId })
  const days = { from: '2026-03-11', to: '2026-03-21' }
  expect(await treasurer.billing.previewMemberPause({ memberId, ...days })).toMatchObject({ paidDaysKept: 21 })
  await treasurer.billing.pauseMemberPlan({ memberId, ...days, reason: 'Ill' })
  await treasurer.billing.endMemberPause({ memberId })
  await treasurer.billing.setMemberCollector({ memberId, collector: 'cash' })
  await treasurer.billing.endMemberPlan({ memberId, reason: 'Moved away', keepsDebt: false })
  expect(await subscriptionOf(memberId)).toBeNull()
  expect(await mailsTo(memberId)).toEqual(
    expect.arrayContaining(['Your plan is Hidden from 1 April 2026', 'Your plan goes on', 'Your plan has ended']),
  )
})

test('a coupon and a concession make the next periods cheaper', async () => {
  const { id: memberId } = await aPayer(portal)
  await treasurer.plans.addCoupon({
    code: 'SPRING',
    percent: 50,
    amountCents: null,
    periods: 2,
    maxUses: 1,
    startsOn: null,
    endsOn: null,
  })
  await treasurer.billing.useMemberCoupon({ memberId, couponCode: 'spring' })
  const other = await aPayer(portal)
  const used = treasurer.billing.useMemberCoupon({ memberId: other.id, couponCode: 'SPRING' })
  await expect(used).rejects.toMatchObject({ code: 'badInput', body: { fields: [{ field: 'couponCode' }] } })
  await treasurer.billing.giveConcession({ memberId, reason: 'Student', percent: 20, endsOn: '2027-03-01' })
  expect((await subscriptionOf(memberId))?.discounts).toMatchObject([
    { kind: 'concession', percent: 20, endsOn: '2027-03-01' },
    { kind: 'coupon', percent: 50 },
  ])
  const twice = treasurer.billing.giveConcession({ memberId, reason: 'Student', percent: 20, endsOn: null })
  await expect(twice).rejects.toMatchObject({ code: 'concessionThere' })
})

test('staff who are no administrators leave their own plan to others, and unknown members are not found', async () => {
  const plan = await aPlan(portal.db)
  const own = { memberId: treasurerId, planId: plan.id, collector: 'cash' } as const
  await expect(treasurer.billing.startMemberPlan(own)).rejects.toMatchObject({ code: 'ownPayment' })
  await expect(treasurer.billing.cancelMemberPlan({ memberId: treasurerId })).rejects.toMatchObject({
    code: 'ownPayment',
  })
  const itself = { memberId: treasurerId, reason: 'Me', percent: 100, endsOn: null }
  await expect(treasurer.billing.giveConcession(itself)).rejects.toMatchObject({ code: 'ownConcession' })
  await expect(treasurer.billing.getMemberPlan({ memberId: 2_000_000_000 })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('everyone of a plan moves to its new price from their first period after the notice, but for those who agreed otherwise', async () => {
  const plan = await aPlan(portal.db, { costCents: 5000, maxPeople: 1 })
  const facts = { planId: plan.id, chargedThrough: '2026-04-01' }
  const who = async (firstName: string, more: Partial<Parameters<typeof aSubscription>[1]> = {}) => {
    const { id } = await aMember(portal.db, { firstName, lastName: 'Moves' })
    await aSubscription(portal.db, { memberId: id, ...facts, ...more })
    return id
  }
  const ann = await who('Ann')
  // Their next period begins within the notice, so they move with the one after it.
  const ben = await who('Ben', { startedOn: '2026-02-05', chargedThrough: '2026-03-05' })
  await portal.db.updateTable('subscriptions').set({ periods_since_anchor: 1 }).where('member_id', '=', ben).execute()
  const fay = await who('Fay', { startedOn: '2026-02-05', chargedThrough: '2026-03-05' })
  const agreed = { next_plan_id: plan.id, next_cost_cents: 5500 }
  await portal.db.updateTable('subscriptions').set(agreed).where('member_id', '=', fay).execute()
  await who('Cy', { state: 'cancelling' })
  await who('Di', { costCents: 0 })
  await who('Ed', { costCents: 6000 })
  await treasurer.plans.updatePlan({ planId: plan.id, costCents: 6000 })
  const choice = { planId: plan.id, toPlanId: plan.id, noticeDays: 14 }
  const preview = await treasurer.billing.previewPlanMoves(choice)
  expect(preview).toMatchObject({
    count: 2,
    members: [
      { memberId: ann, name: 'Ann Moves', fromCents: 5000, toCents: 6000, startsOn: '2026-04-01' },
      { memberId: ben, name: 'Ben Moves', fromCents: 5000, toCents: 6000, startsOn: '2026-04-05' },
    ],
    leftOut: [
      { why: 'unchanged', count: 1 },
      { why: 'tooSoon', count: 1 },
      { why: 'cancelled', count: 1 },
      { why: 'free', count: 1 },
    ],
    currency: 'AUD',
    monthlyBeforeCents: 10_000,
    monthlyAfterCents: 12_000,
  })
  expect(await treasurer.billing.movePlanMembers({ ...choice, fingerprint: preview.fingerprint })).toEqual({ moved: 2 })
  expect((await treasurer.plans.listPlanMembers({ planId: plan.id })).members[0]).toMatchObject({
    costCents: 5000,
    next: { plan: plan.name, costCents: 6000 },
  })
  expect(await mailsTo(ann)).toContain('From 1 April 2026 your plan costs $60.00')
  expect(await mailsTo(ben)).toContain('From 5 April 2026 your plan costs $60.00')
  expect((await treasurer.billing.previewPlanMoves(choice)).count).toBe(0)
})

test('what changed since the preview moves no one', async () => {
  const plan = await aPlan(portal.db, { costCents: 5000 })
  const target = await aPlan(portal.db, { costCents: 7000 })
  for (const _ of [1, 2]) {
    const { id: memberId } = await aMember(portal.db)
    await aSubscription(portal.db, { memberId, planId: plan.id, chargedThrough: '2026-04-01' })
  }
  const choice = { planId: plan.id, toPlanId: target.id, noticeDays: 0 }
  const { fingerprint, count, members } = await treasurer.billing.previewPlanMoves({ ...choice, limit: 1, offset: 1 })
  expect([count, members.length]).toEqual([2, 1])
  await treasurer.plans.updatePlan({ planId: target.id, costCents: 9000 })
  await expect(treasurer.billing.movePlanMembers({ ...choice, fingerprint })).rejects.toMatchObject({
    code: 'previewOutdated',
  })
  expect((await treasurer.plans.listPlanMembers({ planId: plan.id })).members.map(({ next }) => next)).toEqual([
    null,
    null,
  ])
  const foreign = await aPlan(portal.db, { currency: 'EUR' })
  const abroad = treasurer.billing.previewPlanMoves({ ...choice, toPlanId: foreign.id })
  await expect(abroad).rejects.toMatchObject({ code: 'badInput', body: { fields: [{ field: 'toPlanId' }] } })
  await treasurer.plans.removePlan({ planId: target.id })
  await expect(treasurer.billing.previewPlanMoves(choice)).rejects.toMatchObject({ code: 'notFound' })
})

test('a move after the next period leaves that one as it was, and holds from the one after it', async () => {
  const { id: memberId, planId } = await aPayer(portal, { costCents: 5000 })
  await treasurer.plans.updatePlan({ planId, costCents: 6000 })
  const choice = { planId, toPlanId: planId, noticeDays: 60 }
  const { fingerprint, members } = await treasurer.billing.previewPlanMoves(choice)
  const next = (await periodsOf(memberId)).length
  expect(next).toBe(1)
  await treasurer.billing.movePlanMembers({ ...choice, fingerprint })
  const before = await treasurer.billing.getMemberPlan({ memberId })
  expect(before.subscription).toMatchObject({ nextPlan: { startsOn: members[0]?.startsOn, costCents: 6000 } })
  await changeBilling(portal.ctx, 'billing.charged', async (work) => {
    await issueCharges(work, [await getCurrent(work, memberId)], { through: '2026-07-01' })
  })
  const charged = await periodsOf(memberId)
  expect(charged.filter(({ from }) => from < (members[0]?.startsOn ?? '')).map(({ cents }) => cents)).toEqual([
    5000, 5000,
  ])
  expect(charged.find(({ from }) => from === members[0]?.startsOn)).toMatchObject({ cents: 6000 })
})

const periodsOf = async (memberId: number) => {
  const { charges } = await treasurer.billing.getMemberPlan({ memberId })
  return charges
    .flatMap(({ period, amountCents: cents }) => (period ? [{ from: period.from, cents }] : []))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

test('the price agreed for the next period is what the next charge asks for', async () => {
  const { id: memberId, planId } = await aPayer(portal, { costCents: 5000 })
  await pays(memberId, 5000)
  await treasurer.plans.updatePlan({ planId, costCents: 6000 })
  const choice = { planId, toPlanId: planId, noticeDays: 14 }
  const { fingerprint } = await treasurer.billing.previewPlanMoves(choice)
  await treasurer.billing.movePlanMembers({ ...choice, fingerprint })
  now = new Date('2026-03-25T10:00:00.000Z')
  await runBilling(portal.ctx)
  const later = await portal.as(treasurerId)
  const { charges } = await later.billing.getMemberPlan({ memberId })
  expect(charges.find(({ state }) => state === 'open')).toMatchObject({
    amountCents: 6000,
    period: { from: '2026-04-01', to: '2026-05-01' },
  })
})
