import { planIntervals } from '@spacekeeper/contract/plans/words.ts'
import type { UnknownSubscription } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import type { AdoptRefusal } from '@spacekeeper/contract/stripe/words.ts'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { subscriptionKey } from '../card-subscriptions.ts'
import { stripeCall } from '../client.ts'
import { idempotencyKey } from '../idempotency-key.ts'
import { periodEndOf } from '../subscription-facts.ts'
import { dashboardUrl } from './disputes.ts'

/** What a subscription costs, where it has one price once; null where it has more. */
export type SinglePrice = Pick<UnknownSubscription, 'costCents' | 'currency' | 'interval' | 'intervalCount'>

export const priceOfSubscription = ({ items, currency }: Stripe.Subscription): SinglePrice | null => {
  const [item, second] = items.data
  const recurring = item?.price.recurring
  const interval = planIntervals.find((one) => one === recurring?.interval)
  if (!item || second || !recurring || !interval || item.quantity !== 1 || item.price.unit_amount === null) return null
  return {
    costCents: item.price.unit_amount,
    currency: currency.toUpperCase(),
    interval,
    intervalCount: recurring.interval_count,
  }
}

export type CardPlan = SinglePrice & { id: number; name: string }

/** The plans that are on offer and can be paid by card. */
export const listCardPlans = (ctx: Ctx): Promise<CardPlan[]> =>
  readRows(
    ctx,
    sql<CardPlan>`select p.id, p.name, p.cost_cents as "costCents", p.currency, p.interval,
        p.interval_count as "intervalCount"
      from plans p
      where p.archived_at is null and 'stripe' = any(p.collectors) order by p.name, p.id limit 500`,
  )

export const isSamePrice = (plan: SinglePrice, price: SinglePrice): boolean =>
  plan.costCents === price.costCents &&
  plan.currency === price.currency &&
  plan.interval === price.interval &&
  plan.intervalCount === price.intervalCount

const isLive = ({ status }: Stripe.Subscription) => status !== 'canceled' && status !== 'incomplete_expired'

/** Whether another portal, such as a trial with the same account, made it. */
const isOtherPortals = (ctx: Ctx, { metadata }: Stripe.Subscription): boolean => {
  const named = metadata[subscriptionKey]
  return named !== undefined && !named.startsWith(`${idempotencyKey(ctx, 'subscription')}-`)
}

/** Why a subscription can be no plan here, of any member. */
export const adoptionRefusalOf = (
  ctx: Ctx,
  theirs: Stripe.Subscription,
  plans: readonly CardPlan[],
): Exclude<AdoptRefusal, 'known'> | null => {
  if (!isLive(theirs)) return 'gone'
  if (isOtherPortals(ctx, theirs)) return 'otherPortal'
  const price = priceOfSubscription(theirs)
  if (price === null) return 'severalPrices'
  return plans.some((plan) => isSamePrice(plan, price)) ? null : 'noPlan'
}

type FoundOwner = { customerId: string | null; email: string | null; id: number; name: string }

const listOwners = (ctx: Ctx, wanted: { customers: string[]; emails: string[] }): Promise<FoundOwner[]> =>
  readRows(
    ctx,
    sql<FoundOwner>`select c.customer_id as "customerId", null as email, m.id, ${fullNameOf('m')} as name
      from stripe_customers c join members m on m.id = c.member_id where c.customer_id = any(${wanted.customers}::text[])
      union all
      select null, lower(m.email), m.id, ${fullNameOf('m')} from members m
      where lower(m.email) = any(${wanted.emails}::text[]) and m.email_verified_at is not null and m.closed_at is null`,
  )

const customerOf = ({ customer }: Stripe.Subscription) => {
  if (typeof customer === 'string' || customer.deleted) {
    return { id: typeof customer === 'string' ? customer : customer.id, name: '', email: '' }
  }
  return { id: customer.id, name: customer.name ?? '', email: customer.email ?? '' }
}

const mostRead = 2000
const mostShown = 50

/** Those that are no plan here, among the newest at Stripe. */
const readUnknown = async (ctx: Ctx): Promise<{ found: Stripe.Subscription[]; hasMore: boolean }> => {
  const rows = await readRows(
    ctx,
    sql<{ ref: string }>`select provider_ref as ref from subscriptions where provider_ref is not null`,
  )
  const known = new Set(rows.map(({ ref }) => ref))
  const found: Stripe.Subscription[] = []
  let read = 0
  return stripeCall(ctx, async (stripe) => {
    for await (const theirs of stripe.subscriptions.list({ limit: 100, expand: ['data.customer'] })) {
      read += 1
      if (!known.has(theirs.id)) found.push(theirs)
      if (read >= mostRead || found.length > mostShown) break
    }
    return { found: found.slice(0, mostShown), hasMore: read >= mostRead || found.length > mostShown }
  })
}

const nothing: SinglePrice = { costCents: 0, currency: '', interval: 'month', intervalCount: 1 }

/** Subscriptions at Stripe that are no plan here, each with whose it seems to be and which plan costs the same. */
export const listUnknown = async (ctx: Ctx): Promise<{ subscriptions: UnknownSubscription[]; hasMore: boolean }> => {
  const { found, hasMore } = await readUnknown(ctx)
  const people = found.map(customerOf)
  const [plans, owners, base] = await Promise.all([
    listCardPlans(ctx),
    listOwners(ctx, {
      customers: people.map(({ id }) => id),
      emails: people.flatMap(({ email }) => (email === '' ? [] : [email.toLowerCase()])),
    }),
    dashboardUrl(ctx, 'subscriptions/'),
  ])
  const subscriptions = found.map((theirs): UnknownSubscription => {
    const customer = customerOf(theirs)
    const owner =
      owners.find(({ customerId }) => customerId === customer.id) ??
      owners.find(({ email }) => email !== null && email === customer.email.toLowerCase())
    const price = priceOfSubscription(theirs)
    const periodEnd = periodEndOf(theirs)
    return {
      ref: theirs.id,
      url: `${base}${theirs.id}`,
      status: theirs.status,
      customerName: customer.name,
      customerEmail: customer.email,
      ...(price ?? { ...nothing, currency: theirs.currency.toUpperCase() }),
      periodEndsAt: periodEnd === null ? null : new Date(periodEnd * 1000).toISOString(),
      member: owner ? { id: owner.id, name: owner.name } : null,
      plans: price ? plans.filter((plan) => isSamePrice(plan, price)).map(({ id, name }) => ({ id, name })) : [],
      refusal: adoptionRefusalOf(ctx, theirs, plans),
    }
  })
  return { subscriptions, hasMore }
}
