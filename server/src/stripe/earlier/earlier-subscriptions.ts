// Subscriptions that Stripe collected until now, as it tells them.
import { planIntervals } from '@spacekeeper/contract/plans/words.ts'
import type { UnknownSubscription } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { type Day, earlierDay, localDay } from '#platform/local-day.ts'
import type { EarlierInvoice } from '../../billing/subscriptions/takeovers.ts'
import { isGoneAtStripe, stripeCall } from '../client.ts'
import { methodOf } from '../methods/method-facts.ts'

/** By this Stripe's subscriptions say which of ours they are. */
export const subscriptionKey = 'spacekeeper_subscription'
/** By this they say that the portal ended them, to charge by itself; invoices, that they are owed here instead. */
export const takenKey = 'spacekeeper_taken_over'
/** By this they say that it was paused here when the portal ended them. */
export const pausedKey = 'spacekeeper_paused'
/** By this they say that it was cancelled before the portal ended them. */
export const endingKey = 'spacekeeper_ending'

export const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

/** One that has ended takes nothing any more; neither does one whose first payment never came. */
export const isRunning = ({ status }: Stripe.Subscription): boolean =>
  status !== 'canceled' && status !== 'incomplete_expired'

/** It ends there by itself, unless a person lets it go on. */
export const isLeaving = ({ cancel_at: cancelAt, cancel_at_period_end: isAtEnd }: Stripe.Subscription): boolean =>
  isAtEnd || cancelAt !== null

/** The price of a subscription, where it has one price once; null where it has more. */
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

/** A subscription with its invoices, the newest first, and what waits to be on the next. */
export type EarlierSubscription = {
  subscription: Stripe.Subscription
  invoices: readonly Stripe.Invoice[]
  intents: ReadonlyMap<string, Stripe.PaymentIntent>
  pending: readonly Stripe.InvoiceItem[]
  /** A bank has not decided yet about a payment of it. */
  isDisputed: boolean
}

/** More than a plan can have had, and as many as a bank may still ask for the money of. */
const [mostInvoices, newestInvoices] = [1000, 12]

/** Old payments are asked about only where they are of the time of the plan here, and not booked yet. */
const findBooked = async ({ db }: Ctx, { ref, intentIds }: { ref: string; intentIds: string[] }) => {
  const row = db.selectFrom('subscriptions').select('created_at').where('provider_ref', '=', ref)
  const rows = db.selectFrom('payments').select('provider_ref').where('provider_ref', 'in', intentIds)
  return {
    since: (await row.executeTakeFirst())?.created_at ?? null,
    booked: new Set((await rows.execute()).map(({ provider_ref: id }) => id)),
  }
}

const intentsOf = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? [])

const listIntents = async (ctx: Ctx, ref: string, invoices: readonly Stripe.Invoice[]): Promise<string[]> => {
  const newest = invoices.slice(0, newestInvoices).flatMap(intentsOf)
  const old = invoices.slice(newestInvoices)
  if (old.length === 0) return newest
  const { since, booked } = await findBooked(ctx, { ref, intentIds: old.flatMap(intentsOf) })
  const ours = old.filter(({ created }) => since !== null && created * 1000 >= since.getTime())
  return [...newest, ...ours.flatMap(intentsOf).filter((id) => !booked.has(id))]
}

const findIntents = async (stripe: Stripe, ids: readonly string[]) => {
  const intents = new Map<string, Stripe.PaymentIntent>()
  for (const id of ids) intents.set(id, await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
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
      const invoices = await stripe.invoices
        .list({ subscription: ref, limit: 100, expand: ['data.payments'] })
        .autoPagingToArray({ limit: mostInvoices })
      const { data: pending } = await stripe.invoiceItems.list({ customer, pending: true, limit: 100 })
      const intents = await findIntents(stripe, await listIntents(ctx, ref, invoices))
      return { subscription, invoices, intents, pending, isDisputed: await findDispute(stripe, intents.values()) }
    } catch (error) {
      if (isGoneAtStripe(error)) return null
      throw error
    }
  })

/** Whatever was over before `since`, the day on which the plan here began, stays in the books of before. */
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

/**
 * The first debit was sent back after the plan had begun: Stripe then voids its invoice by itself and lets the plan go
 * on. What was used is still owed.
 */
const isDebitSentBack = ({ billing_reason: reason, payments }: Stripe.Invoice, { intents }: EarlierSubscription) =>
  reason === 'subscription_create' &&
  (payments?.data ?? []).some(({ payment }) => {
    const error = intents.get(idOf(payment.payment_intent) ?? '')?.last_payment_error
    return (error?.payment_method?.type ?? 'card') !== 'card'
  })

const discountOf = ({ lines }: Stripe.Invoice): number =>
  lines.data.flatMap((line) => line.discount_amounts ?? []).reduce((sum, { amount }) => sum + Math.max(0, amount), 0)

const finalStatuses = ['open', 'paid', 'void', 'uncollectible'] as const

/** Null: it is not asked for yet, or is asked for here instead. */
const stateOf = (invoice: Stripe.Invoice, found: EarlierSubscription): EarlierInvoice['state'] | null => {
  const { status, metadata } = invoice
  if (status === 'void' && metadata?.[takenKey] !== undefined) return null
  if (status === 'void' && isDebitSentBack(invoice, found)) return 'open'
  return finalStatuses.find((one) => one === status) ?? null
}

/**
 * Invoices of days that the plan here is about, oldest first. A period that cost nothing, such as a trial, is one as well.
 * Where Stripe calls one paid, money that did not come through Stripe is not asked for.
 */
export const earlierInvoices = (found: EarlierSubscription, days: SpaceDays): EarlierInvoice[] =>
  found.invoices
    .filter(({ total }) => total >= 0)
    .flatMap((invoice) => {
      const state = stateOf(invoice, found)
      if (state === null) return []
      const asked = daysOf(invoice, days.zone)
      const isBefore = asked !== null && asked.to <= days.since && invoice.status !== 'open'
      const period = asked === null || asked.from >= asked.to || isBefore ? null : asked
      const payments = paymentsOf(invoice, found, days)
      const paidCents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
      const amountCents = state === 'paid' ? paidCents : invoice.amount_due
      const dueOn = earlierDay(dayOf(invoice.created, days.zone), days.today)
      const discountCents = discountOf(invoice)
      return [{ ref: invoice.id, state, period, amountCents, discountCents, dueOn, payments }]
    })
    .toReversed()

/** Those of them that are paid. */
export const paidInvoices = (found: EarlierSubscription, days: SpaceDays): EarlierInvoice[] =>
  earlierInvoices(found, days).filter(({ state }) => state === 'paid')
