import type { RehearsalPayment } from '@spacekeeper/contract/rehearsal/shapes.ts'
import type { TopUpState } from '@spacekeeper/contract/stripe/words.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { localDay } from '#platform/local-day.ts'
import { stripeCall } from '../stripe/client.ts'
import type { RehearsalStage } from './stage.ts'

/** What Stripe knows of the member’s money; null before they are a customer there. */
export type StripeSide = {
  charges: Stripe.Charge[]
  disputes: Stripe.Dispute[]
  intents: Stripe.PaymentIntent[]
}

const findCustomer = async ({ ctx, memberId }: Pick<RehearsalStage, 'ctx' | 'memberId'>): Promise<string | null> => {
  const row = await ctx.db
    .selectFrom('stripe_customers')
    .select('customer_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** Asks Stripe, as its dashboard would. */
export const askStripe = async (stage: RehearsalStage): Promise<StripeSide> => {
  const customer = await findCustomer(stage)
  if (customer === null) return { charges: [], disputes: [], intents: [] }
  return stripeCall(stage.ctx, async (stripe) => {
    const [charges, disputes, intents] = await Promise.all([
      stripe.charges.list({ customer, limit: 100 }),
      stripe.disputes.list({ limit: 100 }),
      stripe.paymentIntents.list({ customer, limit: 100 }),
    ])
    return { charges: charges.data, disputes: disputes.data, intents: intents.data }
  })
}

const idOf = (object: string | { id: string }): string => (typeof object === 'string' ? object : object.id)

const isLost = ({ status }: Stripe.Dispute): boolean => status !== 'won' && !status.startsWith('warning')

/** What Stripe took and kept: refunds and disputes that were not won are taken off. */
export const keptCents = ({ charges, disputes }: StripeSide): number => {
  const taken = charges
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount_captured: paid, amount_refunded: back }) => sum + paid - back, 0)
  return disputes.filter(isLost).reduce((sum, { amount }) => sum - amount, taken)
}

const stateOf = ({ status, last_payment_error: error }: Stripe.PaymentIntent): TopUpState => {
  const settled = (['succeeded', 'processing', 'canceled'] as const).find((state) => state === status) // its words are wanted
  if (settled) return settled
  if (status === 'requires_action' || error?.code === 'authentication_required') return 'unconfirmed'
  return error === null ? 'started' : 'failed'
}

/** The payments of Stripe with what stands here of each, newest first. */
export const comparePayments = async (
  { ctx, zone }: { ctx: Ctx; zone: string },
  { intents }: StripeSide,
): Promise<RehearsalPayment[]> => {
  const ids = intents.map(({ id }) => id)
  const rows = await ctx.db
    .selectFrom('stripe_payments')
    .select(['intent_id', 'state'])
    .where('intent_id', 'in', ['', ...ids])
    .execute()
  const here = new Map(rows.map(({ intent_id: id, state }) => [id, state]))
  return intents.map((intent) => ({
    on: localDay(new Date(intent.created * 1000), zone),
    amountCents: intent.amount,
    currency: intent.currency.toUpperCase(),
    atStripe: stateOf(intent),
    here: here.get(intent.id) ?? null,
  }))
}

/** The newest charge that can still be given back. */
export const findTaken = ({ charges }: StripeSide): Stripe.Charge | undefined =>
  charges.find(({ status, refunded, disputed }) => status === 'succeeded' && !refunded && !disputed)

export const findDispute = ({ charges, disputes }: StripeSide): Stripe.Dispute | undefined =>
  disputes.find(
    ({ status, charge }) =>
      ['needs_response', 'under_review'].includes(status) && charges.some(({ id }) => id === idOf(charge)),
  )

const takenOf = async (stage: RehearsalStage): Promise<Stripe.Charge> => {
  const charge = findTaken(await askStripe(stage))
  if (!charge) throw new AppError('notFound')
  return charge
}

/** The whole of the latest payment is given back in Stripe’s dashboard. */
export const refundLatest = async (stage: RehearsalStage): Promise<void> => {
  const { id } = await takenOf(stage)
  await stripeCall(stage.ctx, (stripe) => stripe.refunds.create({ charge: id }))
}

/** The member tells their bank that they did not agree to the latest payment. */
export const disputeLatest = async (stage: RehearsalStage): Promise<void> => {
  const { id } = await takenOf(stage)
  await stage.standIn.control('open-dispute', { charge: id })
}

export const winLatest = async (stage: RehearsalStage): Promise<void> => {
  const dispute = findDispute(await askStripe(stage))
  if (!dispute) throw new AppError('notFound')
  await stage.standIn.control('close-dispute', { dispute: dispute.id, isWon: true })
}
