// What Stripe says of subscriptions that it collected until now, and what keeps one from being taken over by itself.
import { planIntervals } from '@spacekeeper/contract/plans/words.ts'
import type { UnknownSubscription } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import type { AdoptRefusal } from '@spacekeeper/contract/stripe/words.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { type Day, earlierDay, localDay } from '#platform/local-day.ts'
import type { EarlierInvoice } from '../../billing/takeovers.ts'
import { isGoneAtStripe, stripeCall } from '../client.ts'
import { idempotencyKey } from '../idempotency-key.ts'
import { methodOf } from '../payment-method.ts'

/** By this Stripe's subscriptions say which of ours they are. */
export const subscriptionKey = 'spacekeeper_subscription'
/** By this they say that the portal ended them, to charge by itself. */
export const takenKey = 'spacekeeper_taken_over'

export const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

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
  hasPending: boolean
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

/** Asks Stripe; null where it knows of none by this name. */
export const readEarlier = (ctx: Ctx, ref: string): Promise<EarlierSubscription | null> =>
  stripeCall(ctx, async (stripe) => {
    try {
      const subscription = await stripe.subscriptions.retrieve(ref, { expand: ['customer'] })
      const customer = idOf(subscription.customer) ?? ''
      const { data } = await stripe.invoices.list({ subscription: ref, limit: 12, expand: ['data.payments'] })
      const items = await stripe.invoiceItems.list({ customer, pending: true, limit: 1 })
      const invoices = data.filter(({ status }) => status !== 'void' && status !== 'uncollectible')
      return { subscription, invoices, intents: await findIntents(stripe, invoices), hasPending: items.data.length > 0 }
    } catch (error) {
      if (isGoneAtStripe(error)) return null
      throw error
    }
  })

/** Whether another portal, such as a trial with the same account, made it. */
export const isOtherPortals = (ctx: Ctx, { metadata }: Stripe.Subscription): boolean => {
  const named = metadata[subscriptionKey]
  return named !== undefined && !named.startsWith(`${idempotencyKey(ctx, 'subscription')}-`)
}

const isDisputed = ({ intents }: EarlierSubscription): boolean =>
  [...intents.values()].some(({ latest_charge: charge }) => typeof charge === 'object' && charge?.disputed === true)

const balanceOf = ({ customer }: Stripe.Subscription): number =>
  typeof customer === 'string' || customer.deleted ? 0 : customer.balance

/** What of it only a person can decide, or has to wait: `renewing` is the hour in which Stripe asks for the next period. */
export type Hindrance = Extract<AdoptRefusal, 'paused' | 'unpaid' | 'disputed' | 'credit' | 'renewing'>

export const hindranceOf = (found: EarlierSubscription, isOwedHere: boolean): Hindrance | null => {
  const { subscription, invoices, hasPending } = found
  if (subscription.status === 'paused' || subscription.pause_collection !== null) return 'paused'
  if (isDisputed(found)) return 'disputed'
  if (hasPending || balanceOf(subscription) !== 0) return 'credit'
  if (isOwedHere) return null
  const open = invoices.filter(({ status }) => status === 'open' || status === 'draft')
  if (subscription.status === 'active' && open.length > 0 && open.every((one) => one.attempt_count === 0))
    return 'renewing'
  const isPaidUp = subscription.status === 'active' || subscription.status === 'trialing'
  return open.length > 0 || (!isPaidUp && subscription.status !== 'canceled') ? 'unpaid' : null
}

type SpaceDays = { zone: string; today: Day }

const dayOf = (seconds: number, zone: string): Day => localDay(new Date(seconds * 1000), zone)

/** The first day that Stripe was not paid for, or is not to be. */
export const endDayOf = ({ subscription }: EarlierSubscription, { zone }: SpaceDays): Day | null => {
  const end = periodEndOf(subscription)
  return end === null ? null : dayOf(end, zone)
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

/** Invoices of days that are not over, oldest first; what was over before stays in the books of before. */
export const earlierInvoices = (found: EarlierSubscription, days: SpaceDays): EarlierInvoice[] =>
  found.invoices
    .filter(({ status, total }) => total > 0 && status !== 'draft')
    .flatMap((invoice) => {
      const lines = invoice.lines.data.filter(({ amount }) => amount > 0)
      const from = Math.min(...lines.map(({ period }) => period.start))
      const to = Math.max(...lines.map(({ period }) => period.end))
      const period = { from: dayOf(from, days.zone), to: dayOf(to, days.zone) }
      if (lines.length === 0 || (period.to <= days.today && invoice.status === 'paid')) return []
      const dueOn = earlierDay(dayOf(invoice.created, days.zone), days.today)
      return [
        { ref: invoice.id, period, amountCents: invoice.total, dueOn, payments: paymentsOf(invoice, found, days) },
      ]
    })
    .toReversed()
