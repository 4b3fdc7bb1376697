import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { billingToday } from '../billing/billing-work.ts'
import { isStripeOn, stripeCall } from './client.ts'
import { changedDiscounts } from './discounts.ts'
import { payInvoice } from './invoice-payments.ts'
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
  ref: string | null
  /** A pause that is to hold today, begun or not. */
  isPauseDue: boolean
}

const readOurs = async (ctx: Ctx, id: number): Promise<FollowedSubscription | undefined> => {
  const today = await billingToday(ctx)
  const [row] = await readRows(
    ctx,
    sql<FollowedSubscription>`select s.id, s.member_id as "memberId", s.plan_id as "planId", p.name as "planName", s.state,
        s.collector, s.cost_cents as "costCents", s.next_plan_id as "nextPlanId", s.next_cost_cents as "nextCostCents",
        coalesce(s.next_from <= s.charged_through, true) as "isNextSoon",
        s.provider_ref as ref,
        exists (select from subscription_breaks b where b.subscription_id = s.id and b.kind = 'pause'
          and b.cancelled_at is null and b.days @> ${today}::date) as "isPauseDue"
      from subscriptions s join plans p on p.id = s.plan_id where s.id = ${id}`,
  )
  return row
}

const isLive = ({ status }: Stripe.Subscription): boolean => status !== 'canceled' && status !== 'incomplete_expired'

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
 * Brings Stripe in line with our side of a subscription that is kept there: ends it, pauses it, gives it the price and
 * discounts that were agreed, closes invoices that were settled here. Done again, it changes nothing.
 */
export const followSubscriptionAtStripe = async (ctx: Ctx, subscriptionId: number): Promise<void> => {
  const before = await readOurs(ctx, subscriptionId)
  if (!before || !(await isStripeOn(ctx))) return
  if (before.ref === null) return
  const { ref } = before
  if (before.state === 'ended') {
    await endAtStripe(ctx, ref)
    await closeInvoices(ctx, before)
    return
  }
  await syncSubscription(ctx, ref)
  const ours = await readOurs(ctx, subscriptionId)
  if (!ours || ours.state === 'ended') return
  const hasClosed = await closeInvoices(ctx, ours)
  await followTerms(ctx, { ref, ours })
  await syncSubscription(ctx, ref)
  // Of an invoice that is settled here Stripe says so only now.
  if (hasClosed) await syncSubscription(ctx, ref)
}

/** A card or mandate was saved: invoices of Stripe's that failed are tried with it. */
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
  if (ref === null) return
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
