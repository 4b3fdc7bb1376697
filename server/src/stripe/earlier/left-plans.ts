// Plans that have ended here, and what is left of them at Stripe.
import type { Ctx } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import { billingNotices } from '../../billing/billing-work.ts'
import { type EarlierSubscription, isRunning, readEarlier } from './earlier-subscriptions.ts'
import { isOtherPortals, isReallyGone, listUnderWay } from './hindrances.ts'
import { endAtStripe } from './stripe-endings.ts'
import { type EndedPlan, findTakeOver, note, noteDone, takePaid } from './takeover-rows.ts'

const findEnded = (ctx: Ctx, ref: string) =>
  ctx.db
    .selectFrom('subscriptions')
    .select('id')
    .where('provider_ref', '=', ref)
    .where('state', '=', 'ended')
    .executeTakeFirst()

/** It ends at Stripe. Asked again after that: from there on nothing new is begun. */
const readLeft = async (ctx: Ctx, before: EarlierSubscription): Promise<EarlierSubscription | null> => {
  await endAtStripe(ctx, before)
  return isRunning(before.subscription) ? readEarlier(ctx, before.subscription.id) : before
}

/** Ends at Stripe what ended here. Payments until then are booked, and those on their way once they have arrived. */
export const leaveStripe = async (ctx: Ctx, ref: string): Promise<void> => {
  const row = await findEnded(ctx, ref)
  const ours = row ? await findTakeOver(ctx, { subscriptionId: row.id }) : null
  const before = await readEarlier(ctx, ref)
  if (before && isOtherPortals(ctx, before.subscription)) return ours ? note(ctx, ours, 'otherPortal') : undefined
  const found = before && (await readLeft(ctx, before))
  if (!ours) return
  if (found) await takePaid(ctx, ours, found)
  if (found && listUnderWay(found).length > 0) return note(ctx, ours, 'renewing')
  if (!found && !(await isReallyGone(ctx, ours))) return note(ctx, ours, 'lost')
  await record(ctx, async (work) => ({ result: await noteDone(work, ours) }))
}

/** A person says that nothing of it is left at Stripe, which the portal can't see. */
export const leaveByHand = (ctx: Ctx, { memberId, ...plan }: EndedPlan & { memberId: number }): Promise<void> =>
  change(ctx, 'stripe.leftByHand', async (work) => {
    await noteDone(work, plan)
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { ref: plan.ref },
      tell: billingNotices(memberId),
    }
  })

/** Ends one at Stripe of which a person decided so, once what was paid there is known here. Null: it takes nothing any more. */
export const endThere = async (ctx: Ctx, subscriptionId: number): Promise<'otherPortal' | null> => {
  const ours = await findTakeOver(ctx, { subscriptionId })
  const found = ours && (await readEarlier(ctx, ours.ref))
  if (!ours || !found) return null
  if (isOtherPortals(ctx, found.subscription)) return 'otherPortal'
  await takePaid(ctx, ours, found)
  await endAtStripe(ctx, found)
  return null
}
