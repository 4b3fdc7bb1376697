import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestClient } from '../../client.testing.ts'
import { aMember } from '../../members/factory.ts'
import { changeSetting } from '../../settings/settings.ts'
import { syncPayment } from '../payments/sync-payments.ts'
import { openStripeScene } from '../stripe-scene.testing.ts'
import { payOnPage, sessionIn } from './pay-on-page.testing.ts'
import { finishPayment, finishPayments } from './unfinished-payments.ts'

const scene = openStripeScene()
let memberId = 0
let client: TestClient

beforeAll(async () => {
  await changeSetting(scene.portal.ctx, { key: 'MEMBERBUCKS_MAX_TOPUP', value: 50 })
})
beforeEach(() => scene.fake.faults.clear())

const become = async (card: string | null = 'pm_card_visa') => {
  memberId = await scene.aCardHolder(card)
  client = await scene.portal.as(memberId)
}

const balanceOf = async () =>
  (
    await scene.portal.db
      .selectFrom('balances')
      .select('balance_cents')
      .where('member_id', '=', memberId)
      .executeTakeFirst()
  )?.balance_cents ?? 0

const topUps = () =>
  scene.portal.db.selectFrom('stripe_payments').selectAll().where('member_id', '=', memberId).orderBy('id').execute()

const last = async () => {
  const row = (await topUps()).at(-1)
  if (!row) throw new Error('there is no top-up')
  return row
}

const mails = async () =>
  (
    await scene.portal.db
      .selectFrom('messages')
      .select('template')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .execute()
  ).map(({ template }) => template)

const topUp = (amountCents: number, way: 'saved' | 'checkout' = 'saved', idempotencyKey: string = randomUUID()) =>
  client.stripe.topUp({ amountCents, way, idempotencyKey })

const paidAtStripe = async () => {
  const { customer_id: customer } = await scene.portal.db
    .selectFrom('stripe_customers')
    .select('customer_id')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  const { data } = await scene.stripe.paymentIntents.list({ customer: customer ?? '', limit: 100 })
  return data.reduce((sum, { amount_received: cents }) => sum + cents, 0)
}

test('a saved card tops up the balance at once, and the webhook that comes as well changes nothing', async () => {
  await become()
  const { topUp: made, url } = await topUp(2000)
  expect(made).toMatchObject({ state: 'succeeded', amountCents: 2000, method: 'Visa •••• 4242', failure: '' })
  expect(url).toBeNull()
  expect(await balanceOf()).toBe(2000)
  await scene.settle()
  const { intent_id: intentId } = await last()
  await Promise.all([syncPayment(scene.portal.ctx, intentId ?? ''), syncPayment(scene.portal.ctx, intentId ?? '')])
  expect(await balanceOf()).toBe(2000)
  const { entries } = await client.memberbucks.listOwnEntries({})
  expect(entries).toMatchObject([{ amountCents: 2000, type: 'stripe', contraAccount: 'cardClearing' }])
})

test('two clicks with one key, also at once, take the money once; another amount with it is refused', async () => {
  await become()
  const key = randomUUID()
  const answers = await Promise.all([topUp(2000, 'saved', key), topUp(2000, 'saved', key)])
  expect(new Set(answers.map((answer) => answer.topUp.id)).size).toBe(1)
  await scene.settle()
  expect([await balanceOf(), await paidAtStripe()]).toEqual([2000, 2000])
  await expect(topUp(3000, 'saved', key)).rejects.toMatchObject({ code: 'keyReused' })
})

test('the most at once is what the settings say, and the least is one unit', async () => {
  await become()
  for (const amountCents of [5001, 100_000_000]) {
    await expect(topUp(amountCents)).rejects.toMatchObject({
      code: 'badInput',
      body: { fields: [{ field: 'amountCents', message: 'Sorry, the maximum is 50.' }] },
    })
  }
  await expect(topUp(99)).rejects.toMatchObject({ code: 'badInput' })
  expect(await topUps()).toEqual([])
})

test('a card that is declined says why in the words of the bank, and nothing is on the balance', async () => {
  await become('pm_card_chargeCustomerFail')
  const { topUp: made } = await topUp(2000)
  expect(made).toMatchObject({ state: 'failed', failure: 'Your card was declined.' })
  await scene.settle()
  expect(await balanceOf()).toBe(0)
})

test('a bank that asks for its customer leads to Stripe’s page, where it is paid once', async () => {
  await become('pm_card_authenticationRequired')
  const { topUp: made } = await topUp(2000)
  expect(made).toMatchObject({ state: 'unconfirmed' })
  expect((await client.stripe.getTopUpForm()).recent).toMatchObject([{ id: made.id, state: 'unconfirmed' }])
  const { url } = await client.stripe.confirmTopUp({ topUpId: made.id })
  expect((await client.stripe.getTopUp({ topUpId: made.id })).state).toBe('canceled')
  const back = await payOnPage(url)
  expect(back).toContain('/account/memberbucks/add?session=cs_')
  const { outcome, topUp: paid } = await client.stripe.finishCheckout({ session: sessionIn(back) })
  expect([outcome, paid?.state, paid?.way]).toEqual(['topUp', 'succeeded', 'checkout'])
  await scene.settle()
  expect([await balanceOf(), await paidAtStripe()]).toEqual([2000, 2000])
})

test('without a saved card a top-up is paid on Stripe’s page; who does not come back is credited by the webhook', async () => {
  await become(null)
  await expect(topUp(2000)).rejects.toMatchObject({ code: 'noCard' })
  const { url, topUp: made } = await topUp(1500, 'checkout')
  expect(made.state).toBe('started')
  await payOnPage(url)
  await scene.settle()
  expect(await balanceOf()).toBe(1500)
  expect((await client.stripe.getTopUp({ topUpId: made.id })).state).toBe('succeeded')
})

test('the page of another member is not found', async () => {
  await become(null)
  const { url } = await topUp(1500, 'checkout')
  const back = await payOnPage(url)
  const other = await scene.portal.as(await scene.aCardHolder())
  await expect(other.stripe.finishCheckout({ session: sessionIn(back) })).rejects.toMatchObject({ code: 'notFound' })
  await expect(other.stripe.getTopUp({ topUpId: (await last()).id })).rejects.toMatchObject({ code: 'notFound' })
})

test('an answer that never comes is asked for again by itself, and the money is taken once', async () => {
  await become()
  scene.fake.faults.add({ what: 'timeoutAfterWrite', on: 'POST /v1/payment_intents' })
  expect((await topUp(2000)).topUp.state).toBe('succeeded')
  expect([await balanceOf(), await paidAtStripe()]).toEqual([2000, 2000])
})

test('while Stripe is away a top-up waits, no other begins, and it is finished later, once', async () => {
  await become()
  for (const what of ['errorBeforeWrite', 'errorAfterWrite', 'refuseConnection'] as const) {
    scene.fake.faults.add({ what, on: 'POST /v1/payment_intents', times: 3 })
    const { topUp: made } = await topUp(1000)
    expect(made.state, what).toBe('started')
    await expect(topUp(1000)).rejects.toMatchObject({ code: 'topUpWaiting' })
    scene.fake.faults.clear()
    await finishPayments(scene.portal.ctx)
    await finishPayment(scene.portal.ctx, { paymentId: made.id })
    expect((await last()).state, what).toBe('succeeded')
  }
  await scene.settle()
  expect([await balanceOf(), await paidAtStripe()]).toEqual([3000, 3000])
})

test('a member who presses again at the moment at which the job looks after the same top-up pays once', async () => {
  await become()
  scene.fake.faults.add({ what: 'refuseConnection', on: 'POST /v1/payment_intents', times: 3 })
  const { topUp: made } = await topUp(1000, 'saved', 'pressed twice')
  scene.fake.faults.clear()
  await Promise.all([finishPayment(scene.portal.ctx, { paymentId: made.id }), topUp(1000, 'saved', 'pressed twice')])
  await finishPayment(scene.portal.ctx, { paymentId: made.id })
  await scene.settle()
  expect([await balanceOf(), await paidAtStripe()]).toEqual([1000, 1000])
})

test('existing clients top up in whole units, and read one sentence where that fails', async () => {
  await become()
  const add = async (amount: number) => {
    const answer = await scene.portal.app.inject({
      method: 'POST',
      url: `/api/memberbucks/add/${amount}/`,
      cookies: { csrftoken: 'x', sessionid: await scene.portal.sessionOf(memberId) },
      headers: { 'x-csrftoken': 'x' },
    })
    return [answer.statusCode, answer.body]
  }
  expect(await add(20)).toEqual([200, ''])
  expect(await balanceOf()).toBe(2000)
  expect(await add(51)).toEqual([400, '"Sorry, the maximum is 50."'])
  expect(await add(1.5)).toEqual([400, '"Enter a whole number."'])
  await scene.saveCard(memberId, 'pm_card_chargeCustomerFail')
  expect(await add(20)).toEqual([400, '"Your card was declined."'])
  await scene.saveCard(memberId, 'pm_card_authenticationRequired')
  expect(await add(20)).toEqual([400, '"Your bank asks you to confirm this payment."'])
  expect((await client.memberbucks.getBalance()).balance).toBe(20)
})

test('what is given back at Stripe leaves the balance, also below zero, once', async () => {
  await become()
  await topUp(2000)
  const { intent_id: intentId } = await last()
  await client.memberbucks.spend({ purpose: 'payment', amountCents: 1500, description: 'Wood', idempotencyKey: 'w' })
  await scene.stripe.refunds.create({ payment_intent: intentId ?? '', amount: 800 })
  await scene.settle()
  expect(await balanceOf()).toBe(-300)
  await scene.stripe.refunds.create({ payment_intent: intentId ?? '' })
  await scene.settle()
  await syncPayment(scene.portal.ctx, intentId ?? '')
  expect([await balanceOf(), (await last()).reversed_cents]).toEqual([-1500, 2000])
  expect((await mails()).filter((kind) => kind === 'topUpReversed')).toHaveLength(2)
})

test('staff read at an entry that came by card that it is refunded at Stripe, and can’t reverse it here', async () => {
  await become()
  await topUp(2000)
  const { id: staffId } = await aMember(scene.portal.db, { permissions: ['money'] })
  const desk = await scene.portal.as(staffId)
  const [entry] = (await desk.memberbucks.listEntries({ memberId })).entries
  expect(entry).toMatchObject({ amountCents: 2000, elsewhere: expect.stringMatching(/^This came by card\./) })
  const wanted = { memberId, entryId: entry?.id ?? 0, reason: 'A slip' }
  await expect(desk.memberbucks.reverse(wanted)).rejects.toMatchObject({ status: 400 })
})

test('a disputed top-up leaves the balance at once', async () => {
  await become('pm_card_createDispute')
  await topUp(2000)
  await scene.settle()
  expect([(await last()).reversed_cents, await balanceOf()]).toEqual([2000, 0])
})

test('two portals that hear of one payment at once credit it once', async () => {
  await become(null)
  const { url } = await topUp(1200, 'checkout')
  const back = await payOnPage(url)
  const second = await scene.portal.another()
  try {
    await Promise.all(
      [scene.portal, second, scene.portal, second].map(async (portal) =>
        (await portal.as(memberId)).stripe.finishCheckout({ session: sessionIn(back) }),
      ),
    )
  } finally {
    await second.close()
  }
  await scene.settle()
  expect([await balanceOf(), await paidAtStripe()]).toEqual([1200, 1200])
})

test('a debit is on its way for days, and is on the balance once it has settled', async () => {
  await become(null)
  const { url: page } = await client.stripe.startSetup({ back: 'balance' })
  await client.stripe.finishCheckout({ session: sessionIn(await payOnPage(page, { account: '000123456' })) })
  const { topUp: made } = await topUp(2000)
  expect([made.state, await balanceOf()]).toEqual(['processing', 0])
  const { intent_id: intent } = await last()
  await scene.fake.control('settle-debit', { intent })
  await scene.settle()
  expect([await balanceOf(), (await mails()).at(-1)]).toEqual([2000, 'toppedUp'])
  const { topUp: second } = await topUp(1000)
  await scene.fake.control('fail-debit', { intent: (await last()).intent_id })
  await scene.settle()
  expect((await client.stripe.getTopUp({ topUpId: second.id })).state).toBe('failed')
  expect([await balanceOf(), (await mails()).at(-1)]).toEqual([2000, 'topUpFailed'])
})

test('receipts list what was paid through Stripe, newest first, with Stripe’s own receipt', async () => {
  await become()
  await topUp(2000)
  await topUp(1000)
  const { receipts, hasMore } = await client.stripe.listReceipts({})
  expect(receipts.map(({ amountCents, words, state }) => [amountCents, words, state])).toEqual([
    [1000, 'Visa •••• 4242', 'succeeded'],
    [2000, 'Visa •••• 4242', 'succeeded'],
  ])
  expect([hasMore, receipts[0]?.receiptUrl]).toEqual([false, expect.stringMatching(/^http/)])
})
