import type { TopUpState } from '@spacekeeper/contract/stripe/words.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { type BillingWork, changeBilling, noteEvent } from '../billing/billing-work.ts'
import { lockCharge, markProcessing, reopenCharge } from '../billing/charges.ts'
import { followPayer } from '../billing/follow.ts'
import { bookPayment } from '../billing/payments.ts'
import { lockPayer } from '../billing/subscription-row.ts'
import { type CardPaymentRow, lockCardPayment } from './card-payment-rows.ts'
import { stripeCall } from './client.ts'
import { mailCardPlanJob } from './plan-mails.ts'
import { methodOf } from './subscription-facts.ts'
import { mirrorGivenBack } from './sync-payments.ts'
import { dbNow } from './sync-subscriptions.ts'

/** By this a payment at Stripe says which of ours it is. */
export const cardPaymentKey = 'spacekeeper_card_payment'

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

const findRowOf = (ctx: Ctx, intent: Stripe.PaymentIntent) =>
  ctx.db
    .selectFrom('card_payments')
    .select(['id', 'member_id'])
    .where('customer_id', '=', idOf(intent.customer) ?? '')
    .where((is) => {
      const named = Number(intent.metadata[cardPaymentKey])
      const isNamed = Number.isSafeInteger(named) && named > 0 && named < 2_147_483_648
      return is.or([is('intent_id', '=', intent.id), ...(isNamed ? [is('id', '=', named)] : [])])
    })
    .executeTakeFirst()

/** What a payment that has not succeeded means. On Stripe's page a member may try again. */
const stateOf = (row: CardPaymentRow, { status, last_payment_error: error }: Stripe.PaymentIntent): TopUpState => {
  if (status === 'processing') return 'processing'
  if (status === 'canceled') return 'canceled'
  if (row.way === 'checkout') return row.state === 'processing' ? 'failed' : row.state
  if (status === 'requires_action' || error?.code === 'authentication_required') return 'unconfirmed'
  return status === 'requires_payment_method' ? 'failed' : row.state
}

type PaymentStep = { row: CardPaymentRow; intent: Stripe.PaymentIntent }

/** The money is there: booked once by the name of the payment, also when several hear of it. */
const book = async (work: BillingWork, { row, intent }: PaymentStep): Promise<void> => {
  const { id: ref } = intent
  const { paymentId } = await bookPayment(work, {
    memberId: row.member_id,
    amountCents: intent.amount_received,
    currency: intent.currency.toUpperCase(),
    method: methodOf(intent),
    reference: ref,
    paidOn: work.today,
    chargeIds: row.charge_ids,
    providerRef: ref,
    idempotencyKey: `provider-${ref}`,
  })
  await work.tx
    .updateTable('card_payments')
    .set({ state: 'succeeded', payment_id: paymentId, intent_id: ref, failure: '', settled_at: work.now })
    .where('id', '=', row.id)
    .where('payment_id', 'is', null)
    .execute()
}

/** While the money is on its way the charges count as paid; when it comes back they are open again. */
const followCharges = async (work: BillingWork, row: CardPaymentRow, state: TopUpState): Promise<void> => {
  const charges = []
  for (const id of row.charge_ids) charges.push(await lockCharge(work, id))
  if (state === 'processing') {
    await markProcessing(
      work,
      charges.filter((charge) => charge.state === 'open'),
    )
  } else if (row.state === 'processing') {
    for (const charge of charges.filter((one) => one.state === 'processing')) await reopenCharge(work, charge)
  }
  await followPayer(work, row.member_id)
}

const move = async (work: BillingWork, { row, intent }: PaymentStep, state: TopUpState): Promise<void> => {
  const failure = (intent.last_payment_error?.message ?? '').slice(0, 500)
  const isOver = state === 'failed' || state === 'canceled'
  await work.tx
    .updateTable('card_payments')
    .set({ state, intent_id: intent.id, failure, settled_at: isOver ? work.now : null })
    .where('id', '=', row.id)
    .execute()
  await followCharges(work, row, state)
  const { member_id: memberId, amount_cents: amountCents, currency } = row
  const event = state === 'failed' ? 'stripe.cardPaymentFailed' : 'stripe.cardPaymentChanged'
  noteEvent(work, event, { memberId, cardPaymentId: row.id, amountCents, state })
  if (row.state !== 'processing' || !isOver) return
  const facts = { amountCents, currency, reason: failure }
  await addJob(work, mailCardPlanJob, { mail: 'paymentSentBack', memberId, facts })
}

const apply = async (work: BillingWork, step: PaymentStep): Promise<void> => {
  const { row, intent } = step
  if (intent.status === 'succeeded') {
    if (row.state !== 'succeeded' || row.intent_id !== intent.id) await book(work, step)
    return
  }
  const state = stateOf(row, intent)
  // What has come in stays in; it goes out again as a refund or a dispute.
  if (row.state === 'succeeded' || (state === row.state && row.intent_id !== null)) return
  await move(work, step, state)
}

/**
 * What Stripe says of a payment becomes what it is here, in any order and however often. False where it is none
 * that pays open charges.
 */
export const syncCardPayment = async (ctx: Ctx, intentId: string): Promise<boolean> => {
  const seenAt = await dbNow(ctx)
  const intent = await stripeCall(ctx, (stripe) =>
    stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
  )
  const found = await findRowOf(ctx, intent)
  if (!found) return false
  await changeBilling(ctx, 'stripe.cardPaymentChanged', async (work) => {
    await lockPayer(work, found.member_id)
    const row = await lockCardPayment(work, found.id)
    if (row.seen_at !== null && row.seen_at > seenAt) return
    await work.tx.updateTable('card_payments').set({ seen_at: seenAt }).where('id', '=', row.id).execute()
    await apply(work, { row, intent })
  })
  if (intent.status === 'succeeded') await mirrorGivenBack(ctx, intentId)
  return true
}
