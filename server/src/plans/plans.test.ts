import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { aSubscription } from '../billing/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aPlan, aTier } from './factory.ts'

let portal: TestPortal
let treasurer: TestClient
const now = new Date('2026-03-01T10:00:00.000Z')
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  treasurer = await portal.as((await aMember(portal.db, { permissions: ['money'] })).id)
})
afterAll(() => portal.close())

let count = 0
let name: string
beforeEach(() => {
  count += 1
  name = `Tier of test ${count}`
})

const monthly = { currency: 'AUD', interval: 'month', intervalCount: 1 } as const
const bad = (field: string) => ({ code: 'badInput', body: { fields: [{ field }] } })
const eventsOf = (event: string, id: number) =>
  portal.db
    .selectFrom('audit_events')
    .select('data')
    .where('event', '=', event)
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
const overviewOf = async (tierId: number) => (await treasurer.plans.getOverview()).tiers.find(({ id }) => id === tierId)

test('a tier is added, changed with a trace of it, and called as no other', async () => {
  const tier = await treasurer.plans.addTier({ name })
  expect(tier).toEqual({
    id: tier.id,
    name,
    description: '',
    visible: true,
    featured: false,
    stripeId: '',
    plans: [],
    archivedAt: null,
  })
  await expect(treasurer.plans.addTier({ name: name.toUpperCase() })).rejects.toMatchObject({ code: 'tierTaken' })
  const changed = await treasurer.plans.updateTier({ tierId: tier.id, visible: false, description: 'All of it' })
  expect(changed).toMatchObject({ name, visible: false, description: 'All of it' })
  expect(await treasurer.plans.getTier({ tierId: tier.id })).toEqual(changed)
  expect(await eventsOf('tier.changed', tier.id)).toMatchObject([
    { data: { name, changes: { visible: { from: true, to: false } } } },
  ])
  await expect(treasurer.plans.addTier({ name: ' ' })).rejects.toMatchObject(bad('name'))
})

test('a plan says all that is agreed, and is found with its tier', async () => {
  const { id: memberTier } = await treasurer.plans.addTier({ name })
  const plan = await treasurer.plans.addPlan({
    ...monthly,
    memberTier,
    name: 'Family',
    costCents: 8050,
    joiningFeeCents: 2000,
    maxPeople: 4,
    collectors: ['cash', 'bank', 'cash'],
  })
  expect(plan).toMatchObject({ cost: 80.5, costCents: 8050, joiningFeeCents: 2000, maxPeople: 4, stripeId: '' })
  expect(plan.collectors).toEqual(['bank', 'cash'])
  expect(await treasurer.plans.listTierPlans({ tierId: memberTier })).toEqual([plan])
  expect(await treasurer.plans.listPlans()).toContainEqual(plan)
  expect(await treasurer.plans.getTier({ tierId: memberTier })).toMatchObject({ plans: [plan] })
  const tiers = await treasurer.plans.listTiers()
  expect(tiers.find(({ id }) => id === memberTier)).toMatchObject({ plans: [plan] })
  expect(plan).toMatchObject({ interval: 'month', intervalCount: 1, intervalAmount: 1 })
  expect(await overviewOf(memberTier)).toMatchObject({ members: 0, monthly: [], plans: [{ ...plan, members: 0 }] })
})

test('a plan that costs nothing is paid in no way, and one that does in the usual ones', async () => {
  const { id: memberTier } = await treasurer.plans.addTier({ name })
  const free = await treasurer.plans.addPlan({ ...monthly, memberTier, name: 'Guest', costCents: 0 })
  expect(free.collectors).toEqual(['free'])
  const paid = await treasurer.plans.updatePlan({ planId: free.id, costCents: 500 })
  expect(paid.collectors).toEqual(['bank', 'cash', 'invoice', 'balance'])
})

test.each([
  ['costCents', { costCents: undefined }],
  ['costCents', { costCents: 100_000_001 }],
  ['currency', { currency: 'XXX' }],
  ['interval', { interval: 'fortnight' }],
  ['intervalCount', { intervalCount: 366 }],
  ['intervalCount', { intervalCount: 'three' }],
  ['maxPeople', { maxPeople: 0 }],
  ['collectors', { collectors: [] }],
  ['memberTier', { memberTier: 2_000_000_000 }],
])('a plan with a wrong %s is refused at that field', async (field, wrong) => {
  const { id: memberTier } = await treasurer.plans.addTier({ name: `${name} ${JSON.stringify(wrong)}` })
  const plan = { ...monthly, memberTier, name: 'Full', costCents: 100, ...wrong }
  await expect(treasurer.plans.addPlan(plan)).rejects.toMatchObject(bad(field))
})

test('repricing leaves those who have the plan at what they agreed, and says how many they are', async () => {
  const plan = await aPlan(portal.db, { costCents: 5000 })
  await aSubscription(portal.db, { memberId: (await aMember(portal.db)).id, planId: plan.id })
  await treasurer.plans.updatePlan({ planId: plan.id, costCents: 6000 })
  expect(await overviewOf(plan.tierId)).toMatchObject({
    members: 1,
    monthly: [{ currency: 'AUD', cents: 5000 }],
    plans: [{ costCents: 6000, members: 1, otherPrices: 1, monthly: [{ currency: 'AUD', cents: 5000 }] }],
  })
  const { members, total } = await treasurer.plans.listPlanMembers({ planId: plan.id })
  expect([total, members]).toMatchObject([1, [{ costCents: 5000, state: 'active', next: null }]])
})

test('what members agreed to stays; before that it can be put right', async () => {
  const plan = await aPlan(portal.db)
  await treasurer.plans.updatePlan({ planId: plan.id, interval: 'year', currency: 'eur' })
  expect(await treasurer.plans.getPlan({ planId: plan.id })).toMatchObject({ interval: 'year', currency: 'EUR' })
  await aSubscription(portal.db, { memberId: (await aMember(portal.db)).id, planId: plan.id })
  await treasurer.plans.updatePlan({ planId: plan.id, interval: 'year', visible: false })
  const refused = treasurer.plans.updatePlan({ planId: plan.id, interval: 'month' })
  await expect(refused).rejects.toMatchObject(bad('interval'))
})

test('a plan or tier with members is archived and they keep it; without members it is removed', async () => {
  const plan = await aPlan(portal.db)
  const other = await aPlan(portal.db, { tierId: plan.tierId })
  await aSubscription(portal.db, { memberId: (await aMember(portal.db)).id, planId: plan.id })
  await treasurer.plans.removePlan({ planId: other.id })
  await expect(treasurer.plans.getPlan({ planId: other.id })).rejects.toMatchObject({ code: 'notFound' })

  await treasurer.plans.removePlan({ planId: plan.id })
  await treasurer.plans.removePlan({ planId: plan.id })
  expect(await treasurer.plans.getPlan({ planId: plan.id })).toMatchObject({ archivedAt: now.toISOString() })
  expect((await treasurer.plans.listPlanMembers({ planId: plan.id })).total).toBe(1)
  expect(await treasurer.plans.listTierPlans({ tierId: plan.tierId })).toEqual([])
  expect(await eventsOf('plan.archived', plan.id)).toHaveLength(1)

  await treasurer.plans.restorePlan({ planId: plan.id })
  await treasurer.plans.removeTier({ tierId: plan.tierId })
  expect(await treasurer.plans.getTier({ tierId: plan.tierId })).toMatchObject({ archivedAt: now.toISOString() })
  expect((await treasurer.plans.listTiers()).map(({ id }) => id)).not.toContain(plan.tierId)
  expect(await overviewOf(plan.tierId)).toMatchObject({ members: 1, plans: [{ archivedAt: now.toISOString() }] })

  await treasurer.plans.restorePlan({ planId: plan.id })
  expect(await treasurer.plans.getTier({ tierId: plan.tierId })).toMatchObject({ archivedAt: null })

  const empty = await aPlan(portal.db)
  await treasurer.plans.removeTier({ tierId: empty.tierId })
  await expect(treasurer.plans.getTier({ tierId: empty.tierId })).rejects.toMatchObject({ code: 'notFound' })
})

test('an archived tier gives its name free, and comes back only while that is', async () => {
  const plan = await aPlan(portal.db, { tierId: (await aTier(portal.db, { name })).id })
  await aSubscription(portal.db, { memberId: (await aMember(portal.db)).id, planId: plan.id })
  await treasurer.plans.removeTier({ tierId: plan.tierId })
  const { id: tierId } = await treasurer.plans.addTier({ name })
  await expect(treasurer.plans.restoreTier({ tierId: plan.tierId })).rejects.toMatchObject({ code: 'tierTaken' })
  await treasurer.plans.removeTier({ tierId })
  await treasurer.plans.restoreTier({ tierId: plan.tierId })
  expect(await treasurer.plans.listTierPlans({ tierId: plan.tierId })).toEqual([])
})

test('tiers and plans are shown in the order staff put them in', async () => {
  const [a, b] = [await aTier(portal.db), await aTier(portal.db)]
  await treasurer.plans.orderTiers({ tierIds: [b.id, a.id] })
  expect((await treasurer.plans.listTiers()).slice(0, 2).map(({ id }) => id)).toEqual([b.id, a.id])
  const plans = [await aPlan(portal.db, { tierId: a.id }), await aPlan(portal.db, { tierId: a.id })]
  const reversed = plans.map(({ id }) => id).toReversed()
  await treasurer.plans.orderPlans({ tierId: a.id, planIds: reversed })
  expect((await treasurer.plans.listTierPlans({ tierId: a.id })).map(({ id }) => id)).toEqual(reversed)
  await expect(treasurer.plans.orderPlans({ tierId: 2_000_000_000, planIds: [1] })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('a coupon is a percentage or an amount, counts its uses, and ends', async () => {
  const none = { periods: null, maxUses: null, startsOn: null, endsOn: null }
  const half = { ...none, code: `half-${count}`, percent: 50, amountCents: null, periods: 3, endsOn: '2026-03-31' }
  const { id } = await treasurer.plans.addCoupon(half)
  const find = async () => (await treasurer.plans.listCoupons()).coupons.find((coupon) => coupon.id === id)
  expect(await find()).toMatchObject({ code: `HALF-${count}`, percent: 50, uses: 0, endsOn: '2026-03-31' })
  await expect(treasurer.plans.addCoupon(half)).rejects.toMatchObject(bad('code'))
  await expect(treasurer.plans.addCoupon({ ...half, code: 'both', amountCents: 1 })).rejects.toMatchObject(
    bad('percent'),
  )
  await expect(treasurer.plans.addCoupon({ ...half, code: 'back', startsOn: '2026-04-01' })).rejects.toMatchObject(
    bad('endsOn'),
  )
  await expect(treasurer.plans.addCoupon({ ...half, code: 'late', endsOn: '2026-01-31' })).rejects.toMatchObject(
    bad('endsOn'),
  )
  await treasurer.plans.endCoupon({ couponId: id })
  await treasurer.plans.endCoupon({ couponId: id })
  expect(await find()).toMatchObject({ endedAt: now.toISOString() })
  expect(await eventsOf('coupon.ended', id)).toHaveLength(1)
})

test('only staff who look after money see and change plans', async () => {
  const other = await portal.as((await aMember(portal.db, { permissions: ['members', 'access', 'devices'] })).id)
  await expect(other.plans.listTiers()).rejects.toMatchObject({ code: 'notAllowed' })
  await expect(other.plans.addTier({ name })).rejects.toMatchObject({ code: 'notAllowed' })
})

test('a space without tiers begins with three examples, in its own currency, once', async () => {
  const fresh = await startTestPortal()
  onTestFinished(() => fresh.close())
  await changeSetting(fresh.ctx, { key: 'SITE_LOCALE_CURRENCY', value: 'en-IE' })
  const staff = await fresh.as((await aMember(fresh.db, { permissions: ['money'] })).id)
  // Also where two press the button at the same moment.
  const pressed = await Promise.allSettled([staff.plans.addExamples(), staff.plans.addExamples()])
  expect(pressed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { tiers } = await staff.plans.getOverview()
  expect(tiers.map((tier) => tier.name)).toEqual(['Casual', 'Member', 'Family and concession'])
  expect(tiers.flatMap(({ plans }) => plans.map(({ currency }) => currency))).toEqual(Array(5).fill('EUR'))
  await expect(staff.plans.addExamples()).rejects.toMatchObject({ code: 'tiersExist' })
})
