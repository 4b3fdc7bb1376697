import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeBilling } from '../billing/billing-work.ts'
import { aPayer } from '../billing/payer.testing.ts'
import { bookPayment } from '../billing/payments/payments.ts'
import { endSubscription } from '../billing/subscriptions/subscriptions.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date('2026-05-04T02:00:00Z') })
  const admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  await admin.settings.update({ key: 'ENABLE_LEAVING', value: true })
})
afterAll(() => portal.close())

const account = { accountName: 'Bo Berg', accountNumber: 'DE89 3704 0044 0532 0130 00', source: 'credit' } as const

/** A member with 89.35 left over, and no plan any more. */
const leftOver = async () => {
  const { id } = await aPayer(portal, { costCents: 6500 })
  await changeBilling(portal.ctx, 'billing.paid', (work) =>
    bookPayment(work, { memberId: id, amountCents: 15_435, currency: 'AUD', method: 'bank', paidOn: work.today }),
  )
  const own = await portal.as(id)
  await expect(own.leaving.askRefund(account)).rejects.toMatchObject({ code: 'notLeaving' })
  expect((await own.leaving.getOwn()).credit).toMatchObject({ cents: 8935, mayAsk: false })
  await changeBilling(portal.ctx, 'billing.ended', (work) =>
    endSubscription(work, { memberId: id, reason: 'cancelled', keepsDebt: false }),
  )
  return { id, own }
}

test('what is left over after the plan is seen, asked back and booked once', async () => {
  const { id, own } = await leftOver()
  const { cents } = (await own.leaving.getOwn()).credit
  expect(cents).toBeGreaterThanOrEqual(8935)
  expect((await own.leaving.getOwn()).credit).toMatchObject({ currency: 'AUD', mayAsk: true })
  await own.leaving.askRefund(account)
  await expect(own.leaving.askRefund(account)).rejects.toMatchObject({ code: 'refundAsked' })
  expect((await own.leaving.getOwn()).credit).toMatchObject({
    mayAsk: false,
    refund: { state: 'asked', accountEnd: '3000' },
  })
  const staff = await portal.as((await aMember(portal.db, { permissions: ['money'] })).id)
  const [asked] = (await staff.leaving.listRefunds()).refunds.filter(({ member }) => member.id === id)
  expect(asked).toMatchObject({ source: 'credit', currency: 'AUD', amountCents: cents, balanceCents: cents })
  const refundId = asked?.id ?? 0
  const paid = await Promise.allSettled([staff.leaving.payRefund({ refundId }), staff.leaving.payRefund({ refundId })])
  expect(paid.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await own.leaving.getOwn()).credit).toMatchObject({ cents: 0, mayAsk: false, refund: { state: 'paid' } })
  await portal.runJobs()
  const mails = await portal.db.selectFrom('messages').select('template').where('member_id', '=', id).execute()
  expect(mails.map(({ template }) => template)).toContain('balanceRefundPaid')
})

test('a request for what is left over is taken back or declined, and asked for again', async () => {
  const { id, own } = await leftOver()
  await own.leaving.askRefund(account)
  await own.leaving.withdrawRefund({ source: 'credit' })
  expect((await own.leaving.getOwn()).credit).toMatchObject({ mayAsk: true, refund: { state: 'withdrawn' } })
  await own.leaving.askRefund(account)
  const staff = await portal.as((await aMember(portal.db, { permissions: ['money'] })).id)
  const { refunds } = await staff.leaving.listRefunds()
  const refundId = refunds.find(({ member, state }) => member.id === id && state === 'asked')?.id ?? 0
  await staff.leaving.declineRefund({ refundId, reason: 'The bank sent it back.' })
  expect((await own.leaving.getOwn()).credit).toMatchObject({
    mayAsk: true,
    refund: { reason: 'The bank sent it back.' },
  })
})
