import { planIntervals } from '@spacekeeper/contract/billing/words.ts'
import type Stripe from 'stripe'
import { type Day, earlierDay, localDay } from '#platform/local-day.ts'
import type { MirroredInvoice, MirroredLine, MirroredPayment } from '../billing/mirror-invoices.ts'
import type { MirroredSubscription } from '../billing/mirror.ts'

/** What translating needs to know of the space and of our side of the subscription. */
export type FactsInput = {
  zone: string
  today: Day
  seenAt: Date
  /** The plan of each price we made; another price is of the plan the subscription has. */
  planOf: (priceId: string) => number | undefined
  planId: number
}

/** Stripe counts seconds; our days are those of the space. */
const dayOf = (seconds: number, zone: string): Day => localDay(new Date(seconds * 1000), zone)

const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

const stateOf = (status: Stripe.Subscription['status']): MirroredSubscription['state'] => {
  if (status === 'incomplete') return 'incomplete'
  if (status === 'paused') return 'paused'
  if (status === 'canceled' || status === 'incomplete_expired') return 'ended'
  // What is `past_due` or `unpaid` follows from the charges; on trial nothing is owed yet.
  return 'live'
}

const endedReasonOf = ({ status, cancellation_details: details }: Stripe.Subscription): string => {
  if (status === 'incomplete_expired') return 'neverPaid'
  return details?.reason === 'payment_failed' ? 'unpaid' : 'cancelled'
}

/** The first day without it: the day its last period ends on belongs to the next, as everywhere. */
const cancelDayOf = (subscription: Stripe.Subscription, zone: string): Day | null => {
  const end = subscription.cancel_at ?? (subscription.cancel_at_period_end ? periodEndOf(subscription) : null)
  return end === null ? null : dayOf(end, zone)
}

export const periodEndOf = ({ items }: Stripe.Subscription): number | null => {
  const ends = items.data.map((item) => item.current_period_end)
  return ends.length === 0 ? null : Math.max(...ends)
}

const intervalOf = (item: Stripe.SubscriptionItem | undefined) => {
  const interval = planIntervals.find((one) => one === item?.price.recurring?.interval)
  return { interval: interval ?? ('month' as const), intervalCount: item?.price.recurring?.interval_count ?? 1 }
}

type NetAmount = { netCents: number; discountCents: number }

const netOf = ({ amount, discount_amounts: discounts, taxes }: Stripe.InvoiceLineItem): NetAmount => {
  const discountCents = (discounts ?? []).reduce((sum, discount) => sum + discount.amount, 0)
  // Prices of ours have no tax; of a subscription that was made at Stripe the tax is a part of what is owed.
  const taxCents = (taxes ?? []).reduce((sum, tax) => sum + (tax.tax_behavior === 'exclusive' ? tax.amount : 0), 0)
  return { netCents: amount - discountCents + taxCents, discountCents: Math.max(0, discountCents) }
}

const kindOf = (line: Stripe.InvoiceLineItem, isFirst: boolean): MirroredLine['kind'] => {
  const details = line.parent?.subscription_item_details ?? line.parent?.invoice_item_details
  if (netOf(line).netCents < 0) return 'credit'
  if (line.parent?.type === 'subscription_item_details' || details?.proration === true) return 'period'
  return isFirst ? 'joiningFee' : 'other'
}

const priceOf = (line: Stripe.InvoiceLineItem): string | null => idOf(line.pricing?.price_details?.price)

const lineFacts = (line: Stripe.InvoiceLineItem, { input, isFirst }: { input: FactsInput; isFirst: boolean }) => {
  const { netCents, discountCents } = netOf(line)
  const kind = kindOf(line, isFirst)
  const price = priceOf(line)
  return {
    ref: line.id,
    kind,
    amountCents: Math.abs(netCents),
    discountCents: kind === 'credit' ? 0 : discountCents,
    period:
      kind === 'period' || kind === 'credit'
        ? { from: dayOf(line.period.start, input.zone), to: dayOf(line.period.end, input.zone) }
        : null,
    planId: (price === null ? undefined : input.planOf(price)) ?? null,
    description: line.description ?? 'Card payment',
  } satisfies MirroredLine
}

/** How a payment intent paid; what is no card is a debit from an account. */
export const methodOf = (intent: Stripe.PaymentIntent | null): MirroredPayment['method'] => {
  const charge = intent?.latest_charge
  const type = typeof charge === 'object' ? charge?.payment_method_details?.type : undefined
  if (intent === null) return 'other'
  return type === undefined || type === 'card' || type === 'link' ? 'card' : 'directDebit'
}

/** An invoice with what Stripe says of the payments it knows, each with its intent. */
export type InvoiceAtStripe = {
  invoice: Stripe.Invoice
  lines: readonly Stripe.InvoiceLineItem[]
  intents: ReadonlyMap<string, Stripe.PaymentIntent>
}

const paymentsOf = ({ invoice, intents }: InvoiceAtStripe, input: FactsInput): MirroredPayment[] =>
  (invoice.payments?.data ?? [])
    .filter(({ status, amount_paid: cents }) => status === 'paid' && (cents ?? 0) > 0)
    .map((payment) => {
      const intentId = idOf(payment.payment.payment_intent)
      const paidAt = payment.status_transitions.paid_at ?? payment.created
      return {
        ref: intentId ?? payment.id,
        amountCents: payment.amount_paid ?? 0,
        method: methodOf(intentId === null ? null : (intents.get(intentId) ?? null)),
        paidOn: earlierDay(dayOf(paidAt, input.zone), input.today),
      }
    })

const settledStates = ['paid', 'void', 'uncollectible'] as const

/**
 * The first debit was sent back after the plan had begun: Stripe then writes its invoice off by itself and lets the plan
 * go on. What was used is still owed.
 */
const isDebitSentBack = ({ invoice, intents }: InvoiceAtStripe): boolean =>
  invoice.status === 'void' &&
  invoice.billing_reason === 'subscription_create' &&
  [...intents.values()].some(({ last_payment_error: error }) => (error?.payment_method?.type ?? 'card') !== 'card')

const invoiceStateOf = (found: InvoiceAtStripe): MirroredInvoice['state'] => {
  const { invoice, intents } = found
  const { status } = invoice
  if (isDebitSentBack(found)) return 'open'
  const settled = settledStates.find((one) => one === status)
  if (settled) return settled
  const isOnItsWay = (invoice.payments?.data ?? []).some(({ payment }) => {
    const id = idOf(payment.payment_intent)
    return id !== null && intents.get(id)?.status === 'processing'
  })
  return isOnItsWay ? 'processing' : 'open'
}

const invoiceFacts = (found: InvoiceAtStripe, input: FactsInput): MirroredInvoice => {
  const { invoice, lines } = found
  const isFirst = invoice.billing_reason === 'subscription_create'
  const dueAt = invoice.due_date ?? invoice.status_transitions.finalized_at ?? invoice.created
  return {
    ref: invoice.id,
    currency: invoice.currency.toUpperCase(),
    dueOn: dayOf(dueAt, input.zone),
    state: invoiceStateOf(found),
    lines: lines.map((line) => lineFacts(line, { input, isFirst })),
    payments: paymentsOf(found, input),
  }
}

/** What Stripe says of a subscription and its invoices, in our words. */
export const subscriptionFacts = (
  subscription: Stripe.Subscription,
  { invoices, ...input }: FactsInput & { invoices: readonly InvoiceAtStripe[] },
): MirroredSubscription => {
  const [item] = subscription.items.data
  const price = item?.price
  return {
    ref: subscription.id,
    state: stateOf(subscription.status),
    planId: (price && input.planOf(price.id)) ?? input.planId,
    costCents: (price?.unit_amount ?? 0) * (item?.quantity ?? 1),
    ...intervalOf(item),
    startedOn: dayOf(subscription.start_date, input.zone),
    anchorOn: dayOf(subscription.billing_cycle_anchor, input.zone),
    cancelOn: cancelDayOf(subscription, input.zone),
    endedAt: subscription.ended_at === null ? null : new Date(subscription.ended_at * 1000),
    endedReason: endedReasonOf(subscription),
    invoices: invoices.map((found) => invoiceFacts(found, input)),
    seenAt: input.seenAt,
  }
}
