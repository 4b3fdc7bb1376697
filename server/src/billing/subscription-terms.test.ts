import { expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { endPause, pauseSubscription } from './pauses.ts'
import { openSubscriptionScene } from './subscription-scene.testing.ts'
import { changePlan } from './subscription-terms.ts'
import { startSubscription } from './subscriptions.ts'

const scene = openSubscriptionScene()
const { charges, dayByDay, goTo, pay, run, start, subscription } = scene

test('a pause gives the paid days back after it, and they come back sooner when it ends early', async () => {
  await start()
  await pay(3100)
  goTo('2027-01-11')
  const preview = await run((work) =>
    pauseSubscription(work, {
      memberId: scene.memberId,
      days: { from: '2027-01-11', to: '2027-03-11' },
      isByStaff: false,
    }),
  )
  expect(preview).toMatchObject({ paidDaysKept: 21, paidThroughAfter: '2027-04-01' })
  expect(await charges()).toEqual(['[2027-01-01,2027-01-11) 1000/1000 paid', '[2027-03-11,2027-04-01) 2100/2100 paid'])
  expect(await subscription()).toMatchObject({ state: 'paused', has_access: false })
  goTo('2027-02-01')
  await run((work) => endPause(work, scene.memberId))
  expect((await charges())[1]).toBe('[2027-02-01,2027-02-22) 2100/2100 paid')
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true, paid_through: '2027-02-22' })
})

test('a pause ends on its day by itself', async () => {
  await start()
  await pay(3100)
  await run((work) =>
    pauseSubscription(work, {
      memberId: scene.memberId,
      days: { from: '2027-01-15', to: '2027-02-15' },
      isByStaff: false,
    }),
  )
  await dayByDay('2027-01-15')
  expect(await subscription()).toMatchObject({ state: 'paused' })
  await dayByDay('2027-02-15')
  expect(await subscription()).toMatchObject({ state: 'active', paid_through: '2027-03-04' })
})

test('pauses keep to the limits of the space, and the field is named', async () => {
  await start()
  const pause = (from: string, to: string) =>
    run((work) => pauseSubscription(work, { memberId: scene.memberId, days: { from, to }, isByStaff: false }))
  await expect(pause('2027-01-10', '2027-01-12')).rejects.toMatchObject({
    code: 'badInput',
    facts: { fields: [{ field: 'to', message: 'At least 14 days.' }] },
  })
  await expect(pause('2026-12-31', '2027-02-01')).rejects.toMatchObject({ facts: { fields: [{ field: 'from' }] } })
  await expect(pause('2027-01-10', '2028-01-10')).rejects.toMatchObject({ facts: { fields: [{ field: 'to' }] } })
})

test('a change of plan today gives back what is left and says what to pay', async () => {
  await start()
  await pay(3100)
  goTo('2027-01-11')
  const change = await run((work) => changePlan(work, { memberId: scene.memberId, planId: scene.yearly, when: 'now' }))
  expect(change).toMatchObject({ givenBackCents: 2100, firstChargeCents: 36_500, dueNowCents: 34_400 })
  expect((await charges()).at(-1)).toBe('[2027-01-11,2028-01-11) 2100/36500 open')
})

test('a change from the next period costs nothing now', async () => {
  await start()
  await pay(3100)
  const change = await run((work) => changePlan(work, { memberId: scene.memberId, planId: scene.yearly, when: 'next' }))
  expect(change).toMatchObject({ startsOn: '2027-02-01', dueNowCents: 0 })
  await dayByDay('2027-01-18')
  expect((await charges()).at(-1)).toBe('[2027-02-01,2028-02-01) 0/36500 open')
})

test('a charge that is cancelled gives the period of a coupon back, and the next one uses it', async () => {
  await scene.portal.db.insertInto('coupons').values({ code: 'TWO', percent: 50, periods: 2 }).execute()
  const left = async () =>
    (
      await scene.portal.db
        .selectFrom('subscriptions')
        .select('coupon_periods')
        .where('member_id', '=', scene.memberId)
        .executeTakeFirstOrThrow()
    ).coupon_periods
  await run((work) =>
    startSubscription(work, {
      memberId: scene.memberId,
      planId: scene.monthly,
      collector: 'bank',
      couponCode: 'TWO',
      paysBeforeAccess: false,
    }),
  )
  expect([await charges(), await left()]).toEqual([['[2027-01-01,2027-02-01) 0/1550 open'], 1])
  await pay(1550)
  await dayByDay('2027-01-25')
  expect([(await charges()).at(-1), await left()]).toEqual(['[2027-02-01,2027-03-01) 0/1550 open', 0])
  // Both by changing the plan, which cancels what is charged, and by the desk.
  await run((work) => changePlan(work, { memberId: scene.memberId, planId: scene.yearly, when: 'now' }))
  const yearly = (await charges()).find((charge) => charge.includes('2028'))
  expect([yearly, await left()]).toEqual([expect.stringMatching(/28-01-25\) \d+\/18250 open/), 0])
  const last = scene.portal.db.selectFrom('charges').select('id').where('member_id', '=', scene.memberId)
  const { id } = await last.orderBy('id', 'desc').executeTakeFirstOrThrow()
  const desk = await scene.portal.as((await aMember(scene.portal.db, { permissions: ['money'] })).id)
  await desk.billing.voidCharge({ chargeId: id, reason: 'Wrong plan' })
  expect(await left()).toBe(1)
})
