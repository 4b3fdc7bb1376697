import { expect, test } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import { findBookFaults } from '../../billing/money-faults.testing.ts'
import { reconcile } from '../reconciliation.ts'
import { mirrorDisputes } from '../refunds/mirrored-disputes.ts'
import { syncRoot } from '../sync-root.ts'
import { openRefundScene } from '../treasurer-scene.testing.ts'
import { findClearingFaults } from './clearing.ts'

const scene = openRefundScene()
const { join, charges, subscription, paidHere, ctx, payment, intentOf, refund, booked, treasurerMails } = scene

const latestChargeOf = async () => {
  const { latest_charge: charge } = await scene.stripe.paymentIntents.retrieve(await intentOf())
  return typeof charge === 'string' ? charge : (charge?.id ?? '')
}

const dispute = async (amount?: number) => {
  await scene.fake.control('open-dispute', { charge: await latestChargeOf(), ...(amount !== undefined && { amount }) })
  await scene.settle()
}

const close = async (isWon: boolean) => {
  const [newest] = (await scene.stripe.disputes.list({ payment_intent: await intentOf() })).data
  await scene.fake.control('close-dispute', { dispute: newest?.id, isWon })
  await scene.settle()
}

/** What clearing says of this member's money a day later. */
const faults = async () => {
  await reconcile(ctx())
  await scene.goTo(addDays(scene.today(), 1))
  await reconcile(ctx())
  return (await findClearingFaults(ctx())).filter(({ memberId }) => memberId === scene.memberId)
}

test('treasurers are told of a dispute once, with the day to answer by and the way there', async () => {
  const before = (await treasurerMails('disputeOpened')).length
  await join()
  await dispute()
  const intent = await intentOf()
  await syncRoot(ctx(), intent)
  await syncRoot(ctx(), intent)
  await close(false)
  const mails = (await treasurerMails('disputeOpened')).slice(before)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatch(/^Answer by .* disputed a payment of \$41\.00/)
  expect(mails[0]).toContain('/manage/payments/stripe')
})

test('a dispute of a part takes back that part, and winning it gives it back', async () => {
  await join()
  await dispute(600)
  expect(await paidHere()).toBe(3500)
  expect((await charges()).map((line) => line.split(' ').slice(1).join(' '))).toEqual([
    '2500/3100 open',
    '1000/1000 paid',
  ])
  expect(await booked()).toMatchObject([
    { amount_cents: -600, note: expect.stringMatching(/^Disputed at the member’s bank/) },
  ])
  await close(true)
  expect(await paidHere()).toBe(4100)
  expect((await charges()).map((line) => line.split(' ').at(-1))).toEqual(['paid', 'paid'])
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  expect(await faults()).toEqual([])
  expect(await findBookFaults(scene.portal.db, scene.today())).toEqual([])
})

test('a dispute of what a refund had left takes back only that', async () => {
  await join()
  await refund({ amountCents: 1100 })
  await scene.settle()
  await dispute()
  expect(await paidHere()).toBe(0)
  await close(false)
  expect(await paidHere()).toBe(0)
  expect(await faults()).toEqual([])
  expect(await findBookFaults(scene.portal.db, scene.today())).toEqual([])
})

test('what was won back can be refunded at Stripe, and is booked once', async () => {
  await join()
  await dispute()
  await close(true)
  await scene.stripe.refunds.create({ payment_intent: await intentOfFirst(), amount: 900 })
  await scene.settle()
  await syncRoot(ctx(), await intentOfFirst())
  expect(await paidHere()).toBe(3200)
  expect(await faults()).toEqual([])
})

const intentOfFirst = async () =>
  (
    await scene.portal.db
      .selectFrom('payments')
      .select('provider_ref')
      .where('member_id', '=', scene.memberId)
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).provider_ref ?? ''

test('an answer about a dispute that is older than its decision changes nothing', async () => {
  await join()
  await dispute(500)
  const [stale] = (await scene.stripe.disputes.list({ payment_intent: await intentOf() })).data
  await close(true)
  expect(await paidHere()).toBe(4100)
  const open = scene.portal.db.selectFrom('stripe_disputes').select('status').where('member_id', '=', scene.memberId)
  expect(await open.executeTakeFirst()).toEqual({ status: 'won' })
  const { id, memberId, amountCents, currency, method } = await payment()
  const disputed = { id, memberId, amountCents, currency, method, intentId: await intentOfFirst() }
  await mirrorDisputes(ctx(), { payment: disputed, disputes: stale ? [stale] : [] })
  expect(await paidHere()).toBe(4100)
})

test('a disputed top-up is told as well, and leaves the balance until it is won', async () => {
  const before = (await treasurerMails('disputeOpened')).length
  const own = await scene.portal.as(scene.memberId)
  await own.stripe.topUp({ amountCents: 2000, way: 'saved', idempotencyKey: 'disputed' })
  await scene.settle()
  const row = await scene.portal.db
    .selectFrom('stripe_payments')
    .select('intent_id')
    .where('member_id', '=', scene.memberId)
    .executeTakeFirstOrThrow()
  const balance = async () =>
    (
      await scene.portal.db
        .selectFrom('balances')
        .select('balance_cents')
        .where('member_id', '=', scene.memberId)
        .executeTakeFirst()
    )?.balance_cents
  const { latest_charge: charge } = await scene.stripe.paymentIntents.retrieve(row.intent_id ?? '')
  await scene.fake.control('open-dispute', { charge, amount: 700 })
  await scene.settle()
  expect(await balance()).toBe(1300)
  const [there] = (await scene.stripe.disputes.list({ payment_intent: row.intent_id ?? '' })).data
  await scene.fake.control('close-dispute', { dispute: there?.id, isWon: true })
  await scene.settle()
  expect(await balance()).toBe(2000)
  expect((await treasurerMails('disputeOpened')).slice(before)).toHaveLength(1)
})
