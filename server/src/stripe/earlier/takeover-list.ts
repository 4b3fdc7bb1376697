import type { UnknownSubscription } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import type { AdoptRefusal } from '@spacekeeper/contract/stripe/words.ts'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { addDays, type Day, localDay } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { lockCharges } from '../../billing/charges/charges.ts'
import { issueCharges } from '../../billing/charges/issuing.ts'
import { lockSubscription } from '../../billing/subscription-row.ts'
import { rehearse } from '../../billing/subscriptions/plan-changes.ts'
import { takeOverPlan } from '../../billing/subscriptions/takeovers.ts'
import { dashboardUrl, stripeCall } from '../client.ts'
import { isLeaving, isRunning, periodEndOf, priceOfSubscription, type SinglePrice } from './earlier-subscriptions.ts'
import { hindrances, isOtherPortals } from './hindrances.ts'

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

/** Why a subscription can be no plan here, of any member. */
export const adoptionRefusalOf = (
  ctx: Ctx,
  theirs: Stripe.Subscription,
  plans: readonly CardPlan[],
): Exclude<AdoptRefusal, 'known'> | null => {
  if (!isRunning(theirs)) return 'gone'
  if (isOtherPortals(ctx, theirs)) return 'otherPortal'
  const price = priceOfSubscription(theirs)
  if (price === null) return 'severalPrices'
  if (theirs.discounts.length > 0) return 'credit'
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

/** A plan here that Stripe still collects, or may: one that has ended is among them where Stripe does not know it. */
type CollectedPlan = SinglePrice & {
  ref: string
  id: number
  memberId: number
  name: string
  plan: string
  planId: number
  hindrance: string
  hasEnded: boolean
}

const listKept = (ctx: Ctx): Promise<CollectedPlan[]> =>
  readRows(
    ctx,
    sql<CollectedPlan>`select s.provider_ref as ref, s.id, s.member_id as "memberId", ${fullNameOf('m')} as name, p.name as plan,
        p.id as "planId", coalesce(t.hindrance, '') as hindrance, p.cost_cents as "costCents", p.currency, p.interval,
        p.interval_count as "intervalCount", s.state = 'ended' as "hasEnded"
      from subscriptions s join members m on m.id = s.member_id join plans p on p.id = s.plan_id
      left join stripe_take_overs t on t.subscription_id = s.id
      where s.provider_ref is not null
        and (s.state <> 'ended' or t.hindrance = 'lost' and t.done_at is null)`,
  )

/** Why those that the portal has done with should not collect any more. */
const listDone = async (ctx: Ctx): Promise<Map<string, 'renewed' | 'leaving'>> => {
  const [taken, ended] = await Promise.all([
    ctx.db.selectFrom('stripe_take_overs').select('ref').where('done_at', 'is not', null).execute(),
    readRows(
      ctx,
      sql<{
        ref: string
      }>`select provider_ref as ref from subscriptions where provider_ref is not null and state = 'ended'`,
    ),
  ])
  return new Map([
    ...taken.map(({ ref }) => [ref, 'renewed'] as const),
    ...ended.map(({ ref }) => [ref, 'leaving'] as const),
  ])
}

/** Those that Stripe collects and the portal does not, among the newest there. */
const readUnknown = async (
  ctx: Ctx,
  done: ReadonlyMap<string, unknown>,
): Promise<{ found: Stripe.Subscription[]; hasMore: boolean }> => {
  const found: Stripe.Subscription[] = []
  let read = 0
  return stripeCall(ctx, async (stripe) => {
    for await (const theirs of stripe.subscriptions.list({ limit: 100, expand: ['data.customer'] })) {
      read += 1
      if (!done.has(theirs.id) || !isLeaving(theirs)) found.push(theirs)
      if (read >= mostRead || found.length > mostShown) break
    }
    return { found: found.slice(0, mostShown), hasMore: read >= mostRead || found.length > mostShown }
  })
}

const nothing: SinglePrice = { costCents: 0, currency: '', interval: 'month', intervalCount: 1 }

/** The price of the first period that the portal charges, worked out by charging it. */
const findFirstCents = (ctx: Ctx, { id }: CollectedPlan, endsOn: Day): Promise<number> =>
  rehearse(ctx, 'billing.takenOver', async (work) => {
    await takeOverPlan(work, { subscriptionId: id, endsOn, isEnding: false })
    await issueCharges(work, [await lockSubscription(work, id)], { through: addDays(endsOn, 1) })
    const first = (await lockCharges(work, id)).find(({ period }) => period?.from === endsOn)
    return first?.amountCents ?? 0
  })

/** Why one that is a plan here waits for a person. */
export const keptRefusal = (hindrance: string): AdoptRefusal | null =>
  hindrances.find((one) => one === hindrance) ?? null

const endOf = (theirs: Stripe.Subscription, zone: string) => {
  const end = periodEndOf(theirs)
  return end === null ? null : { at: new Date(end * 1000).toISOString(), day: localDay(new Date(end * 1000), zone) }
}

type ListedScene = {
  plans: CardPlan[]
  owners: FoundOwner[]
  base: string
  zone: string
  kept: Map<string, CollectedPlan>
  done: ReadonlyMap<string, 'renewed' | 'leaving'>
}

/** The other portal goes on with its own, also where a plan here that was copied from it has ended. */
const otherRefusalOf = (ctx: Ctx, theirs: Stripe.Subscription, { done, plans }: ListedScene): AdoptRefusal | null =>
  (isOtherPortals(ctx, theirs) ? null : done.get(theirs.id)) ?? adoptionRefusalOf(ctx, theirs, plans)

const describe = async (ctx: Ctx, theirs: Stripe.Subscription, scene: ListedScene): Promise<UnknownSubscription> => {
  const { plans, owners, base, zone } = scene
  const customer = customerOf(theirs)
  const owner =
    owners.find(({ customerId }) => customerId === customer.id) ??
    owners.find(({ email }) => email !== null && email === customer.email.toLowerCase())
  const price = priceOfSubscription(theirs)
  const end = endOf(theirs, zone)
  const own = scene.kept.get(theirs.id)
  const same = price ? plans.filter((plan) => isSamePrice(plan, price)) : []
  return {
    ref: theirs.id,
    url: `${base}${theirs.id}`,
    status: theirs.status,
    customerName: customer.name,
    customerEmail: customer.email,
    ...(price ?? { ...nothing, currency: theirs.currency.toUpperCase() }),
    periodEndsAt: end?.at ?? null,
    member: own ? { id: own.memberId, name: own.name } : owner ? { id: owner.id, name: owner.name } : null,
    plans: own ? [{ id: own.planId, name: own.plan }] : same.map(({ id, name }) => ({ id, name })),
    plan: own?.plan ?? null,
    firstOn: end?.day ?? null,
    firstCents: own && end ? await findFirstCents(ctx, own, end.day) : (same[0]?.costCents ?? null),
    refusal: own ? keptRefusal(own.hindrance) : otherRefusalOf(ctx, theirs, scene),
  }
}

/** One that Stripe doesn't know: all there is to say of it is known here. */
const describeLost = (own: CollectedPlan, base: string): UnknownSubscription => {
  const { ref, id: _, memberId, name, plan, planId, hindrance, hasEnded, ...price } = own
  return {
    ref,
    url: `${base}${ref}`,
    status: '',
    customerName: name,
    customerEmail: '',
    ...price,
    periodEndsAt: null,
    member: { id: memberId, name },
    plans: [{ id: planId, name: plan }],
    plan,
    firstOn: null,
    firstCents: null,
    refusal: hasEnded ? 'leftLost' : keptRefusal(hindrance),
  }
}

/** Lists what Stripe still collects, each with whose it is or seems to be, and what the portal would charge first. Nothing changes. */
export const listUnknown = async (ctx: Ctx): Promise<{ subscriptions: UnknownSubscription[]; hasMore: boolean }> => {
  const done = await listDone(ctx)
  const { found, hasMore } = await readUnknown(ctx, done)
  const people = found.map(customerOf)
  const [plans, owners, base, kept, zone] = await Promise.all([
    listCardPlans(ctx),
    listOwners(ctx, {
      customers: people.map(({ id }) => id),
      emails: people.flatMap(({ email }) => (email === '' ? [] : [email.toLowerCase()])),
    }),
    dashboardUrl(ctx, 'subscriptions/'),
    listKept(ctx),
    ctx.settings.get('SITE_TIME_ZONE'),
  ])
  const scene = {
    plans,
    owners,
    base,
    zone,
    done,
    kept: new Map(kept.filter(({ hasEnded }) => !hasEnded).map((one) => [one.ref, one])),
  }
  const names = new Set(found.map(({ id }) => id))
  const lost = kept.filter(({ ref, hindrance }) => hindrance === 'lost' && !names.has(ref))
  const subscriptions = lost.slice(0, mostShown).map((own) => describeLost(own, base))
  for (const theirs of found) subscriptions.push(await describe(ctx, theirs, scene))
  return { subscriptions, hasMore: hasMore || lost.length > mostShown }
}
