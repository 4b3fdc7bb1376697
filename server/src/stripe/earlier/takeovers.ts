import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import { job } from '#platform/jobs/job.ts'
import { sweep } from '#platform/sweep.ts'
import { billingToday, changeBilling } from '../../billing/billing-work.ts'
import { endSubscription } from '../../billing/subscriptions.ts'
import { takeInvoices, takeOverPlan } from '../../billing/takeovers.ts'
import { isGoneAtStripe, isStripeOn, stripeCall } from '../client.ts'
import { memberKey } from '../customers.ts'
import { findMethod, saveByName } from '../payment-methods.ts'
import {
  earlierInvoices,
  type EarlierSubscription,
  endDayOf,
  hindranceOf,
  idOf,
  readEarlier,
  takenKey,
} from './earlier-subscriptions.ts'

/** Goes on with a subscription until the portal charges it. */
export const takeOverJob = job('takeOverSubscription', z.object({ subscriptionId: z.number().int() }))

type TakeOver = { subscriptionId: number; memberId: number; ref: string; isOwedHere: boolean }

const findTakeOver = async (ctx: Ctx, subscriptionId: number): Promise<TakeOver | undefined> => {
  const [row] = await readRows(
    ctx,
    sql<TakeOver>`select s.id as "subscriptionId", s.member_id as "memberId", s.provider_ref as ref,
        coalesce(t.is_owed_here, false) as "isOwedHere"
      from subscriptions s left join stripe_take_overs t on t.subscription_id = s.id
      where s.id = ${subscriptionId} and s.provider_ref is not null and s.state <> 'ended'`,
  )
  return row
}

const note = (ctx: Ctx, { subscriptionId, ref }: TakeOver, hindrance: string): Promise<unknown> =>
  record(ctx, async ({ tx, now }) => ({
    result: await tx
      .insertInto('stripe_take_overs')
      .values({ subscription_id: subscriptionId, ref, hindrance, begun_at: now })
      .onConflict((same) => same.column('subscription_id').doUpdateSet({ hindrance }))
      .execute(),
  }))

/** What it is paid with is what the member has saved, unless they have saved something else here. */
const keepMethod = async (ctx: Ctx, { memberId }: TakeOver, { subscription }: EarlierSubscription): Promise<void> => {
  if (await findMethod(ctx, memberId)) return
  const { customer } = subscription
  const fallback =
    typeof customer === 'string' || customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method)
  const methodId = idOf(subscription.default_payment_method) ?? fallback
  if (methodId === null) return
  await saveByName(ctx, { memberId, methodId }).catch((error: unknown) => {
    // What can't be shown here can't be taken from either: the member saves a card when the next period is due.
    if (!(error instanceof AppError) || (error.code !== 'cardRefused' && error.code !== 'notFound')) throw error
  })
}

/** Stripe asks for no further period: nothing is given back, and nothing taken. Done again, it changes nothing. */
const stopAtStripe = (ctx: Ctx, takeOver: TakeOver, { subscription, invoices }: EarlierSubscription): Promise<void> =>
  stripeCall(ctx, async (stripe) => {
    const { ref, memberId, isOwedHere, subscriptionId } = takeOver
    await stripe.customers.update(idOf(subscription.customer) ?? '', { metadata: { [memberKey]: String(memberId) } })
    for (const { id, status } of isOwedHere ? invoices : [])
      if (status === 'open') await stripe.invoices.voidInvoice(id)
    if (subscription.status === 'canceled') return
    if (subscription.metadata[takenKey] === undefined)
      await stripe.subscriptions.update(ref, {
        metadata: { [takenKey]: String(subscriptionId) },
        proration_behavior: 'none',
        ...(!isOwedHere && { cancel_at_period_end: true }),
      })
    if (isOwedHere) await stripe.subscriptions.cancel(ref, { invoice_now: false, prorate: false })
  })

/** It was cancelled by the member or by staff, and not by us to charge it here. */
const isEnding = ({ subscription }: EarlierSubscription): boolean =>
  (subscription.cancel_at_period_end || subscription.cancel_at !== null || subscription.status === 'canceled') &&
  subscription.metadata[takenKey] === undefined

const endHere = (ctx: Ctx, { memberId }: TakeOver): Promise<void> =>
  changeBilling(ctx, 'billing.ended', (work) => endSubscription(work, { memberId, reason: 'cancelled' }))

const finish = async (ctx: Ctx, takeOver: TakeOver, found: EarlierSubscription, wasEnding: boolean): Promise<void> => {
  const days = { zone: await ctx.settings.get('SITE_TIME_ZONE'), today: await billingToday(ctx) }
  const endsOn = endDayOf(found, days)
  if (endsOn === null) return void (await note(ctx, takeOver, 'unpaid'))
  const { subscriptionId, ref } = takeOver
  await changeBilling(ctx, 'billing.takenOver', async (work) => {
    await takeInvoices(work, { subscriptionId, invoices: earlierInvoices(found, days) })
    await takeOverPlan(work, { subscriptionId, endsOn, isEnding: wasEnding })
    const done = { hindrance: '', done_at: work.now }
    await work.tx
      .insertInto('stripe_take_overs')
      .values({ subscription_id: subscriptionId, ref, begun_at: work.now, ...done })
      .onConflict((same) => same.column('subscription_id').doUpdateSet(done))
      .execute()
  })
}

/**
 * Lets the portal charge what Stripe charged until now: its method is kept, Stripe ends it with the period that is paid,
 * and from that day on it is ours. Each step finds what an earlier one left, so that it may end anywhere and begin again.
 */
export const takeOver = async (ctx: Ctx, { subscriptionId }: { subscriptionId: number }): Promise<void> => {
  const ours = await findTakeOver(ctx, subscriptionId)
  if (!ours || !(await isStripeOn(ctx))) return
  const before = await readEarlier(ctx, ours.ref)
  // Stripe no longer knows it, and takes nothing.
  if (!before || (before.subscription.status === 'canceled' && isEnding(before) && !ours.isOwedHere))
    return endHere(ctx, ours)
  const hindrance = hindranceOf(before, ours.isOwedHere)
  if (hindrance !== null) return void (await note(ctx, ours, hindrance))
  const wasEnding = isEnding(before)
  if (ours.isOwedHere) {
    // What is owed is here before it is gone there.
    const days = { zone: await ctx.settings.get('SITE_TIME_ZONE'), today: await billingToday(ctx) }
    const invoices = earlierInvoices(before, days)
    await changeBilling(ctx, 'billing.charged', (work) => takeInvoices(work, { subscriptionId, invoices }))
  }
  await keepMethod(ctx, ours, before)
  if (!wasEnding || ours.isOwedHere) await stopAtStripe(ctx, ours, before)
  // Asked again: from here on nothing changes there any more.
  const after = await readEarlier(ctx, ours.ref)
  if (after && (ours.isOwedHere || hindranceOf(after, false) === null)) await finish(ctx, ours, after, wasEnding)
}

const mostAtOnce = 500

/** Takes over all that is still kept at Stripe, one after the other; those that wait for a person are looked at again. */
export const takeOverAll = async (ctx: Ctx): Promise<void> => {
  if (!(await isStripeOn(ctx))) return
  const rows = await ctx.db
    .selectFrom('subscriptions')
    .select('id')
    .where('provider_ref', 'is not', null)
    .where('state', '<>', 'ended')
    .orderBy('id')
    .limit(mostAtOnce)
    .execute()
  await sweep(ctx, rows, {
    what: 'subscriptions at Stripe',
    nameOf: ({ id }) => `subscription ${id}`,
    work: ({ id }) => takeOver(ctx, { subscriptionId: id }),
  })
}

/** What a person decided of one that can't go by itself. */
export const decideOwedHere = (ctx: Ctx, { subscriptionId, ref }: { subscriptionId: number; ref: string }) =>
  record(ctx, async ({ tx, now }) => ({
    result: await tx
      .insertInto('stripe_take_overs')
      .values({ subscription_id: subscriptionId, ref, is_owed_here: true, begun_at: now })
      .onConflict((same) => same.column('subscription_id').doUpdateSet({ is_owed_here: true }))
      .execute(),
  }))

/** What ended here ends at Stripe, and nothing more is asked for there. */
export const leaveStripe = (ctx: Ctx, ref: string): Promise<void> =>
  stripeCall(ctx, async (stripe) => {
    try {
      const { status } = await stripe.subscriptions.retrieve(ref)
      if (status !== 'canceled' && status !== 'incomplete_expired')
        await stripe.subscriptions.cancel(ref, { invoice_now: false, prorate: false })
      const { data } = await stripe.invoices.list({ subscription: ref, status: 'open', limit: 100 })
      for (const { id } of data) await stripe.invoices.voidInvoice(id)
    } catch (error) {
      if (!isGoneAtStripe(error)) throw error
    }
  })
