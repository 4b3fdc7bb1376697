import { expect, test } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import { ensureCustomer } from '../customers.ts'
import { findClearingFaults } from '../desk/clearing.ts'
import { syncSetup } from '../methods/payment-methods.ts'
import { reconcile } from '../reconciliation.ts'
import { openRefundScene } from '../treasurer-scene.testing.ts'

const scene = openRefundScene()
const { join, paidHere, ctx, payment, refund, atStripe, booked, treasurerMails } = scene

/** A debit that arrived. */
const joinByDebit = async () => {
  const customer = await ensureCustomer(ctx(), scene.memberId)
  const setup = await scene.stripe.setupIntents.create({
    customer,
    confirm: true,
    payment_method_data: {
      type: 'au_becs_debit',
      au_becs_debit: { bsb_number: '000-000', account_number: '000123456' },
      billing_details: { name: 'Robin', email: 'robin@example.org' },
    },
    mandate_data: { customer_acceptance: { type: 'offline' } },
    allowed_payment_method_types: ['au_becs_debit'],
  })
  await syncSetup(ctx(), setup.id)
  await join()
  await scene.goTo(addDays(scene.today(), 5))
  await scene.comeBack()
}

test('a debit is on its way back until the bank has it, and only then says refunded', async () => {
  await joinByDebit()
  const { refunds } = await refund()
  expect(refunds).toMatchObject([{ state: 'sent' }])
  expect(await payment()).toMatchObject({ refundedCents: 0, cardRefund: { state: 'sent', amountCents: 4100 } })
  expect(await paidHere()).toBe(4100)
  const { id: paymentId } = await payment()
  expect(await scene.desk().billing.previewRefund({ paymentId })).toMatchObject({ mostCents: 0, waitingCents: 4100 })
  await reconcile(ctx())
  await scene.goTo(addDays(scene.today(), 1))
  await reconcile(ctx())
  const found = await findClearingFaults(ctx())
  expect(found.filter(({ memberId }) => memberId === scene.memberId)).toEqual([])
  await scene.goTo(addDays(scene.today(), 3))
  await scene.comeBack()
  expect(await paidHere()).toBe(0)
  expect(await payment()).toMatchObject({ refundedCents: 4100, cardRefund: null })
})

test('a debit that the bank does not take back was never refunded, and treasurers are told', async () => {
  await joinByDebit()
  await refund()
  const [there] = await atStripe()
  await scene.fake.control('fail-refund', { refund: there?.id })
  await scene.settle()
  expect(await paidHere()).toBe(4100)
  expect(await booked()).toEqual([])
  expect(await payment()).toMatchObject({ cardRefund: { state: 'failed', failure: 'bankRefused' } })
  expect(await treasurerMails()).toEqual([expect.stringMatching(/^A refund to .* failed .*Nothing was given back/s)])
})
