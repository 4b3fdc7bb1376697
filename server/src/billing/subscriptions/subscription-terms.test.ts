import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { aPlan } from '../../plans/factory.ts'
import { lockCharges, markProcessing } from '../charges/charges.ts'
import { openSubscriptionScene } from '../subscription-scene.testing.ts'
import { endPause, pauseSubscription } from './pauses.ts'
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

/** A member of a plan who has paid the month that began today. */
const startPaid = async (costCents: number) => {
  await start((await aPlan(scene.portal.db, { costCents })).id)
  await pay(costCents)
}

const changeNow = async (costCents: number) => {
  const planId = (await aPlan(scene.portal.db, { costCents })).id
  return run((work) => changePlan(work, { memberId: scene.memberId, planId, when: 'now' }))
}

test('a dearer plan on day 6 of 30 costs the difference for the days left, and the day of payment stays', async () => {
  goTo('2027-04-01')
  await startPaid(6900)
  goTo('2027-04-07')
  expect(await changeNow(9500)).toMatchObject({
    startsOn: '2027-04-07',
    firstPeriodEnds: '2027-05-01',
    periodGoesOn: true,
    differenceCents: 2080,
    dueNowCents: 2080,
    creditCents: 0,
  })
  expect(await charges()).toEqual([
    '[2027-04-01,2027-04-07) 1380/1380 paid',
    '[2027-04-07,2027-05-01) 0/0 void',
    '[2027-04-07,2027-05-01) 5520/7600 open',
  ])
  await pay(2080)
  await dayByDay('2027-04-20')
  expect((await charges()).at(-1)).toBe('[2027-05-01,2027-06-01) 0/9500 open')
  expect(await subscription()).toMatchObject({ state: 'active', paid_through: '2027-05-01' })
})

test('a cheaper plan on day 15 of 28 leaves credit and nothing to pay', async () => {
  goTo('2027-02-01')
  await startPaid(9900)
  goTo('2027-02-16')
  expect(await changeNow(6600)).toMatchObject({ differenceCents: -1532, dueNowCents: 0, creditCents: 1532 })
})

test('a period that is charged ahead costs what the new plan costs, and its days stay those of the first', async () => {
  goTo('2027-01-31')
  await startPaid(3100)
  await dayByDay('2027-02-20')
  await pay(3100)
  // Money paid ahead pays the days left first.
  expect(await changeNow(6200)).toMatchObject({ differenceCents: 885, dueNowCents: 0, givenBackCents: 3986 })
  expect((await charges()).at(-1)).toBe('[2027-02-28,2027-03-31) 2215/6200 open')
  await pay(3985)
  await dayByDay('2027-03-25')
  expect((await charges()).at(-1)).toBe('[2027-03-31,2027-04-30) 0/6200 open')
})

test('what was open of the period before a change stays to be paid', async () => {
  goTo('2027-04-01')
  await start((await aPlan(scene.portal.db, { costCents: 6900 })).id)
  goTo('2027-04-07')
  expect(await changeNow(9500)).toMatchObject({ differenceCents: 2080, givenBackCents: 0, dueNowCents: 1380 + 7600 })
})

test('a change waits for money that is on its way', async () => {
  await start()
  const { id } = await subscription()
  await run(async (work) => markProcessing(work, await lockCharges(work, id)))
  await expect(changeNow(9500)).rejects.toMatchObject({ facts: { fields: [{ field: 'when' }] } })
})

test('a plan with other periods begins today, with what is left of the old one given back', async () => {
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
      await sql<{ left: number }>`select k.periods_left as left from subscriptions s, coupon_in_use(s.id) k
        where s.member_id = ${scene.memberId}`.execute(scene.portal.db)
    ).rows[0]?.left ?? 0
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
