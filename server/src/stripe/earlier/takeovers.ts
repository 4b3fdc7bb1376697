import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { job } from '#platform/jobs/job.ts'
import { beginSweep } from '#platform/sweep.ts'
import { changeBilling } from '../../billing/billing-work.ts'
import type { TakeOverFirst } from '../../billing/kept-plans.ts'
import { endSubscription } from '../../billing/subscriptions/subscriptions.ts'
import { takeInvoices, takeOverPlan } from '../../billing/subscriptions/takeovers.ts'
import { isStripeOn } from '../client.ts'
import { findMethod, saveByName } from '../methods/payment-methods.ts'
import {
  earlierInvoices,
  type EarlierSubscription,
  endDayOf,
  endingKey,
  idOf,
  isLeaving,
  pausedKey,
  readEarlier,
  takenKey,
} from './earlier-subscriptions.ts'
import { type Hindrance, hindranceOf, isCollecting, isReallyGone, type OurSide } from './hindrances.ts'
import { leaveStripe } from './left-plans.ts'
import { endWithPeriod, stopAtStripe, voidSettled } from './stripe-endings.ts'
import { listGoing, listHindered, noteLook } from './takeover-queue.ts'
import {
  spaceDaysOf,
  decideOwedHere,
  findTakeOver,
  note,
  noteDone,
  take,
  type TakeOver,
  type WantedTakeOver,
} from './takeover-rows.ts'

/** Goes on with a subscription until the portal charges it. */
export const takeOverJob = job('takeOverSubscription', z.object({ subscriptionId: z.number().int() }))

/** The method it is paid with becomes what the member has saved, unless they have saved something else here. */
const keepMethod = async (ctx: Ctx, { memberId }: TakeOver, { subscription }: EarlierSubscription): Promise<void> => {
  if (await findMethod(ctx, memberId)) return
  const { customer } = subscription
  const fallback =
    typeof customer === 'string' || customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method)
  const methodId = idOf(subscription.default_payment_method) ?? fallback
  if (methodId === null) return
  await saveByName(ctx, { memberId, methodId }).catch((error: unknown) => {
    // A method that can't be shown here can't be taken from either: the member saves a card when the next period is due.
    if (!(error instanceof AppError) || (error.code !== 'cardRefused' && error.code !== 'notFound')) throw error
  })
}

/** It was cancelled by the member or by staff, and not by us to charge it here. */
const isEnding = ({ subscription }: EarlierSubscription): boolean => {
  const { metadata, status } = subscription
  if (metadata[takenKey] !== undefined) return metadata[endingKey] !== undefined
  return isLeaving(subscription) || status === 'canceled'
}

/** Stripe ended it, and takes nothing any more. */
const isOver = (found: EarlierSubscription, { isOwedHere }: OurSide): boolean => {
  const { status } = found.subscription
  return status === 'incomplete_expired' || (status === 'canceled' && isEnding(found) && !isOwedHere)
}

const endHere = async (ctx: Ctx, ours: TakeOver, found: EarlierSubscription | null): Promise<void> => {
  // Open ones are asked for no more; how all others ended there holds here as well.
  const all = found ? earlierInvoices(found, await spaceDaysOf(ctx, ours)) : []
  const invoices = all.filter(({ state }) => state !== 'open')
  const { memberId, subscriptionId } = ours
  await changeBilling(ctx, 'billing.ended', async (work) => {
    await takeInvoices(work, { subscriptionId, invoices })
    await endSubscription(work, { memberId, reason: 'cancelled' })
  })
}

/** An invoice that is open at Stripe is owed here too, once it is known how Stripe's own try ended. */
const takeAsked = async (ctx: Ctx, ours: TakeOver, found: EarlierSubscription): Promise<void> => {
  const isUndecided = isCollecting(found) || found.subscription.status === 'incomplete'
  const invoices = earlierInvoices(found, await spaceDaysOf(ctx, ours))
  await take(ctx, ours, isUndecided ? invoices.filter(({ state }) => state !== 'open') : invoices)
}

/** A plan that waits keeps the access that is paid for at Stripe, and ends there where it was cancelled here. */
const wait = async (ctx: Ctx, ours: TakeOver, found: EarlierSubscription, hindrance: Hindrance): Promise<void> => {
  if (hindrance !== 'otherPortal') {
    await takeAsked(ctx, ours, found)
    if (ours.state === 'cancelling') await endWithPeriod(ctx, found)
  }
  await note(ctx, ours, hindrance)
}

const finish = async (ctx: Ctx, ours: TakeOver, found: EarlierSubscription): Promise<void> => {
  const days = await spaceDaysOf(ctx, ours)
  const endsOn = endDayOf(found, days)
  if (endsOn === null) return note(ctx, ours, 'unpaid')
  const { subscriptionId, isPaying } = ours
  const isPaused = found.subscription.metadata[pausedKey] !== undefined
  await changeBilling(ctx, 'billing.takenOver', async (begun) => {
    const work = { ...begun, isPaying }
    await takeInvoices(work, { subscriptionId, invoices: earlierInvoices(found, days) })
    await takeOverPlan(work, { subscriptionId, endsOn, isEnding: isEnding(found), isPaused })
    await noteDone(work, ours)
  })
}

/** Asks Stripe; what was settled here meanwhile is not open there any more. */
const readSettled = async (ctx: Ctx, ours: TakeOver): Promise<EarlierSubscription | null> => {
  const found = await readEarlier(ctx, ours.ref)
  if (!found || hindranceOf(ctx, found, ours) !== 'unpaid') return found
  return (await voidSettled(ctx, found)) ? readEarlier(ctx, ours.ref) : found
}

/**
 * Lets the portal charge what Stripe charged until now: its method is kept, Stripe ends it with the period that is paid,
 * and from that day on it is ours. Each step finds what an earlier one left, so that it may end anywhere and begin again.
 */
export const takeOver = async (ctx: Ctx, wanted: WantedTakeOver): Promise<void> => {
  const ours = await findTakeOver(ctx, wanted)
  if (!ours || !(await isStripeOn(ctx))) return
  if (ours.state === 'ended') return leaveStripe(ctx, ours.ref)
  const before = await readSettled(ctx, ours)
  if (!before && !(await isReallyGone(ctx, ours))) return note(ctx, ours, 'lost')
  // Stripe takes nothing any more.
  if (!before || isOver(before, ours)) return endHere(ctx, ours, before)
  const hindrance = hindranceOf(ctx, before, ours)
  if (hindrance !== null) return wait(ctx, ours, before, hindrance)
  // The debt is here before it is gone there.
  if (ours.isOwedHere) await take(ctx, ours, earlierInvoices(before, await spaceDaysOf(ctx, ours)))
  await keepMethod(ctx, ours, before)
  const wasEnding = isEnding(before)
  if (!wasEnding || ours.isOwedHere || before.subscription.status === 'paused')
    await stopAtStripe(ctx, { ...ours, isEnding: wasEnding }, before)
  // Asked again: from here on nothing changes there any more.
  const after = await readEarlier(ctx, ours.ref)
  if (after && hindranceOf(ctx, after, ours) === null) await finish(ctx, ours, after)
}

/**
 * Takes over all that is still kept at Stripe, one after the other, and ends there what ended here. Those that wait for a
 * person come last, and at most so many of them in each run, because each asks Stripe about ten times.
 */
export const takeOverAll = async (ctx: Ctx, { mostWaiting = 100 } = {}): Promise<void> => {
  if (!(await isStripeOn(ctx))) return
  const run = beginSweep(ctx, 'subscriptions at Stripe')
  const each = (ids: readonly number[]) =>
    run.each(ids, {
      nameOf: (id) => `subscription ${id}`,
      work: (subscriptionId) => takeOver(ctx, { subscriptionId }),
    })
  // Those that begin to wait in this run are looked at again in the next.
  const waiting = await listHindered(ctx, mostWaiting)
  await each(await listGoing(ctx))
  await noteLook(ctx, waiting)
  await each(waiting)
  run.end()
}

/** Takes over what a member or staff are about to change. One that waits because it is unpaid goes as soon as it is paid here. */
export const takeOverFirst: TakeOverFirst = async (ctx, { subscriptionId, isPaying }) => {
  await takeOver(ctx, { subscriptionId, isPaying })
  const left = ctx.db
    .selectFrom('subscriptions as s')
    .innerJoin('stripe_take_overs as t', 't.subscription_id', 's.id')
    .select(['s.provider_ref as ref', 't.hindrance'])
    .where('s.id', '=', subscriptionId)
    .where('s.provider_ref', 'is not', null)
  const waiting = isPaying ? await left.executeTakeFirst() : undefined
  if (!waiting?.ref || waiting.hindrance !== 'unpaid') return
  await decideOwedHere(ctx, { subscriptionId, ref: waiting.ref })
  await takeOver(ctx, { subscriptionId, isPaying })
}
