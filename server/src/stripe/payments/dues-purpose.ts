import { addJob } from '#platform/jobs/add-job.ts'
import { type BillingWork, noteEvent } from '../../billing/billing-work.ts'
import { lockCharge, markProcessing, reopenCharge } from '../../billing/charges/charges.ts'
import { followPayer } from '../../billing/follow.ts'
import { bookPayment } from '../../billing/payments/payments.ts'
import { methodOf } from '../methods/method-facts.ts'
import { mailCardPlanJob } from '../plan-mails.ts'
import { mirrorGivenBack } from '../refunds/given-back.ts'
import type { PaymentMove, PaymentPurpose } from './payment-purpose.ts'
import { isOver, type StripePaymentRow } from './payment-rows.ts'
import { noteTry } from './told-tries.ts'

const events = {
  started: 'stripe.cardPaymentStarted',
  changed: 'stripe.cardPaymentChanged',
  failed: 'stripe.cardPaymentFailed',
} as const

/** While the money is on its way the charges count as paid; when it comes back they are open again. */
const followCharges = async (work: BillingWork, row: StripePaymentRow, { state }: PaymentMove): Promise<void> => {
  const charges = []
  for (const id of row.charge_ids) charges.push(await lockCharge(work, id))
  if (state === 'processing') {
    await markProcessing(
      work,
      charges.filter((charge) => charge.state === 'open'),
    )
  } else {
    for (const charge of charges.filter((one) => one.state === 'processing')) await reopenCharge(work, charge)
  }
  await followPayer(work, row.member_id)
}

/** Pays charges of a member. */
export const duesPurpose: PaymentPurpose = {
  key: 'spacekeeper_card_payment',
  word: 'payment',
  title: 'Payment',
  back: 'plan',
  product: ({ SITE_NAME: name }) => name,
  // All that could still take the same money.
  waiting: { states: ['started', 'unconfirmed'], countsPages: true, refusal: 'paymentWaiting' },
  note: (work, { row, step, data }) =>
    noteEvent(work, events[step], { memberId: row.member_id, cardPaymentId: row.number, ...data }),

  // Booked once by the name of the payment, also when several hear of it.
  book: async (work, { row, intent }) => {
    const { paymentId } = await bookPayment(work, {
      memberId: row.member_id,
      amountCents: intent.amount_received,
      currency: intent.currency.toUpperCase(),
      method: methodOf(intent),
      reference: intent.id,
      paidOn: work.today,
      chargeIds: row.charge_ids,
      providerRef: intent.id,
      idempotencyKey: `provider-${intent.id}`,
    })
    return { payment_id: paymentId }
  },

  follow: async (work, { row, move }) => {
    if (row.state === 'processing' || move.state === 'processing') await followCharges(work, row, move)
    await noteTry(work, { row, move })
    if (row.state !== 'processing' || !isOver(move.state) || row.way === 'automatic') return
    const { member_id: memberId, amount_cents: amountCents, currency } = row
    const facts = { amountCents, currency, reason: move.failure }
    await addJob(work, mailCardPlanJob, { mail: 'paymentSentBack', memberId, facts })
  },

  giveBack: (ctx, _row, { intent }) => mirrorGivenBack(ctx, intent),
}
