import type Stripe from 'stripe'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { customers } from '../payments/customers.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { redeem } from './discounts.ts'
import { given } from './given.ts'
import { draftInvoice, type InvoicePlan } from './invoice-draft.ts'
import { pendingItems } from './invoice-item.ts'
import { isOver, isRenewed } from './status.ts'
import { creditRest } from './subscription-cancel.ts'
import { pauseInvoice, planPause, planResume } from './subscription-pause.ts'
import { planSubscription } from './subscription-plan.ts'
import { planRenewal } from './subscription-renew.ts'
import { invoicePlanOf } from './subscription-update.ts'
import { subscriptions } from './tables.ts'
import { planUpdate } from './update-plan.ts'

type PreviewParams = Stripe.InvoiceCreatePreviewParams
type PreviewDetails = Stripe.InvoiceCreatePreviewParams.SubscriptionDetails

const nothingNext = (customer: string | null) =>
  invalidRequest(`No upcoming invoices for customer: '${customer}'`, { status: 404, code: 'invoice_upcoming_none' })

/** The anchor is said in other words than when a subscription is updated. */
const anchorOf = (details: PreviewDetails) => {
  const type = details.billing_cycle_anchor?.type
  if (type === undefined) return {}
  if (type === 'timestamp')
    throw invalidRequest('The anchor of a subscription that exists can only be now or unchanged.', {
      param: 'subscription_details[billing_cycle_anchor]',
    })
  return { billing_cycle_anchor: { type } }
}

/** What would be asked for when a subscription that exists is changed so. */
function previewChange(world: StripeWorld, subscription: Stripe.Subscription, details: PreviewDetails): InvoicePlan {
  const waiting = pendingItems(world, idOf(subscription.customer) ?? '', subscription.id)
  const { items, proration_behavior, proration_date, trial_end } = details
  const params: Stripe.SubscriptionUpdateParams = {
    ...given({ items, proration_behavior, proration_date, trial_end }),
    ...anchorOf(details),
  }
  const plan = planUpdate(world, subscription, params, { isPreview: true })
  if (plan.isBilledNow) return invoicePlanOf(world, subscription, plan, waiting)
  const changed = { ...subscription, ...plan.patch }
  const ends = details.cancel_at_period_end ?? (subscription.cancel_at !== null && details.cancel_at === undefined)
  const all = [...waiting, ...plan.proration.items]
  const renewal = planRenewal(world, changed, all).plan
  if (!ends && isRenewed(subscription.status)) return renewal
  if (all.length === 0) throw nothingNext(idOf(subscription.customer))
  return { ...renewal, periods: [] }
}

function previewSubscription(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  details: PreviewDetails,
): InvoicePlan {
  const customer = idOf(subscription.customer)
  const now = world.clock.seconds(idOf(subscription.test_clock))
  const waiting = pendingItems(world, customer ?? '', subscription.id)
  if (isOver(subscription.status)) throw nothingNext(customer)
  if (details.resume_at === 'now') {
    const { proration_behavior, proration_date } = details
    return planResume(world, subscription, { ...given({ proration_behavior, proration_date }), ...anchorOf(details) })
      .plan
  }
  if (details.pause && Object.keys(details.pause).length > 0) {
    const { items } = planPause(world, subscription, details.pause)
    if (details.pause.invoicing_behavior !== 'invoice' || items.length === 0) throw nothingNext(customer)
    return pauseInvoice(world, subscription, [...waiting, ...items])
  }
  if (details.cancel_now) {
    const at = details.proration_date ?? now
    const { items } = details.proration_behavior === 'none' ? { items: [] } : creditRest(world, subscription, at)
    if (items.length + waiting.length === 0) throw nothingNext(customer)
    return pauseInvoice(world, subscription, [...waiting, ...items])
  }
  return previewChange(world, subscription, details)
}

/** What the first invoice of a new subscription would be. */
function previewNew(world: StripeWorld, params: PreviewParams, details: PreviewDetails): InvoicePlan {
  const customer = world.store.get(customers, params.customer ?? '', 'customer')
  const items = (details.items ?? []).map((item) => {
    const { price, price_data, quantity } = item
    return given({ price, price_data, quantity })
  })
  const { trial_end, proration_behavior, billing_cycle_anchor } = details
  return planSubscription(
    world,
    customer,
    {
      items,
      ...given({ trial_end, proration_behavior, billing_cycle_anchor: billing_cycle_anchor?.timestamp }),
      ...(details.billing_mode && { billing_mode: { type: details.billing_mode.type } }),
      ...(params.discounts && { discounts: params.discounts }),
    },
    true,
  ).plan
}

/** Nothing is kept: what would be asked for, worked out by what asks for it. */
export function createPreview(world: StripeWorld, params: PreviewParams): Stripe.Invoice {
  const details = params.subscription_details ?? {}
  const hidden = ['schedule', 'schedule_details', 'invoice_items', 'automatic_tax', 'customer_details'] as const
  const strange = hidden.find((name) => params[name] !== undefined)
  if (strange) throw invalidRequest(`The stand-in does not know ${strange} of previews.`, { param: strange })
  if (params.subscription === undefined && details.items === undefined)
    throw invalidRequest('You must provide one of: subscription, subscription_details[items].')
  if (params.subscription === undefined) return shown(world, previewNew(world, params, details))
  const subscription = world.store.get(subscriptions, params.subscription, 'subscription')
  const plan = previewSubscription(world, subscription, details)
  if (params.discounts === undefined) return shown(world, plan, details.proration_date)
  const { currency, at, customer } = plan
  const discounts = redeem(world, params.discounts || [], {
    customer: customer.id,
    subscription: subscription.id,
    currency,
    at,
    testClock: idOf(customer.test_clock),
    isPreview: true,
  })
  return shown(world, { ...plan, discounts }, details.proration_date)
}

/** Its id is of no use, and it can be neither paid nor found. */
function shown(world: StripeWorld, plan: InvoicePlan, prorationDate?: number): Stripe.Invoice {
  const draft = draftInvoice(world, {
    ...plan,
    reason: plan.reason === 'subscription_cycle' ? 'upcoming' : plan.reason,
  })
  const details = draft.parent?.subscription_details
  return {
    ...draft,
    id: draft.id.replace('in_', 'upcoming_in_'),
    ...(draft.parent &&
      details &&
      prorationDate !== undefined && {
        parent: { ...draft.parent, subscription_details: { ...details, subscription_proration_date: prorationDate } },
      }),
    ...(plan.reason === 'subscription_cycle' && { next_payment_attempt: plan.at + 3_600 }),
  }
}

export const previewPart: StripePart = {
  operations: [
    operation('POST', '/v1/invoices/create_preview', 'InvoiceCreatePreviewParams', ({ world, params }) =>
      createPreview(world, params),
    ),
  ],
}
