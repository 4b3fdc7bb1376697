// Ends at Stripe what the portal charges from now on, or charges no more.
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { isGoneAtStripe, stripeCall } from '../client.ts'
import { memberKey } from '../customers.ts'
import {
  type EarlierSubscription,
  endingKey,
  idOf,
  isLeaving,
  isRunning,
  pausedKey,
  takenKey,
} from './earlier-subscriptions.ts'
import { listPauseItems, listUnderWay } from './hindrances.ts'

const atOnce = { invoice_now: false, prorate: false } as const

type StoppedSubscription = {
  subscriptionId: number
  memberId: number
  ref: string
  isOwedHere: boolean
  /** It was cancelled before. */
  isEnding: boolean
}

/** Stripe asks for no further period: nothing is given back, and nothing taken. Done again, it changes nothing. */
export const stopAtStripe = (ctx: Ctx, ours: StoppedSubscription, found: EarlierSubscription): Promise<void> =>
  stripeCall(ctx, async (stripe) => {
    const { ref, memberId, isOwedHere, subscriptionId, isEnding } = ours
    const { customer, status, metadata } = found.subscription
    const wasPaused = status === 'paused' || metadata[pausedKey] !== undefined
    const endsNow = isOwedHere || wasPaused
    await stripe.customers.update(idOf(customer) ?? '', { metadata: { [memberKey]: String(memberId) } })
    for (const { id } of isOwedHere ? found.invoices.filter((one) => one.status === 'open') : []) {
      // One that a person voids at Stripe is owed no more; this one is.
      await stripe.invoices.update(id, { metadata: { [takenKey]: String(subscriptionId) } })
      await stripe.invoices.voidInvoice(id)
    }
    if (status !== 'canceled' && metadata[takenKey] === undefined)
      await stripe.subscriptions.update(ref, {
        metadata: {
          [takenKey]: String(subscriptionId),
          ...(wasPaused && { [pausedKey]: 'yes' }),
          ...(isEnding && { [endingKey]: 'yes' }),
        },
        proration_behavior: 'none',
        ...(!endsNow && { cancel_at_period_end: true }),
      })
    // The days of a pause are kept here instead of the money that Stripe gave back for them.
    for (const item of wasPaused ? listPauseItems(found) : []) await stripe.invoiceItems.del(item)
    if (endsNow && status !== 'canceled') await stripe.subscriptions.cancel(ref, atOnce)
  })

/** One that was cancelled here, and has to wait for something else, is not renewed at Stripe. */
export const endWithPeriod = async (ctx: Ctx, { subscription }: EarlierSubscription): Promise<void> => {
  if (isLeaving(subscription) || !isRunning(subscription)) return
  await stripeCall(ctx, (stripe) =>
    stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true, proration_behavior: 'none' }),
  )
}

const listSettled = (ctx: Ctx, refs: string[]): Promise<{ ref: string }[]> =>
  readRows(
    ctx,
    sql<{ ref: string }>`select l.invoice_ref as ref from provider_lines l join charges c on c.id = l.charge_id
      where l.invoice_ref = any(${refs}::text[]) group by l.invoice_ref
      having bool_and(c.state in ('paid', 'void', 'refunded', 'writtenOff'))`,
  )

/** Invoices that were settled here, such as in cash, are not asked for at Stripe any more. Says whether there were any. */
export const voidSettled = async (ctx: Ctx, { invoices }: EarlierSubscription): Promise<boolean> => {
  const settled = await listSettled(
    ctx,
    invoices.filter(({ status }) => status === 'open').map(({ id }) => id),
  )
  await stripeCall(ctx, async (stripe) => {
    for (const { ref } of settled) await stripe.invoices.voidInvoice(ref)
  })
  return settled.length > 0
}

/** It ends at Stripe, and nothing more is asked for there but what is on its way already. */
export const endAtStripe = (ctx: Ctx, found: EarlierSubscription): Promise<void> =>
  stripeCall(ctx, async (stripe) => {
    const { id: ref } = found.subscription
    try {
      if (isRunning(found.subscription)) await stripe.subscriptions.cancel(ref, atOnce)
    } catch (error) {
      // Another process was first.
      if (!isGoneAtStripe(error)) throw error
    }
    const underWay = listUnderWay(found)
    const { data } = await stripe.invoices.list({ subscription: ref, status: 'open', limit: 100 })
    for (const { id } of data) if (!underWay.includes(id)) await stripe.invoices.voidInvoice(id)
  })
