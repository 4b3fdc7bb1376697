import type Stripe from 'stripe'
import { mergeMetadata } from '../fields.ts'
import type { StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { addedItems } from './added-items.ts'
import { isSameCycle, periodAround } from './cycle.ts'
import { discountsOf, redeem } from './discounts.ts'
import type { BilledPeriod } from './invoice-draft.ts'
import { costOf, quantityOf } from './lines.ts'
import { productName } from './products.ts'
import { prorationsOf, type ItemChange, type Proration } from './prorations.ts'
import { checkItems, recurringPrice } from './subscription-checks.ts'
import { itemList, newItem } from './subscription-object.ts'

type GivenUpdate = Stripe.SubscriptionUpdateParams

/** What an update of items, periods and discounts comes to; nothing of it is kept. */
export type UpdatePlan = {
  patch: Partial<Stripe.Subscription>
  discounts: Stripe.Discount[]
  /** Credits and debits, and what is added once. */
  proration: Proration
  added: Stripe.InvoiceItem[]
  /** Whole periods that begin now. */
  periods: BilledPeriod[]
  isBilledNow: boolean
  /** When it counts from, which may be named, and when it is asked for. */
  at: number
  now: number
}

const defaultCycle = { interval: 'month', interval_count: 1 }

type ItemsPlan = { items: Stripe.SubscriptionItem[]; changes: ItemChange[] }

function changedItem(
  world: StripeWorld,
  input: {
    before: Stripe.SubscriptionItem
    given: Stripe.SubscriptionUpdateParams.Item
    param: string
    anchor: number
    now: number
  },
): Stripe.SubscriptionItem {
  const { before, given, param, anchor, now } = input
  const isOther = given.price !== undefined || given.price_data !== undefined
  const price = isOther && given.price !== before.price.id ? recurringPrice(world, given, param) : before.price
  // Another price begins with one of it again.
  const quantity = given.quantity ?? (isOther && price.id !== before.price.id ? 1 : (before.quantity ?? 1))
  const isSame = price.recurring && before.price.recurring && isSameCycle(price.recurring, before.price.recurring)
  const period = isSame
    ? { start: before.current_period_start, end: before.current_period_end }
    : periodAround(anchor, price.recurring ?? defaultCycle, now)
  const item = newItem(world, {
    id: before.id,
    subscription: before.subscription,
    price,
    quantity,
    period,
    at: before.created,
  })
  return { ...item, metadata: mergeMetadata(before.metadata, given.metadata) }
}

function planItems(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  given: GivenUpdate['items'],
  now: number,
): ItemsPlan {
  const anchor = subscription.billing_cycle_anchor
  let items = [...subscription.items.data]
  const changes: ItemChange[] = []
  for (const [index, one] of (given ?? []).entries()) {
    const param = `items[${index}]`
    const before = items.find(({ id }) => id === one.id)
    if (one.id !== undefined && !before)
      throw invalidRequest(`Invalid subscription_item id: ${one.id}`, {
        param: `${param}[id]`,
        code: 'resource_missing',
      })
    if (before && one.deleted) {
      items = items.filter((item) => item !== before)
      changes.push({ before, after: null })
      continue
    }
    const after = before
      ? changedItem(world, { before, given: one, param, anchor, now })
      : addedItem(world, { subscription, given: one, param, now })
    items = before ? items.map((item) => (item === before ? after : item)) : [...items, after]
    const isSame = before && before.price.id === after.price.id && before.quantity === after.quantity
    if (!isSame) changes.push({ before: before ?? null, after })
  }
  checkItems(items, subscription.billing_mode.type)
  return { items, changes }
}

function addedItem(
  world: StripeWorld,
  input: { subscription: Stripe.Subscription; given: Stripe.SubscriptionUpdateParams.Item; param: string; now: number },
) {
  const { subscription, given, param, now } = input
  const price = recurringPrice(world, given, param)
  const period =
    subscription.trial_end !== null && subscription.trial_end > now
      ? { start: now, end: subscription.trial_end }
      : periodAround(subscription.billing_cycle_anchor, price.recurring ?? defaultCycle, now)
  return newItem(world, { subscription: subscription.id, price, quantity: given.quantity ?? 1, period, at: now })
}

const isFree = (items: Stripe.SubscriptionItem[]) => items.every((item) => costOf(quantityOf(item)) === 0)

const hasOtherCycle = ({ changes }: ItemsPlan) =>
  changes.some(({ before, after }) => {
    const [one, other] = [before?.price.recurring, after?.price.recurring]
    return one && other ? !isSameCycle(one, other) : false
  })

/** When all periods begin anew: asked for, at the end of a trial, and in classic mode by itself. */
function resetOf(
  subscription: Stripe.Subscription,
  params: GivenUpdate,
  plan: ItemsPlan,
  at: number,
): { anchor: number; trialEnd: number | null } | null {
  if (params.trial_end === 'now') return { anchor: at, trialEnd: null }
  if (params.trial_end !== undefined) {
    if (params.trial_end <= at)
      throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', {
        param: 'trial_end',
      })
    return { anchor: params.trial_end, trialEnd: params.trial_end }
  }
  if (params.billing_cycle_anchor?.type === 'now') return { anchor: at, trialEnd: null }
  const isClassic = subscription.billing_mode.type === 'classic'
  const becomesPaid = isFree(subscription.items.data) && !isFree(plan.items)
  return isClassic && (hasOtherCycle(plan) || becomesPaid) ? { anchor: at, trialEnd: null } : null
}

const discountsAfter = (
  world: StripeWorld,
  subscription: Stripe.Subscription,
  params: GivenUpdate,
  at: number,
  isPreview: boolean,
) => {
  const given = params.discounts
  if (given === undefined || (Array.isArray(given) && given.length === 0))
    return discountsOf(world, subscription.discounts)
  return redeem(world, given || [], {
    customer: idOf(subscription.customer) ?? '',
    subscription: subscription.id,
    currency: subscription.currency,
    at,
    testClock: idOf(subscription.test_clock),
    isPreview,
  })
}

function prorationTime(subscription: Stripe.Subscription, params: GivenUpdate, now: number): number {
  const at = params.proration_date ?? now
  const [item] = subscription.items.data
  if (params.proration_date !== undefined && item && (at < item.current_period_start || at > item.current_period_end))
    throw invalidRequest('Cannot specify proration_date outside of current subscription period', {
      param: 'proration_date',
    })
  return at
}

/** All items begin a period, which is billed now, at nothing during a trial. */
function beginPeriods(
  world: StripeWorld,
  items: Stripe.SubscriptionItem[],
  reset: { anchor: number; trialEnd: number | null },
  now: number,
) {
  const begun = items.map((item) => {
    const period =
      reset.trialEnd === null
        ? periodAround(reset.anchor, item.price.recurring ?? defaultCycle, now)
        : { start: now, end: reset.trialEnd }
    return { ...item, current_period_start: period.start, current_period_end: period.end }
  })
  const periods = begun.map((item): BilledPeriod => {
    const period = { start: item.current_period_start, end: item.current_period_end }
    const { price, quantity } = quantityOf(item)
    if (reset.trialEnd === null) return { item, period, amount: costOf({ price, quantity }) }
    return { item, period, amount: 0, description: `Free trial for ${quantity} × ${productName(world, price)}` }
  })
  return { begun, periods }
}

export function planUpdate(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  params: GivenUpdate,
  options: { isPreview: boolean; now?: number },
): UpdatePlan {
  const now = options.now ?? world.clock.seconds(idOf(subscription.test_clock))
  const at = prorationTime(subscription, params, now)
  const discounts = discountsAfter(world, subscription, params, now, options.isPreview)
  const plan = planItems(world, subscription, params.items, now)
  const reset = resetOf(subscription, params, plan, now)
  const behavior = params.proration_behavior ?? 'create_prorations'
  const { begun, periods } = reset ? beginPeriods(world, plan.items, reset, now) : { begun: plan.items, periods: [] }
  // What ends is given back; what begins is billed as a whole period when all periods begin anew.
  const changes = reset ? subscription.items.data.map((before): ItemChange => ({ before, after: null })) : plan.changes
  const isFreeTime =
    behavior === 'none' || (subscription.status === 'trialing' && !reset) || subscription.status === 'paused'
  const proration = isFreeTime
    ? { items: [], gross: new Map<string, number>() }
    : prorationsOf(world, { subscription, changes, all: begun, discounts, at })
  const added = addedItems(world, { subscription, given: params.add_invoice_items, at: now })
  const isRunning = reset && subscription.status === 'trialing' && reset.trialEnd === null
  return {
    patch: {
      ...(plan.changes.length > 0 || reset || params.items ? { items: itemList(subscription.id, begun) } : {}),
      ...(params.discounts === undefined ? {} : { discounts: discounts.map((discount) => discount.id) }),
      ...(reset && { billing_cycle_anchor: reset.anchor }),
      ...(reset &&
        params.trial_end !== undefined && {
          trial_end: reset.trialEnd ?? now,
          ...(reset.trialEnd !== null && { status: 'trialing', trial_start: now }),
        }),
      ...(isRunning && { status: 'active' }),
    },
    discounts,
    proration,
    added,
    periods,
    isBilledNow:
      reset !== null ||
      hasOtherCycle(plan) ||
      (behavior === 'always_invoice' && proration.items.length + added.length > 0),
    at,
    now,
  }
}
