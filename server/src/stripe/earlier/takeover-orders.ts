import type { AdoptOrder } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import type { AdoptRefusal } from '@spacekeeper/contract/stripe/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { fullName } from '#platform/shown-name.ts'
import { type BillingWork, changeBilling, noteEvent } from '../../billing/billing-work.ts'
import { endSubscription, startSubscription } from '../../billing/subscriptions/subscriptions.ts'
import { type EarlierSubscription, idOf, priceOfSubscription, readEarlier } from './earlier-subscriptions.ts'
import { hindranceOf } from './hindrances.ts'
import { endThere, leaveByHand } from './left-plans.ts'
import { adoptionRefusalOf, isSamePrice, keptRefusal, listCardPlans } from './takeover-list.ts'
import { decideOwedHere } from './takeover-rows.ts'
import { takeOver, takeOverJob } from './takeovers.ts'

const isKnown = async (ctx: Ctx, ref: string): Promise<boolean> => {
  const taken = ctx.db.selectFrom('stripe_take_overs').select('ref').where('ref', '=', ref)
  const kept = ctx.db.selectFrom('subscriptions').select('provider_ref').where('provider_ref', '=', ref)
  return [await taken.executeTakeFirst(), await kept.executeTakeFirst()].some((row) => row !== undefined)
}

const refuse = async (
  ctx: Ctx,
  { ref, planId }: AdoptOrder,
  found: EarlierSubscription | null,
): Promise<AdoptRefusal | null> => {
  if (!found) return 'gone'
  if (await isKnown(ctx, ref)) return 'known'
  const plans = await listCardPlans(ctx)
  const refusal =
    adoptionRefusalOf(ctx, found.subscription, plans) ?? hindranceOf(ctx, found, { isOwedHere: false, hasPause: false })
  if (refusal !== null) return refusal
  const price = priceOfSubscription(found.subscription)
  const plan = plans.find(({ id }) => id === planId)
  return plan && price && isSamePrice(plan, price) ? null : 'noPlan'
}

type CustomerLink = { memberId: number; customerId: string }

/** The member becomes the customer the subscription is of. */
const linkCustomer = async (
  { tx }: BillingWork,
  { memberId, customerId }: CustomerLink,
): Promise<AdoptRefusal | null> => {
  const member = await tx
    .selectFrom('members')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!member) throw new AppError('notFound')
  const rows = await tx
    .selectFrom('stripe_customers')
    .select(['member_id', 'customer_id'])
    .where((is) => is.or([is('member_id', '=', memberId), is('customer_id', '=', customerId)]))
    .execute()
  if (rows.some((row) => row.member_id !== memberId)) return 'othersCustomer'
  const [own] = rows
  if (own && own.customer_id !== null && own.customer_id !== customerId) return 'otherCustomer'
  const name = fullName(member).trim()
  await tx
    .insertInto('stripe_customers')
    .values({ member_id: memberId, customer_id: customerId, name, email: member.email })
    .onConflict((same) => same.column('member_id').doUpdateSet({ customer_id: customerId }))
    .execute()
  return null
}

/** A plan that was begun for it before waits for its subscription. */
const findWaiting = async ({ tx }: BillingWork, { memberId, planId }: AdoptOrder) =>
  tx
    .selectFrom('subscriptions')
    .select(['id', 'plan_id', 'state', 'collector', 'provider_ref'])
    .where('member_id', '=', memberId)
    .where('state', '<>', 'ended')
    .executeTakeFirst()
    .then((row) => row && { ...row, isFree: isFree(row, planId) })

const isFree = (
  row: { plan_id: number; state: string; collector: string; provider_ref: string | null },
  planId: number,
): boolean =>
  row.plan_id === planId && row.state === 'incomplete' && row.collector === 'stripe' && row.provider_ref === null

type Adoption = { refusal: AdoptRefusal } | { refusal: null; subscriptionId: number }

const beginPlan = async (work: BillingWork, order: AdoptOrder, customerId: string): Promise<Adoption> => {
  const { memberId, planId, ref } = order
  const waiting = await findWaiting(work, order)
  if (waiting && !waiting.isFree) return { refusal: 'hasPlan' }
  const refusal = await linkCustomer(work, { memberId, customerId })
  if (refusal !== null) return { refusal }
  if (waiting) await endSubscription(work, { memberId, reason: 'adopted' })
  const plan = { memberId, planId, collector: 'stripe', paysBeforeAccess: true, providerRef: ref } as const // its words are wanted
  const { subscriptionId: begun } = await startSubscription(work, plan)
  // Finished by the job where this process ends before it has.
  await addJob(work, takeOverJob, { subscriptionId: begun }, { queue: `take-over-${begun}` })
  noteEvent(work, 'stripe.subscriptionAdopted', { memberId, ref, planId })
  return { refusal: null, subscriptionId: begun }
}

/** It ends, here and there: nothing more is charged, and what is open there is asked for no more. */
const endBoth = async (
  ctx: Ctx,
  { memberId }: AdoptOrder,
  subscriptionId: number,
): Promise<{ refusedFor: AdoptRefusal | null }> => {
  const refusedFor = await endThere(ctx, subscriptionId)
  if (refusedFor === null)
    await changeBilling(ctx, 'billing.ended', (work) => endSubscription(work, { memberId, reason: 'cancelled' }))
  return { refusedFor }
}

const findKept = (ctx: Ctx, { ref, memberId }: AdoptOrder): Promise<{ id: number } | undefined> =>
  ctx.db
    .selectFrom('subscriptions')
    .select('id')
    .where('provider_ref', '=', ref)
    .where('member_id', '=', memberId)
    .where('state', '<>', 'ended')
    .executeTakeFirst()

/** A person's decision about a plan that Stripe still collects. */
const decide = async (
  ctx: Ctx,
  order: AdoptOrder,
  subscriptionId: number,
): Promise<{ refusedFor: AdoptRefusal | null }> => {
  const { ref, how } = order
  if (how === 'end') return endBoth(ctx, order, subscriptionId)
  if (how === 'owedHere') await decideOwedHere(ctx, { subscriptionId, ref })
  await takeOver(ctx, { subscriptionId })
  const row = ctx.db.selectFrom('stripe_take_overs').select('hindrance').where('subscription_id', '=', subscriptionId)
  const hindrance = (await row.executeTakeFirst())?.hindrance
  return { refusedFor: keptRefusal(hindrance ?? '') }
}

/** A plan that has ended here, of which Stripe does not know whether it goes on there. */
const findLost = async ({ db }: Ctx, { ref, memberId }: AdoptOrder): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('stripe_take_overs as t', 't.subscription_id', 's.id')
    .select('s.id')
    .where('s.provider_ref', '=', ref)
    .where('s.member_id', '=', memberId)
    .where('s.state', '=', 'ended')
    .where('t.hindrance', '=', 'lost')
    .where('t.done_at', 'is', null)
    .executeTakeFirst()

/** A person has looked after it at Stripe, or the portal looks again. */
const leaveLost = async (
  ctx: Ctx,
  order: AdoptOrder,
  subscriptionId: number,
): Promise<{ refusedFor: AdoptRefusal | null }> => {
  const { ref, memberId, how } = order
  if (how === 'end') await leaveByHand(ctx, { subscriptionId, ref, memberId })
  else await takeOver(ctx, { subscriptionId })
  return { refusedFor: (await findLost(ctx, order)) ? 'leftLost' : null }
}

/** Lets the portal charge what Stripe charges, as the plan of a member. What was over before stays in the books of before. */
export const adopt = async (ctx: Ctx, order: AdoptOrder): Promise<{ refusedFor: AdoptRefusal | null }> => {
  const kept = await findKept(ctx, order)
  if (kept) return decide(ctx, order, kept.id)
  const lost = await findLost(ctx, order)
  if (lost) return leaveLost(ctx, order, lost.id)
  const found = await readEarlier(ctx, order.ref)
  const refusal = await refuse(ctx, order, found)
  if (refusal !== null || !found) return { refusedFor: refusal ?? 'gone' }
  const done = await changeBilling(ctx, 'stripe.subscriptionAdopted', (work) =>
    beginPlan(work, order, idOf(found.subscription.customer) ?? ''),
  )
  if (done.refusal !== null) return { refusedFor: done.refusal }
  await takeOver(ctx, { subscriptionId: done.subscriptionId })
  return { refusedFor: null }
}
