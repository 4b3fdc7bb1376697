import { expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { openSubscriptionScene } from './subscription-scene.testing.ts'
import { useMyCoupon } from './subscriptions/plan-changes.ts'
import { cancelSubscription, endSubscription, startSubscription } from './subscriptions/subscriptions.ts'

const scene = openSubscriptionScene()
const { dayByDay, pay, run, start } = scene

type CouponTerms = { percent?: number; periods?: number; uses_per_member?: number; max_uses?: number }

let count = 0
const aCoupon = async (terms: CouponTerms = {}) => {
  count += 1
  const code = `FREE-${count}`
  await scene.portal.db
    .insertInto('coupons')
    .values({ code, percent: 100, periods: 1, ...terms })
    .execute()
  return code
}

const apply = (couponCode: string, memberId = scene.memberId) => useMyCoupon(scene.portal.ctx, { memberId, couponCode })

const startWith = (couponCode: string, memberId = scene.memberId) =>
  run((work) =>
    startSubscription(work, {
      memberId,
      planId: scene.monthly,
      collector: 'bank',
      couponCode,
      paysBeforeAccess: true,
    }),
  )

const refused = (message: string) => ({ facts: { fields: [{ field: 'couponCode', message }] } })

const usedOnce = refused('This coupon was used already. It works once for each member.')

test('a month for free is free once for a member, also after a new beginning', async () => {
  const code = await aCoupon()
  await start()
  await pay(3100)
  await apply(code)
  await dayByDay('2027-01-20')
  await expect(apply(code)).rejects.toMatchObject(usedOnce)
  await dayByDay('2027-02-20')
  await expect(apply(code)).rejects.toMatchObject(usedOnce)
  await run((work) => cancelSubscription(work, scene.memberId))
  await dayByDay('2027-03-02')
  await expect(startWith(code)).rejects.toMatchObject(usedOnce)
})

test('a coupon works as often for a member as staff say, each time for its periods', async () => {
  const code = await aCoupon({ uses_per_member: 2 })
  await startWith(code)
  await expect(startWith(await aCoupon())).rejects.toMatchObject({ code: 'hasPlan' })
  await apply(code)
  await expect(apply(code)).rejects.toMatchObject({ code: 'couponTaken' })
  await dayByDay('2027-01-25')
  await expect(apply(code)).rejects.toMatchObject(
    refused('This coupon was used already. It works 2 times for each member.'),
  )
})

test('the last use of a coupon is had by one of two who take it at once', async () => {
  const code = await aCoupon({ max_uses: 1 })
  const members = await Promise.all([1, 2].map(() => aMember(scene.portal.db, { state: 'active' })))
  const tried = await Promise.allSettled(members.map(({ id }) => startWith(code, id)))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(tried.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: refused('This coupon is used up.'),
  })
})

test('a plan that ends before anything was paid or due gives the use of its coupon back', async () => {
  const code = await aCoupon({ percent: 50, max_uses: 1 })
  await startWith(code)
  await run((work) => endSubscription(work, { memberId: scene.memberId, reason: 'neverPaid' }))
  const staff = await scene.portal.as((await aMember(scene.portal.db, { permissions: ['money'] })).id)
  const find = async () => (await staff.plans.listCoupons()).coupons.find((coupon) => coupon.code === code)
  expect(await find()).toMatchObject({ uses: 0, usesPerMember: 1 })
  await startWith(code)
  expect(await find()).toMatchObject({ uses: 1 })
})

test('the database counts a coupon for no more periods than it has', async () => {
  const code = await aCoupon({ percent: 50 })
  await startWith(code)
  await dayByDay('2027-01-25')
  const { db } = scene.portal
  const use = await db
    .selectFrom('coupon_uses')
    .select(['id', 'subscription_id'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const again = db.insertInto('charges').values({
    member_id: scene.memberId,
    subscription_id: use?.subscription_id ?? 0,
    kind: 'period',
    period: '[2030-01-01,2030-02-01)',
    description: 'Membership',
    currency: 'AUD',
    due_on: '2030-01-01',
    state: 'open',
    coupon_use_id: use?.id ?? 0,
    coupon_periods: 1,
    created_at: new Date(),
  })
  await expect(again.execute()).rejects.toThrow(/more periods than there are/)
})

test('the page says how many payments a coupon is still for, from what was charged', async () => {
  const code = await aCoupon({ percent: 50, periods: 3 })
  await start((await aPlan(scene.portal.db, { costCents: 6600 })).id)
  await apply(code)
  const left = async () => {
    const own = await scene.portal.as(scene.memberId)
    return (await own.billing.getMyPlan()).subscription?.discounts.map(({ periodsLeft }) => periodsLeft)
  }
  expect(await left()).toEqual([3])
  await pay(6600)
  await dayByDay('2027-01-25')
  expect(await left()).toEqual([2])
})
