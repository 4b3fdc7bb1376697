// What Stripe says of subscriptions that it collected until now.
import { planIntervals } from '@spacekeeper/contract/plans/words.ts'
import type { UnknownSubscription } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { type Day, earlierDay, localDay } from '#platform/local-day.ts'
import type { EarlierInvoice } from '../../billing/subscriptions/takeovers.ts'
import { isGoneAtStripe, stripeCall } from '../client.ts'
import { methodOf } from '../methods/payment-method.ts'

/** By this Stripe's subscriptions say which of ours they are. */
export const subscriptionKey = 'spacekeeper_subscription'
/** By this they say that the portal ended them, to charge by itself. */
export const takenKey = 'spacekeeper_taken_over'
/** By this they say that it was paused here when the portal ended them. */
export const pausedKey = 'spacekeeper_paused'
/** By this they say that it was cancelled before the portal ended them. */
export const endingKey = 'spacekeeper_ending'

export const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

/** What has ended takes nothing any more; neither does one whose first payment never came. */
export const isRunning = ({ status }: Stripe.Subscription): boolean =>
  status !== 'canceled' && status !== 'incomplete_expired'

/** It ends there by itself, unless a person lets it go on. */
export const isLeaving = ({ cancel_at: cancelAt, cancel_at_period_end: isAtEnd }: Stripe.Subscription): boolean =>
  isAtEnd || cancelAt !== null

/** What a subscription costs, where it has one price once; null where it has more. */
export type SinglePrice = Pick<UnknownSubscription, 'costCents' | 'currency' | 'interval' | 'intervalCount'>

export const priceOfSubscription = ({ items, currency }: Stripe.Subscription): SinglePrice | null => {
  const [item, second] = items.data
  const recurring = item?.price.recurring
  const interval = planIntervals.find((one) => one === recurring?.interval)
  if (!item || second || !recurring || !interval || item.quantity !== 1 || item.price.unit_amount === null) return null
  return {
    costCents: item.price.unit_amount,
    currency: currency.toUpperCase(),
    interval,
    intervalCount: recurring.interval_count,
  }
}

export const periodEndOf = ({ items }: Stripe.Subscription): number | null => {
  const ends = items.data.map((item) => item.current_period_end)
  return ends.length === 0 ? null : Math.max(...ends)
}

/** A subscription with its newest invoices and what waits to be on the next. */
export type EarlierSubscription = {
  subscription: Stripe.Subscription
  invoices: readonly Stripe.Invoice[]
  intents: ReadonlyMap<string, Stripe.PaymentIntent>
  pending: readonly Stripe.InvoiceItem[]
  /** A bank has not decided yet about a payment of it. */
  isDisputed: boolean
}

const findIntents = async (stripe: Stripe, invoices: readonly Stripe.Invoice[]) => {
  const intents = new Map<string, Stripe.PaymentIntent>()
  for (const { payments } of invoices)
    for (const { payment } of payments?.data ?? []) {
      const id = idOf(payment.payment_intent)
      if (id !== null) intents.set(id, await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
    }
  return intents
}

const decidedDisputes: readonly Stripe.Dispute.Status[] = ['won', 'lost', 'warning_closed', 'prevented']

const findDispute = async (stripe: Stripe, intents: Iterable<Stripe.PaymentIntent>): Promise<boolean> => {
  for (const { id, latest_charge: charge } of intents) {
    if (typeof charge !== 'object' || !charge?.disputed) continue
    const { data } = await stripe.disputes.list({ payment_intent: id, limit: 10 })
    if (data.some(({ status }) => !decidedDisputes.includes(status))) return true
  }
  return false
}

/** Asks Stripe; null where it knows of none by this name. */
export const readEarlier = (ctx: Ctx, ref: string): Promise<EarlierSubscription | null> =>
  stripeCall(ctx, async (stripe) => {
    try {
      const subscription = await stripe.subscriptions.retrieve(ref, { expand: ['customer', 'discounts'] })
      const customer = idOf(subscription.customer) ?? ''
      const { data } = await stripe.invoices.list({ subscription: ref, limit: 12, expand: ['data.payments'] })
      const { data: pending } = await stripe.invoiceItems.list({ customer, pending: true, limit: 100 })
      const invoices = data.filter(({ status }) => status !== 'void' && status !== 'uncollectible')
      const intents = await findIntents(stripe, invoices)
      return { subscription, invoices, intents, pending, isDisputed: await findDispute(stripe, intents.values()) }
    } catch (error) {
      if (isGoneAtStripe(error)) return null
      throw error
    }
  })

/** What was over before `since`, the day on which the plan here began, stays in the books of before. */
export type SpaceDays = { zone: string; today: Day; since: Day }

const dayOf = (seconds: number, zone: string): Day => localDay(new Date(seconds * 1000), zone)

/** The days an invoice is for, by the lines that ask for something. */
const daysOf = ({ lines, total }: Stripe.Invoice, zone: string) => {
  const asked = lines.data.filter(({ amount }) => amount > 0 || total === 0)
  if (asked.length === 0) return null
  return {
    from: dayOf(Math.min(...asked.map(({ period }) => period.start)), zone),
    to: dayOf(Math.max(...asked.map(({ period }) => period.end)), zone),
  }
}

/** The first day that Stripe was not paid for, or has not asked for. */
export const endDayOf = (
  { subscription, invoices }: EarlierSubscription,
  { zone }: Pick<SpaceDays, 'zone'>,
): Day | null => {
  const end = periodEndOf(subscription)
  if (end === null) return null
  const { cancel_at: cancelAt } = subscription
  const day = dayOf(cancelAt === null ? end : Math.min(end, cancelAt), zone)
  const drafts = invoices.filter(({ status }) => status === 'draft').flatMap((one) => daysOf(one, zone)?.from ?? [])
  return drafts.reduce(earlierDay, day)
}

const paymentsOf = (invoice: Stripe.Invoice, { intents }: EarlierSubscription, { zone, today }: SpaceDays) =>
  (invoice.payments?.data ?? [])
    .filter(({ status, amount_paid: cents }) => status === 'paid' && (cents ?? 0) > 0)
    .map((payment) => {
      const intentId = idOf(payment.payment.payment_intent)
      const paidAt = payment.status_transitions.paid_at ?? payment.created
      return {
        ref: intentId ?? payment.id,
        amountCents: payment.amount_paid ?? 0,
        method: methodOf(intentId === null ? null : (intents.get(intentId) ?? null)),
        paidOn: earlierDay(dayOf(paidAt, zone), today),
      }
    })

const isPaid = ({ status }: Stripe.Invoice): boolean => status === 'paid'

/**
 * Invoices of days that the plan here is about, oldest first. A period that cost nothing, such as a trial, is one as well.
 * Of one that Stripe calls paid, what did not come through Stripe is not asked for.
 */
export const earlierInvoices = (found: EarlierSubscription, days: SpaceDays): EarlierInvoice[] =>
  found.invoices
    .filter(({ total, status }) => total >= 0 && status !== 'draft')
    .flatMap((invoice) => {
      const period = daysOf(invoice, days.zone)
      if (period === null || period.from >= period.to || (period.to <= days.since && isPaid(invoice))) return []
      const payments = paymentsOf(invoice, found, days)
      const paidCents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
      const amountCents = isPaid(invoice) ? paidCents : invoice.amount_due
      const dueOn = earlierDay(dayOf(invoice.created, days.zone), days.today)
      return [{ ref: invoice.id, period, amountCents, dueOn, payments }]
    })
    .toReversed()

/** Those of them that are paid. */
export const paidInvoices = (found: EarlierSubscription, days: SpaceDays): EarlierInvoice[] =>
  earlierInvoices({ ...found, invoices: found.invoices.filter(isPaid) }, days)
