import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { type Day, startOfDay } from '#platform/local-day.ts'
import { billingToday } from '../billing/billing-work.ts'
import { isStripeOn, stripeCall } from './client.ts'
import { ensureCustomer } from './customers.ts'
import { changedDiscounts, firstDiscounts } from './discounts.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { payInvoice, payUntried } from './invoice-payments.ts'
import { findMethod } from './payment-methods.ts'
import { ensurePrice } from './prices.ts'
import { syncSubscription } from './sync-subscriptions.ts'

/** By this Stripe's subscriptions say which of ours they are. */
export const subscriptionKey = 'spacekeeper_subscription'

type FollowedSubscription = {
  id: number
  memberId: number
  planId: number
  planName: string
  state: string
  collector: string
  costCents: number
  nextPlanId: number | null
  nextCostCents: number | null
  /** What is agreed ahead holds from the period after the one that runs, and not from a later one. */
  isNextSoon: boolean
  joiningFeeCents: number
  currency: string
  chargedThrough: Day
  ref: string | null
  /** A pause that is to hold today, begun or not. */
  isPauseDue: boolean
  wasEverCharged: boolean
}

const readOurs = async (ctx: Ctx, id: number): Promise<FollowedSubscription | undefined> => {
  const today = await billingToday(ctx)
  const [row] = await readRows(
    ctx,
    sql<FollowedSubscription>`select s.id, s.member_id as "memberId", s.plan_id as "planId", p.name as "planName", s.state,
        s.collector, s.cost_cents as "costCents", s.next_plan_id as "nextPlanId", s.next_cost_cents as "nextCostCents",
        coalesce(s.next_from <= s.charged_through, true) as "isNextSoon",
        p.joining_fee_cents as "joiningFeeCents", s.currency, s.charged_through as "chargedThrough",
        s.provider_ref as ref,
        exists (select from subscription_breaks b where b.subscription_id = s.id and b.kind = 'pause'
          and b.cancelled_at is null and b.days @> ${today}::date) as "isPauseDue",
        exists (select from charges c where c.subscription_id = s.id) as "wasEverCharged"
      from subscriptions s join plans p on p.id = s.plan_id where s.id = ${id}`,
  )
  return row
}

const isLive = ({ status }: Stripe.Subscription): boolean => status !== 'canceled' && status !== 'incomplete_expired'

/**
 * The subscription at Stripe that is meant: the one made for ours by an earlier try, or one the member has there from
 * before. It is adopted, never made a second time.
 */
const findAtStripe = async (stripe: Stripe, { customer, name }: { customer: string; name: string }) => {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  const live = data.filter(isLive)
  return live.find(({ metadata }) => metadata[subscriptionKey] === name) ?? live.find(isNobodys)
}

const isNobodys = ({ metadata }: Stripe.Subscription): boolean => metadata[subscriptionKey] === undefined

/** What the first invoice lists beside the first period. */
const joiningFee = (ours: FollowedSubscription, product: string): Stripe.SubscriptionCreateParams.AddInvoiceItem[] => {
  if (ours.joiningFeeCents === 0 || ours.wasEverCharged) return []
  const currency = ours.currency.toLowerCase()
  return [{ price_data: { currency, product, unit_amount: ours.joiningFeeCents }, discountable: false }]
}

const createAtStripe = async (
  ctx: Ctx,
  ours: FollowedSubscription,
  { customer, method }: { customer: string; method: string },
): Promise<Stripe.Subscription> => {
  const priceId = await ensurePrice(ctx, { planId: ours.planId, costCents: ours.costCents })
  const name = idempotencyKey(ctx, 'subscription', ours.id)
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const today = await billingToday(ctx)
  return stripeCall(ctx, async (stripe) => {
    const found = await findAtStripe(stripe, { customer, name })
    if (found) return stripe.subscriptions.update(found.id, { metadata: { [subscriptionKey]: name } })
    const { product } = await stripe.prices.retrieve(priceId)
    const discounts = await firstDiscounts(ctx, stripe, ours.id)
    return stripe.subscriptions.create(
      {
        customer,
        items: [{ price: priceId }],
        default_payment_method: method,
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'off' },
        billing_mode: { type: 'flexible' },
        add_invoice_items: joiningFee(ours, typeof product === 'string' ? product : product.id),
        metadata: { [subscriptionKey]: name },
        ...(discounts.length > 0 && { discounts }),
        // What is charged here already is not charged there.
        ...(ours.chargedThrough > today && {
          trial_end: Math.floor(startOfDay(ours.chargedThrough, zone).getTime() / 1000),
        }),
      },
      { idempotencyKey: `${name}-${method}` },
    )
  })
}

const latestInvoiceOf = ({ latest_invoice: invoice }: Stripe.Subscription): string | null =>
  typeof invoice === 'string' ? invoice : (invoice?.id ?? null)

/** It begins at Stripe, once the member has a card or mandate, and the first payment is taken. */
const begin = async (ctx: Ctx, ours: FollowedSubscription): Promise<void> => {
  const method = await findMethod(ctx, ours.memberId)
  if (!method) return
  const customer = await ensureCustomer(ctx, ours.memberId)
  const created = await createAtStripe(ctx, ours, { customer, method: method.method_id })
  await syncSubscription(ctx, created.id, ours.id)
  const invoiceId = latestInvoiceOf(created)
  if (created.status !== 'incomplete' || invoiceId === null) return
  await payInvoice(ctx, { invoiceId, method: method.method_id })
  await syncSubscription(ctx, created.id)
}

type OpenInvoice = { invoiceId: string; charges: number; isVoid: boolean; isSettled: boolean; isGivenUp: boolean }

/** Invoices Stripe still collects, with what became of their charges here. */
const listOpenInvoices = (ctx: Ctx, subscriptionId: number): Promise<OpenInvoice[]> =>
  readRows(
    ctx,
    sql<OpenInvoice>`select i.invoice_id as "invoiceId", count(c.id)::int as charges,
        coalesce(bool_and(c.state = 'void'), false) as "isVoid",
        coalesce(bool_and(c.state in ('paid', 'void', 'refunded')), false) as "isSettled",
        coalesce(bool_and(c.state in ('writtenOff', 'paid', 'void', 'refunded')), false) as "isGivenUp"
      from stripe_invoices i join provider_lines l on l.invoice_ref = i.invoice_id
      join charges c on c.id = l.charge_id
      where i.subscription_id = ${subscriptionId} and i.status = 'open' group by i.invoice_id`,
  )

/** What was paid, cancelled or given up here is not collected there any more. */
const closeInvoices = async (ctx: Ctx, ours: FollowedSubscription): Promise<boolean> => {
  let hasClosed = false
  for (const { invoiceId, isVoid, isSettled, isGivenUp } of await listOpenInvoices(ctx, ours.id)) {
    if (!isVoid && !isSettled && !isGivenUp) continue
    hasClosed = true
    await stripeCall(ctx, async (stripe) => {
      if (isVoid) await stripe.invoices.voidInvoice(invoiceId)
      else if (isSettled) await stripe.invoices.pay(invoiceId, { paid_out_of_band: true })
      else await stripe.invoices.markUncollectible(invoiceId)
    })
  }
  return hasClosed
}

const endAtStripe = (ctx: Ctx, ref: string): Promise<void> =>
  stripeCall(ctx, async (stripe) => {
    const found = await stripe.subscriptions.retrieve(ref)
    if (isLive(found)) await stripe.subscriptions.cancel(ref, { invoice_now: false, prorate: false })
  })

/** Another way to pay took over: Stripe ends the subscription and asks for nothing more. */
export const leaveStripe = async (ctx: Ctx, ref: string): Promise<void> => {
  await endAtStripe(ctx, ref)
  await stripeCall(ctx, async (stripe) => {
    const { data } = await stripe.invoices.list({ subscription: ref, status: 'open', limit: 100 })
    for (const { id } of data) await stripe.invoices.voidInvoice(id)
  })
}

const followPause = async (
  stripe: Stripe,
  { ref, ours }: { ref: string; ours: FollowedSubscription },
): Promise<void> => {
  const found = await stripe.subscriptions.retrieve(ref)
  // Before its first payment it can't be paused there; nothing is taken meanwhile either.
  if (ours.isPauseDue && found.status === 'active') {
    // Only subscriptions of this kind can be paused; those from before are not yet.
    if (found.billing_mode.type !== 'flexible') {
      await stripe.subscriptions.migrate(ref, { billing_mode: { type: 'flexible' } })
    }
    await stripe.subscriptions.pause(ref, {
      bill_for: { unused_time_from: { type: 'now' } },
      invoicing_behavior: 'pending_invoice_item',
    })
  }
  if (!ours.isPauseDue && found.status === 'paused') {
    await stripe.subscriptions.resume(ref, {
      billing_cycle_anchor: { type: 'now' },
      payment_behavior: 'resume_on_payment_success',
    })
  }
}

/** The price that was agreed from the next period on. */
export const setPrice = async (
  ctx: Ctx,
  { ref, planId, costCents }: { ref: string; planId: number; costCents: number },
): Promise<void> => {
  const price = await ensurePrice(ctx, { planId, costCents })
  await stripeCall(ctx, async (stripe) => {
    const { items } = await stripe.subscriptions.retrieve(ref)
    const [item] = items.data
    if (!item || item.price.id === price) return
    await stripe.subscriptions.update(ref, { items: [{ id: item.id, price }], proration_behavior: 'none' })
  })
}

const followTerms = async (ctx: Ctx, { ref, ours }: { ref: string; ours: FollowedSubscription }): Promise<void> => {
  const { nextPlanId: planId, nextCostCents: costCents } = ours
  if (planId !== null && costCents !== null && ours.isNextSoon) await setPrice(ctx, { ref, planId, costCents })
  await stripeCall(ctx, async (stripe) => {
    const atStripe = await stripe.subscriptions.retrieve(ref, { expand: ['discounts'] })
    const changes = await changedDiscounts(ctx, stripe, { subscriptionId: ours.id, atStripe })
    if (changes) await stripe.subscriptions.update(ref, { ...changes, proration_behavior: 'none' })
    await followPause(stripe, { ref, ours })
  })
}

/**
 * Brings Stripe in line with our side of a subscription: begins it there, ends it, pauses it, gives it the price and
 * discounts that were agreed, closes invoices that were settled here. Done again, it changes nothing.
 */
export const followSubscriptionAtStripe = async (ctx: Ctx, subscriptionId: number): Promise<void> => {
  const before = await readOurs(ctx, subscriptionId)
  if (!before || !(await isStripeOn(ctx))) return
  if (before.ref === null) {
    if (before.collector === 'stripe' && before.state !== 'ended') await begin(ctx, before)
    return
  }
  const { ref } = before
  if (before.state === 'ended') {
    await endAtStripe(ctx, ref)
    await closeInvoices(ctx, before)
    return
  }
  await syncSubscription(ctx, ref)
  const ours = await readOurs(ctx, subscriptionId)
  if (!ours || ours.state === 'ended') return
  if (await payUntried(ctx, ours)) return void (await syncSubscription(ctx, ref))
  const hasClosed = await closeInvoices(ctx, ours)
  await followTerms(ctx, { ref, ours })
  await syncSubscription(ctx, ref)
  // Of an invoice that is settled here Stripe says so only now.
  if (hasClosed) await syncSubscription(ctx, ref)
}

/** A card or mandate was saved: what waits for one begins, and what failed is tried with it. */
export const useMethod = async (ctx: Ctx, { memberId }: { memberId: number }): Promise<void> => {
  const current = await ctx.db
    .selectFrom('subscriptions')
    .select(['id', 'provider_ref'])
    .where('member_id', '=', memberId)
    .where('collector', '=', 'stripe')
    .where('state', '<>', 'ended')
    .executeTakeFirst()
  if (!current || !(await isStripeOn(ctx))) return
  const { provider_ref: ref } = current
  if (ref === null) return followSubscriptionAtStripe(ctx, current.id)
  const method = await findMethod(ctx, memberId)
  if (!method) return
  const open = await ctx.db
    .selectFrom('stripe_invoices')
    .select('invoice_id')
    .where('subscription_id', '=', current.id)
    .where('status', '=', 'open')
    .orderBy('created_at')
    .limit(12)
    .execute()
  for (const { invoice_id: invoiceId } of open) await payInvoice(ctx, { invoiceId, method: method.method_id })
  await syncSubscription(ctx, ref)
}
