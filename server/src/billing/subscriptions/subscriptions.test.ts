import { expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { lockCharge, markProcessing, reopenCharge, writeOffCharge } from '../charges/charges.ts'
import { followPayer } from '../follow.ts'
import { bookPayment } from '../payments/payments.ts'
import { reversePayment } from '../payments/reversals.ts'
import { openSubscriptionScene } from '../subscription-scene.testing.ts'
import { runBilling } from './nightly.ts'
import { cancelSubscription, endSubscription, giveMoreTime, resumeSubscription } from './subscriptions.ts'

const scene = openSubscriptionScene()
const { charges, credit, dayByDay, goTo, membership, pay, run, start, subscription } = scene

test('the first month is charged when a member joins, and the next two weeks ahead', async () => {
  await start()
  expect(await charges()).toEqual(['[2027-01-01,2027-02-01) 0/3100 open'])
  await pay(3100)
  await dayByDay('2027-01-17')
  expect(await charges()).toHaveLength(1)
  await dayByDay('2027-01-18')
  expect(await charges()).toEqual(['[2027-01-01,2027-02-01) 3100/3100 paid', '[2027-02-01,2027-03-01) 0/3100 open'])
})

test('access ends after the days of grace, and a late payment does not charge the days between', async () => {
  await start()
  await dayByDay('2027-01-07')
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  await dayByDay('2027-01-08')
  expect(await subscription()).toMatchObject({ state: 'pastDue', has_access: false })
  expect(await membership()).toEqual({ membership_state: 'inactive', subscription_status: 'active' })
  await dayByDay('2027-01-20')
  await pay(3100)
  // Seven days were used; the other 24 begin with the payment.
  expect(await charges()).toEqual(['[2027-01-01,2027-01-08) 700/700 paid', '[2027-01-20,2027-02-13) 2400/2400 paid'])
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true, paid_through: '2027-02-13' })
})

test('a part of a payment is not enough, the rest of it is', async () => {
  await start()
  await dayByDay('2027-01-08')
  await pay(3000)
  expect(await subscription()).toMatchObject({ state: 'pastDue' })
  await pay(150)
  expect(await subscription()).toMatchObject({ state: 'active' })
  expect(await credit()).toBe(50)
})

test('what is left over pays the next month by itself', async () => {
  await start()
  await pay(5000)
  expect(await credit()).toBe(1900)
  await dayByDay('2027-01-18')
  expect((await charges())[1]).toBe('[2027-02-01,2027-03-01) 1900/3100 open')
  expect(await credit()).toBe(0)
})

test('who pays before they get in has their first day when they pay', async () => {
  await start(scene.monthly, true)
  expect(await subscription()).toMatchObject({ state: 'incomplete', has_access: false })
  goTo('2027-01-05')
  await pay(3100)
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true, started_on: '2027-01-05' })
  expect(await charges()).toEqual(['[2027-01-05,2027-02-05) 3100/3100 paid'])
})

test('a plan that was never paid is given up, and nothing is owed for it', async () => {
  await start(scene.monthly, true)
  goTo('2027-02-01')
  await runBilling(scene.portal.ctx)
  expect(await subscription()).toMatchObject({ state: 'ended' })
  expect(await charges()).toEqual(['[2027-01-01,2027-02-01) 0/0 void'])
  // They were never let in, so nothing is taken away either.
  expect(await membership()).toMatchObject({ membership_state: 'active' })
})

test('a payment that is reversed opens its charge again, due from that day', async () => {
  await start()
  const { paymentId } = await pay(3100)
  goTo('2027-01-20')
  await run((work) => reversePayment(work, { paymentId, reason: 'returned by the bank' }))
  expect(await charges()).toEqual(['[2027-01-01,2027-02-01) 0/3100 open'])
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  await dayByDay('2027-01-27')
  expect(await subscription()).toMatchObject({ state: 'pastDue', has_access: false })
  await expect(run((work) => reversePayment(work, { paymentId, reason: 'again' }))).rejects.toMatchObject({
    code: 'alreadyReversed',
  })
})

test('a payment on its way counts as paid until it comes back', async () => {
  await start()
  const { id } = await scene.portal.db
    .selectFrom('charges')
    .select('id')
    .where('member_id', '=', scene.memberId)
    .executeTakeFirstOrThrow()
  await run(async (work) => {
    await markProcessing(work, [await lockCharge(work, id)])
    await followPayer(work, scene.memberId)
  })
  await dayByDay('2027-01-30')
  expect(await subscription()).toMatchObject({ state: 'active', paid_through: '2027-02-01' })
  await run(async (work) => {
    await reopenCharge(work, await lockCharge(work, id))
    await followPayer(work, scene.memberId)
  })
  expect(await subscription()).toMatchObject({ state: 'active', paid_through: '2027-01-01' })
  await dayByDay('2027-02-06')
  expect(await subscription()).toMatchObject({ state: 'pastDue' })
})

test('cancelling says the last day, can be taken back, and ends on that day', async () => {
  await start()
  await pay(3100)
  goTo('2027-01-20')
  await runBilling(scene.portal.ctx)
  expect(await run((work) => cancelSubscription(work, scene.memberId))).toEqual({ endsOn: '2027-02-01' })
  expect(await charges()).toEqual(['[2027-01-01,2027-02-01) 3100/3100 paid', '[2027-02-01,2027-03-01) 0/0 void'])
  expect(await membership()).toMatchObject({ subscription_status: 'cancelling', membership_state: 'active' })
  await run((work) => resumeSubscription(work, scene.memberId))
  expect((await charges()).at(-1)).toBe('[2027-02-01,2027-03-01) 0/3100 open')
  await run((work) => cancelSubscription(work, scene.memberId))
  await dayByDay('2027-02-01')
  expect(await subscription()).toMatchObject({ state: 'ended', has_access: false })
  expect(await membership()).toEqual({ subscription_status: 'inactive', membership_state: 'inactive' })
})

test('a plan that is overdue ends at once when it is cancelled, and only the days used are owed', async () => {
  await start()
  await dayByDay('2027-01-15')
  expect(await run((work) => cancelSubscription(work, scene.memberId))).toEqual({ endsOn: '2027-01-15' })
  expect(await charges()).toEqual(['[2027-01-01,2027-01-08) 0/700 open', '[2027-01-08,2027-02-01) 0/0 void'])
})

test('staff give more time, and access comes back for it', async () => {
  await start()
  await dayByDay('2027-01-10')
  await run((work) => giveMoreTime(work, { memberId: scene.memberId, until: '2027-01-20' }))
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  await dayByDay('2027-01-20')
  expect(await subscription()).toMatchObject({ state: 'pastDue', has_access: false })
})

test('two clicks make one subscription', async () => {
  const outcomes = await Promise.allSettled([start(), start(), start()])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await charges()).toHaveLength(1)
})

test('one key books one payment', async () => {
  await start()
  const book = (amountCents: number) =>
    run((work) =>
      bookPayment(work, {
        memberId: scene.memberId,
        amountCents,
        currency: 'AUD',
        method: 'cash',
        paidOn: work.today,
        idempotencyKey: `key-${scene.memberId}`,
      }),
    )
  const outcomes = await Promise.all([book(3100), book(3100)])
  expect(new Set(outcomes.map(({ paymentId }) => paymentId)).size).toBe(1)
  expect(await credit()).toBe(0)
  await expect(book(3200)).rejects.toMatchObject({ code: 'keyReused' })
})

test('a portal that was off for months charges every month once and skips none', async () => {
  await start()
  await pay(3100)
  goTo('2027-04-10')
  await runBilling(scene.portal.ctx)
  await runBilling(scene.portal.ctx)
  expect(await charges()).toEqual([
    '[2027-01-01,2027-02-01) 3100/3100 paid',
    '[2027-02-01,2027-03-01) 0/3100 open',
    '[2027-03-01,2027-04-01) 0/3100 open',
    '[2027-04-01,2027-05-01) 0/3100 open',
  ])
  // They were not asked before, so they have their days of grace from now on.
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
})

test('a suspended member keeps the suspension whatever is paid', async () => {
  scene.memberId = (await aMember(scene.portal.db, { state: 'active', suspension: 'Broke the rules' })).id
  await start()
  await pay(3100)
  await scene.portal.runJobs()
  const { state } = await scene.portal.db
    .selectFrom('members')
    .select('state')
    .where('id', '=', scene.memberId)
    .executeTakeFirstOrThrow()
  expect(state).toBe('inactive')
})

test('after what was overdue is written off, the next period begins that day', async () => {
  await start()
  await dayByDay('2027-01-20')
  const { id } = await scene.portal.db
    .selectFrom('charges')
    .select('id')
    .where('member_id', '=', scene.memberId)
    .executeTakeFirstOrThrow()
  await run(async (work) => {
    await writeOffCharge(work, await lockCharge(work, id), 'hardship')
    await followPayer(work, scene.memberId)
  })
  const kept = (await charges()).filter((charge) => !charge.endsWith('void'))
  expect(kept).toEqual(['[2027-01-01,2027-01-08) 0/0 writtenOff', '[2027-01-20,2027-02-20) 0/3100 open'])
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  await dayByDay('2027-01-27')
  expect(await subscription()).toMatchObject({ state: 'pastDue', has_access: false })
})

test('ending a plan without its debt leaves nothing to pay', async () => {
  await start()
  await run((work) => endSubscription(work, { memberId: scene.memberId, reason: 'left', keepsDebt: false }))
  expect(await charges()).toEqual(['[2027-01-01,2027-02-01) 0/0 void'])
})

test('one subscription that can’t be charged holds up no other, and the run says so at the end', async () => {
  const { db, ctx } = scene.portal
  await scene.start()
  const broken = await scene.subscription()
  const { id } = await aMember(db, { state: 'active' })
  scene.memberId = id
  await scene.start()
  // Days that are charged already, whatever the subscription says.
  await db
    .updateTable('subscriptions')
    .set({ charged_through: '2027-01-15', anchor_on: '2027-01-15', periods_since_anchor: 0 })
    .where('id', '=', broken.id)
    .execute()
  scene.goTo('2027-01-25')
  await expect(runBilling(ctx)).rejects.toThrow(`1 could not be worked through: subscription ${broken.id}`)
  expect(await scene.subscription()).toMatchObject({ charged_through: '2027-03-01' })
})
