import type { AdoptOrder } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import type { AdoptRefusal } from '@spacekeeper/contract/stripe/words.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { fullName } from '#platform/shown-name.ts'
import { type BillingWork, changeBilling, noteEvent } from '../../billing/billing-work.ts'
import { endSubscription, startSubscription } from '../../billing/subscriptions.ts'
import { subscriptionKey } from '../card-subscriptions.ts'
import { isGoneAtStripe, stripeCall } from '../client.ts'
import { memberKey } from '../customers.ts'
import { idempotencyKey } from '../idempotency-key.ts'
import { adoptSubscriptionJob } from '../job-names.ts'
import { saveByName } from '../payment-methods.ts'
import { syncSubscription } from '../sync-subscriptions.ts'
import { isSamePrice, listCardPlans, priceOfSubscription, adoptionRefusalOf } from './unknown-subscriptions.ts'

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

const readSubscription = (ctx: Ctx, ref: string): Promise<Stripe.Subscription | null> =>
  stripeCall(ctx, async (stripe) => {
    try {
      return await stripe.subscriptions.retrieve(ref)
    } catch (error) {
      if (isGoneAtStripe(error)) return null
      throw error
    }
  })

const isKnown = async (ctx: Ctx, ref: string): Promise<boolean> =>
  (await ctx.db.selectFrom('subscriptions').select('id').where('provider_ref', '=', ref).executeTakeFirst()) !==
  undefined

const refuse = async (
  ctx: Ctx,
  { ref, planId }: AdoptOrder,
  theirs: Stripe.Subscription | null,
): Promise<AdoptRefusal | null> => {
  if (!theirs) return 'gone'
  if (await isKnown(ctx, ref)) return 'known'
  const plans = await listCardPlans(ctx)
  const refusal = adoptionRefusalOf(ctx, theirs, plans)
  if (refusal !== null) return refusal
  const price = priceOfSubscription(theirs)
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
  await addJob(work, adoptSubscriptionJob, { subscriptionId: begun, ref }, { queue: `provider-${begun}` })
  noteEvent(work, 'stripe.subscriptionAdopted', { memberId, ref, planId })
  return { refusal: null, subscriptionId: begun }
}

/** What it is paid with is what the member has saved. */
const keepMethod = async (ctx: Ctx, memberId: number, theirs: Stripe.Subscription): Promise<void> => {
  const customer = idOf(theirs.customer) ?? ''
  const methodId =
    idOf(theirs.default_payment_method) ??
    (await stripeCall(ctx, async (stripe) => {
      const found = await stripe.customers.retrieve(customer)
      return found.deleted ? null : idOf(found.invoice_settings.default_payment_method)
    }))
  if (methodId === null) return
  await saveByName(ctx, { memberId, methodId }).catch((error: unknown) => {
    // Something that can't be shown here pays for it: it goes on as before.
    if (!(error instanceof AppError) || (error.code !== 'cardRefused' && error.code !== 'notFound')) throw error
  })
}

/** Tells Stripe whose the subscription is, and writes what it says of it. Done again, it changes nothing. */
export const finishAdoption = async (
  ctx: Ctx,
  { subscriptionId, ref }: { subscriptionId: number; ref: string },
): Promise<void> => {
  const ours = await ctx.db
    .selectFrom('subscriptions')
    .select(['member_id', 'provider_ref', 'state'])
    .where('id', '=', subscriptionId)
    .executeTakeFirst()
  const theirs = await readSubscription(ctx, ref)
  if (!ours || !theirs || ours.state === 'ended' || (ours.provider_ref !== null && ours.provider_ref !== ref)) return
  const metadata = { [subscriptionKey]: idempotencyKey(ctx, 'subscription', subscriptionId) }
  await stripeCall(ctx, async (stripe) => {
    await stripe.customers.update(idOf(theirs.customer) ?? '', {
      metadata: { [memberKey]: String(ours.member_id) },
    })
    await stripe.subscriptions.update(ref, { metadata })
  })
  await syncSubscription(ctx, ref, subscriptionId)
  await keepMethod(ctx, ours.member_id, theirs)
}

/** Makes a subscription at Stripe the plan of a member. What was over before stays in the books of before. */
export const adopt = async (ctx: Ctx, order: AdoptOrder): Promise<{ refusedFor: AdoptRefusal | null }> => {
  const theirs = await readSubscription(ctx, order.ref)
  const refusal = await refuse(ctx, order, theirs)
  if (refusal !== null || !theirs) return { refusedFor: refusal ?? 'gone' }
  const done = await changeBilling(ctx, 'stripe.subscriptionAdopted', (work) =>
    beginPlan(work, order, idOf(theirs.customer) ?? ''),
  )
  if (done.refusal !== null) return { refusedFor: done.refusal }
  await finishAdoption(ctx, { subscriptionId: done.subscriptionId, ref: order.ref })
  return { refusedFor: null }
}
