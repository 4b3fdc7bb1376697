import { expect, test } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import { changeBilling } from '../../billing/billing-work.ts'
import { listDuesOf } from '../../billing/desk/lists.ts'
import { bookPayment } from '../../billing/payments/payments.ts'
import { changeCollector } from '../../billing/subscriptions/subscription-terms.ts'
import { startSubscription } from '../../billing/subscriptions/subscriptions.ts'
import { findMethod } from '../methods/payment-methods.ts'
import { syncPayment } from '../payments/sync-payments.ts'
import { openCardMember } from './card-member.testing.ts'

const scene = openCardMember()
const { charges, ctx, join, paidAtStripe, paidHere, subscription, today } = scene

const book = (amountCents: number) =>
  changeBilling(ctx(), 'billing.paid', (work) =>
    bookPayment(work, {
      memberId: scene.memberId,
      amountCents,
      currency: 'AUD',
      method: 'cash',
      paidOn: work.today,
    }),
  )

test('of a member who changes to bank transfers nothing more is taken, and what is paid stays paid', async () => {
  await join()
  const { paid_through: end } = await subscription()
  await changeBilling(ctx(), 'billing.collectorChanged', (work) =>
    changeCollector(work, { memberId: scene.memberId, collector: 'bank' }),
  )
  await scene.goTo(addDays(end, 1))
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  expect((await charges()).at(-2)).toMatch(`[${end},`)
  expect((await charges()).at(-2)).toMatch(/ 0\/3100 open$/)
  expect(await scene.tries()).toEqual(['1 succeeded 4100'])
})

test('a member who changes from transfers to card is first charged when what is paid runs out', async () => {
  await changeBilling(ctx(), 'billing.subscribed', (work) =>
    startSubscription(work, {
      memberId: scene.memberId,
      planId: scene.monthly,
      collector: 'bank',
      paysBeforeAccess: false,
    }),
  )
  await book(4100)
  const { charged_through: end } = await subscription()
  await changeBilling(ctx(), 'billing.collectorChanged', (work) =>
    changeCollector(work, { memberId: scene.memberId, collector: 'stripe' }),
  )
  await scene.settle()
  expect(await paidHere()).toBe(4100)
  await scene.goTo(addDays(end, 1))
  expect(await paidHere()).toBe(4100 + 3100)
  expect((await charges()).slice(0, 2).map((line) => line.slice(-4))).toEqual(['paid', 'paid'])
})

test('what staff book in cash between two tries is not taken from the card as well', async () => {
  await join()
  await scene.saveCard(scene.memberId, 'pm_card_chargeCustomerFail')
  const { paid_through: end } = await subscription()
  await scene.goTo(end)
  await scene.goTo(addDays(end, 1))
  const waiting = () => listDuesOf(ctx(), scene.memberId)
  expect(await waiting()).toMatchObject([{ lastTry: { state: 'failed', nextTryOn: addDays(end, 3) } }])
  await book(1000)
  await scene.saveCard(scene.memberId, 'pm_card_visa')
  expect(await waiting()).toEqual([])
  expect((await scene.tries()).slice(1)).toEqual([`1 failed 3100 ${addDays(end, 3)}`, '2 succeeded 2100'])
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  expect(await paidHere()).toBe(4100 + 3100)
})

test('a payment that the bank waits for the member to confirm is called off once it is paid in cash', async () => {
  await join()
  await scene.saveCard(scene.memberId, 'pm_card_authenticationRequired')
  await scene.goTo((await subscription()).paid_through)
  expect((await scene.tries()).at(-1)).toMatch('1 unconfirmed 3100')
  expect((await scene.mails()).map(({ template }) => template)).toEqual(['cardConfirmation'])
  await book(3100)
  await scene.settle()
  expect((await scene.tries()).at(-1)).toMatch('1 canceled 3100')
  expect((await scene.intents())[0]).toMatchObject({ status: 'canceled' })
})

test('money that arrives for what is no longer owed is left over for the next period', async () => {
  await scene.holdAccount('000123456')
  await join()
  expect((await charges())[0]).toMatch(/processing$/)
  await book(4100)
  await scene.goTo(addDays(today(), 8))
  expect(await paidHere()).toBe(8200)
  const { charged_through: end } = await subscription()
  await scene.goTo(end)
  expect((await charges()).at(-2)).toMatch(`[${end},`)
  expect((await charges()).at(-2)).toMatch('3100/3100 paid')
  expect(await scene.tries()).toEqual(['1 succeeded 4100'])
})

test('a card that Stripe says is not to be tried again waits for another, which is tried at once', async () => {
  await join()
  const method = (await findMethod(ctx(), scene.memberId))?.method_id
  await scene.fake.control('card-becomes', { method, number: '4000000000009987' })
  const { paid_through: end } = await subscription()
  await scene.goTo(addDays(end, 8))
  expect((await scene.tries()).slice(1)).toEqual(['1 failed 3100'])
  await scene.saveCard(scene.memberId, 'pm_card_mastercard')
  expect((await scene.tries()).slice(1)).toEqual(['1 failed 3100', '2 succeeded 3100'])
})

test('while Stripe is away nothing counts as a try, and it is taken once Stripe is back', async () => {
  await join()
  scene.fake.faults.add({ what: 'refuseConnection', on: 'POST /v1/payment_intents', times: 1000 })
  const { paid_through: end } = await subscription()
  await scene.goTo(end)
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  scene.fake.faults.clear()
  await scene.goTo(addDays(end, 1))
  await scene.settle()
  await scene.goTo(addDays(end, 2))
  expect(await paidHere()).toBe(4100 + 3100)
  expect(await paidHere()).toBe(await paidAtStripe())
})

test('a refund at Stripe is booked once, and a disputed payment is owed again until it is won', async () => {
  await join()
  const { db } = scene.portal
  const payment = await db
    .selectFrom('payments')
    .select('provider_ref')
    .where('member_id', '=', scene.memberId)
    .executeTakeFirstOrThrow()
  const intent = payment.provider_ref ?? ''
  await scene.stripe.refunds.create({ payment_intent: intent, amount: 1000 })
  await scene.settle()
  expect(await paidHere()).toBe(3100)
  await syncPayment(ctx(), intent)
  expect(await paidHere()).toBe(3100)
})

const firstIntent = async () => {
  const rows = scene.portal.db.selectFrom('payments').select('provider_ref').where('member_id', '=', scene.memberId)
  return (await rows.orderBy('id').executeTakeFirstOrThrow()).provider_ref ?? ''
}

test('a payment that is disputed is owed again, and paid once it is won', async () => {
  scene.memberId = await scene.aCardHolder('pm_card_createDispute')
  await join()
  expect(await paidHere()).toBe(0)
  expect((await charges()).map((line) => line.split(' ').at(-1))).toEqual(['open', 'open'])
  const [dispute] = (await scene.stripe.disputes.list({ payment_intent: await firstIntent() })).data
  await scene.fake.control('close-dispute', { dispute: dispute?.id, isWon: true })
  await scene.settle()
  expect(await paidHere()).toBe(4100)
  expect((await charges()).map((line) => line.split(' ').at(-1))).toEqual(['paid', 'paid'])
})

test('a debit counts as paid while it is on its way, and is owed again when the bank sends it back', async () => {
  await scene.holdAccount('111111113')
  await join()
  expect((await charges())[0]).toMatch(/processing$/)
  expect(await subscription()).toMatchObject({ state: 'active', has_access: true })
  expect(await paidHere()).toBe(0)
  const begun = today()
  await scene.goTo(addDays(begun, 5))
  expect((await charges())[0]).toMatch(/open$/)
  await scene.goTo(addDays(begun, 15))
  expect(await subscription()).toMatchObject({ has_access: false })
})
