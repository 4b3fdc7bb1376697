import { chargeStates, type ChargeState } from '@spacekeeper/contract/billing/words.ts'
import type { RehearsalInvoice } from '@spacekeeper/contract/rehearsal/shapes.ts'
import { invoiceStates } from '@spacekeeper/contract/rehearsal/words.ts'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import { localDay } from '#platform/local-day.ts'
import { stripeCall } from '../stripe/client.ts'
import type { RehearsalStage } from './stage.ts'

/** What Stripe knows of the member’s money; null before they are a customer there. */
export type StripeSide = {
  charges: Stripe.Charge[]
  disputes: Stripe.Dispute[]
  invoices: Stripe.Invoice[]
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
  if (customer === null) return { charges: [], disputes: [], invoices: [] }
  return stripeCall(stage.ctx, async (stripe) => {
    const [charges, disputes, invoices] = await Promise.all([
      stripe.charges.list({ customer, limit: 100 }),
      stripe.disputes.list({ limit: 100 }),
      stripe.invoices.list({ customer, limit: 100 }),
    ])
    return { charges: charges.data, disputes: disputes.data, invoices: invoices.data }
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

/** The state of all charges of an invoice together: what is open of it comes first. */
const stateOfAll = (states: readonly ChargeState[]): ChargeState | null =>
  chargeStates.find((state) => states.includes(state)) ?? null

/** The invoices of Stripe with what stands here of each, newest first. */
export const compareInvoices = async (
  { ctx, zone }: { ctx: Ctx; zone: string },
  { invoices }: StripeSide,
): Promise<RehearsalInvoice[]> => {
  const ids = invoices.map(({ id }) => id)
  const rows = await readRows(
    ctx,
    sql<{ ref: string; states: ChargeState[] }>`select l.invoice_ref as ref, array_agg(distinct c.state) as states
      from provider_lines l join charges c on c.id = l.charge_id where l.invoice_ref = any(${ids}::text[])
      group by l.invoice_ref`,
  )
  const here = new Map(rows.map(({ ref, states }) => [ref, stateOfAll(states)]))
  return invoices.map(({ id, created, total, currency, status }) => ({
    on: localDay(new Date(created * 1000), zone),
    totalCents: total,
    currency: currency.toUpperCase(),
    atStripe: invoiceStates.find((state) => state === status) ?? 'draft',
    here: here.get(id) ?? null,
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
