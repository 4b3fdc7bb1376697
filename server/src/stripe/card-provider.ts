import type { ChangePreview } from '@spacekeeper/contract/billing/shapes.ts'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addDays, type Day, daysBetween, localDay } from '#platform/local-day.ts'
import { changeBilling, noteEvent } from '../billing/billing-work.ts'
import { tooManyFor } from '../billing/households.ts'
import { shareOf } from '../billing/periods.ts'
import { mustBeAsShown } from '../billing/plan-changes.ts'
import { askProvider, type Provider, type ProviderChange } from '../billing/provider.ts'
import { getCurrent, saveSubscriptions } from '../billing/subscription-row.ts'
import { checkCollector, findPlan } from '../billing/subscription-terms.ts'
import { endSubscription } from '../billing/subscriptions.ts'
import { followSubscriptionAtStripe, setPrice } from './card-subscriptions.ts'
import { stripeCall } from './client.ts'
import { findMethod } from './payment-methods.ts'
import { ensurePrice } from './prices.ts'
import { syncSubscription } from './sync-subscriptions.ts'

type CurrentAtStripe = {
  id: number
  ref: string
  state: string
  planId: number
  costCents: number
  interval: string
  intervalCount: number
  currency: string
  chargedThrough: Day
}

const readCurrent = async (ctx: Ctx, memberId: number): Promise<CurrentAtStripe> => {
  const [row] = await readRows(
    ctx,
    sql<CurrentAtStripe>`select id, provider_ref as ref, state, plan_id as "planId", cost_cents as "costCents", interval,
        interval_count as "intervalCount", currency, charged_through as "chargedThrough"
      from subscriptions where member_id = ${memberId} and state <> 'ended' and provider_ref is not null`,
  )
  if (!row) throw new AppError('noPlan')
  return row
}

/** What a member acts on is asked for first: what is known here may be from before the last event. */
const findCurrent = async (ctx: Ctx, memberId: number): Promise<CurrentAtStripe> => {
  await syncSubscription(ctx, (await readCurrent(ctx, memberId)).ref)
  return readCurrent(ctx, memberId)
}

type TargetTerms = { id: number; costCents: number; interval: string; intervalCount: number; tooManyPeople: number }

/** The plan that is wanted, if it can be had by card. */
const findTarget = (
  ctx: Ctx,
  { current, wanted }: { current: CurrentAtStripe; wanted: ProviderChange },
): Promise<TargetTerms> =>
  changeBilling(ctx, 'billing.planChanged', async (work) => {
    if (current.state !== 'active') throw new AppError('planState')
    const plan = await findPlan(work, wanted.planId)
    if (plan.currency !== current.currency) throw badField('planId', 'This plan is in another currency.')
    checkCollector(plan, 'stripe')
    const tooManyPeople = await tooManyFor(work, { subscriptionId: current.id, planId: plan.id })
    return { ...plan, costCents: wanted.costCents ?? plan.costCents, tooManyPeople }
  })

/**
 * The moment from which a change counts. It stays the same for a while, so that what was shown is what is charged, and
 * lies inside the period that runs.
 */
const changeMoment = (now: Date, subscription: Stripe.Subscription): number => {
  const halfHour = 1800
  const rounded = Math.floor(now.getTime() / 1000 / halfHour) * halfHour
  const starts = subscription.items.data.map((item) => item.current_period_start)
  return Math.max(rounded, ...starts)
}

type PreparedChange = {
  subscription: Stripe.Subscription
  params: Stripe.SubscriptionUpdateParams
  preview: Stripe.Invoice
}

const prepareNow = async (ctx: Ctx, { ref, target }: { ref: string; target: TargetTerms }): Promise<PreparedChange> => {
  const price = await ensurePrice(ctx, { planId: target.id, costCents: target.costCents })
  return stripeCall(ctx, async (stripe) => {
    const subscription = await stripe.subscriptions.retrieve(ref)
    const [item] = subscription.items.data
    if (!item) throw new AppError('planState')
    const params = {
      items: [{ id: item.id, price }],
      proration_behavior: 'always_invoice' as const,
      proration_date: changeMoment(ctx.now(), subscription),
    }
    const preview = await stripe.invoices.createPreview({ subscription: ref, subscription_details: params })
    return { subscription, params, preview }
  })
}

type PreviewedChange = Pick<ProviderChange, 'times'> & {
  preview: Stripe.Invoice
  current: CurrentAtStripe
  target: TargetTerms
}

const isSameInterval = (current: CurrentAtStripe, target: TargetTerms): boolean =>
  current.interval === target.interval && current.intervalCount === target.intervalCount

const asPreview = async (ctx: Ctx, { preview, current, target, times }: PreviewedChange): Promise<ChangePreview> => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const net = preview.lines.data.map(({ amount, discount_amounts: discounts, period }) => ({
    cents: amount - (discounts ?? []).reduce((sum, discount) => sum + discount.amount, 0),
    end: period.end,
  }))
  const charged = net.filter(({ cents }) => cents >= 0)
  const today = localDay(ctx.now(), zone)
  const ends = charged.map(({ end }) => localDay(new Date(end * 1000), zone)).toSorted()
  const givenBackCents = net.reduce((sum, { cents }) => sum + Math.max(0, -cents), 0)
  const firstChargeCents = charged.reduce((sum, { cents }) => sum + cents, 0)
  return {
    when: 'now',
    times,
    startsOn: today,
    firstPeriodEnds: ends.at(-1) ?? today,
    periodGoesOn: isSameInterval(current, target),
    differenceCents: firstChargeCents - givenBackCents,
    givenBackCents,
    firstChargeCents,
    dueNowCents: preview.amount_due,
    creditCents: Math.max(0, -preview.total),
    currency: preview.currency.toUpperCase(),
    tooManyPeople: target.tooManyPeople,
  }
}

/** From the next period on: Stripe keeps the days it has, so the periods stay as long as they are. */
const laterPreview = (
  current: CurrentAtStripe,
  { target, times }: { target: TargetTerms; times: ChangePreview['times'] },
): ChangePreview => {
  if (!isSameInterval(current, target)) {
    throw badField('when', 'A plan with other periods can only begin now.')
  }
  const length = { day: 1, week: 7, month: 30, year: 365 }[target.interval] ?? 30
  return {
    when: 'next',
    times,
    periodGoesOn: false,
    differenceCents: 0,
    startsOn: current.chargedThrough,
    firstPeriodEnds: addDays(current.chargedThrough, length * target.intervalCount),
    givenBackCents: 0,
    firstChargeCents: target.costCents,
    dueNowCents: 0,
    creditCents: 0,
    currency: current.currency,
    tooManyPeople: target.tooManyPeople,
  }
}

const previewChange: Provider['previewChange'] = async (ctx, wanted) => {
  const current = await findCurrent(ctx, wanted.memberId)
  const target = await findTarget(ctx, { current, wanted })
  const { times } = wanted
  if (wanted.when === 'next') return laterPreview(current, { target, times })
  const { preview } = await prepareNow(ctx, { ref: current.ref, target })
  return asPreview(ctx, { preview, current, target, times })
}

/** The invoice of a change whose payment the member has to confirm; Stripe changes nothing before. */
const hostedPageOf = (ctx: Ctx, updated: Stripe.Subscription): Promise<string | undefined> =>
  stripeCall(ctx, async (stripe) => {
    const { latest_invoice: latest } = updated
    const id = typeof latest === 'string' ? latest : latest?.id
    if (updated.pending_update === null || id === undefined) return
    return (await stripe.invoices.retrieve(id)).hosted_invoice_url ?? undefined
  })

const changeNow = async (
  ctx: Ctx,
  {
    current,
    target,
    shown,
  }: { current: CurrentAtStripe; target: TargetTerms; shown: Parameters<Provider['change']>[1] },
): Promise<ChangePreview> => {
  const { params, preview } = await prepareNow(ctx, { ref: current.ref, target })
  const done = await asPreview(ctx, { preview, current, target, times: shown.times })
  mustBeAsShown(done, shown)
  const method = await findMethod(ctx, shown.memberId)
  // A debit is never refused at once, and Stripe can't let a change wait for one.
  const behaviour = method?.kind === 'card' ? 'pending_if_incomplete' : 'allow_incomplete'
  const updated = await stripeCall(ctx, (stripe) =>
    stripe.subscriptions.update(current.ref, { ...params, payment_behavior: behaviour }),
  )
  await syncSubscription(ctx, current.ref)
  const confirmAt = await hostedPageOf(ctx, updated)
  return confirmAt === undefined ? done : { ...done, confirmAt }
}

const change: Provider['change'] = async (ctx, wanted) => {
  const { memberId } = wanted
  const current = await findCurrent(ctx, memberId)
  const target = await findTarget(ctx, { current, wanted })
  if (wanted.when === 'now') return changeNow(ctx, { current, target, shown: wanted })
  const done = laterPreview(current, { target, times: wanted.times })
  mustBeAsShown(done, wanted)
  await changeBilling(ctx, 'billing.planChanged', async (work) => {
    const subscription = await getCurrent(work, memberId)
    const next = { nextPlanId: target.id, nextCostCents: target.costCents }
    await saveSubscriptions(work, [{ ...subscription, ...next }])
    noteEvent(work, 'billing.planChanged', { memberId, when: 'next', costCents: target.costCents })
    await askProvider(work, subscription)
  })
  await followSubscriptionAtStripe(ctx, current.id)
  return done
}

const keepPlan: Provider['keepPlan'] = async (ctx, memberId) => {
  const { ref, planId, costCents } = await findCurrent(ctx, memberId)
  await setPrice(ctx, { ref, planId, costCents })
}

const findCancelDay = async (ctx: Ctx, id: number): Promise<Day | null> => {
  const row = ctx.db.selectFrom('subscriptions').select('cancel_on').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).cancel_on
}

/** For the end of the period; what was never paid, is overdue or rests ends at once. */
const cancel: Provider['cancel'] = async (ctx, memberId) => {
  const current = await findCurrent(ctx, memberId)
  if (current.state === 'cancelling') throw new AppError('planState')
  if (current.state !== 'active') {
    await changeBilling(ctx, 'billing.ended', (work) => endSubscription(work, { memberId, reason: 'cancelled' }))
    await followSubscriptionAtStripe(ctx, current.id)
    const today = localDay(ctx.now(), await ctx.settings.get('SITE_TIME_ZONE'))
    return { endsOn: today }
  }
  await stripeCall(ctx, (stripe) => stripe.subscriptions.update(current.ref, { cancel_at_period_end: true }))
  await syncSubscription(ctx, current.ref)
  return { endsOn: (await findCancelDay(ctx, current.id)) ?? current.chargedThrough }
}

const resume: Provider['resume'] = async (ctx, memberId) => {
  const { ref, state } = await findCurrent(ctx, memberId)
  if (state !== 'cancelling') throw new AppError('planState')
  await stripeCall(ctx, async (stripe) => {
    const { cancel_at_period_end: isAtEnd } = await stripe.subscriptions.retrieve(ref)
    // It may have been cancelled for a day of its own, at Stripe.
    await stripe.subscriptions.update(ref, isAtEnd ? { cancel_at_period_end: false } : { cancel_at: '' })
  })
  await syncSubscription(ctx, ref)
}

/** Stripe gives paid days back as money, which it takes off the first payment after the pause. */
const previewPause: Provider['previewPause'] = async (ctx, { memberId, effect }) => {
  const { id } = await readCurrent(ctx, memberId)
  const [row] = await readRows(
    ctx,
    sql<{ from: Day; to: Day; cents: number }>`select lower(period) as from, upper(period) as to,
        paid_cents as cents from charges
      where subscription_id = ${id} and state = 'paid' and period @> ${effect.days.from}::date`,
  )
  const unused = row ? { days: daysBetween(effect.days.from, row.to), all: daysBetween(row.from, row.to) } : null
  return {
    ...effect,
    paidDaysKept: 0,
    paidThroughAfter: effect.paidThroughBefore,
    creditCents: row && unused ? shareOf(row.cents, unused) : 0,
  }
}

/** Members who pay by card or debit: Stripe keeps their subscriptions as well. */
export const cardProvider: Provider = { previewChange, change, keepPlan, cancel, resume, previewPause }
