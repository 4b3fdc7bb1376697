// A subscription that was kept at Stripe is charged here from the end of its period on.
import type { PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import { sql } from 'kysely'
import { type Day, type DayRange, laterDay } from '#platform/local-day.ts'
import { type BillingWork, noteEvent } from '../billing-work.ts'
import { listBreaks, openBreak } from '../charges/breaks.ts'
import {
  type Charge,
  insertCharges,
  lockCharges,
  reopenCharge,
  voidCharge,
  writeOffCharge,
} from '../charges/charges.ts'
import { findCouponUse } from '../coupon-uses.ts'
import { followPayer, followSubscription } from '../follow.ts'
import { bookPayment } from '../payments/payments.ts'
import { nextPeriod } from '../periods.ts'
import { lockSubscription, saveSubscriptions, type Subscription } from '../subscription-row.ts'
import { endSubscription } from './subscriptions.ts'

/** An invoice of a period that Stripe asked for, as far as it is still of interest. */
export type EarlierInvoice = {
  ref: string
  state: 'open' | 'paid' | 'void' | 'uncollectible'
  /** Null: it is of interest only where it is charged here already. */
  period: DayRange | null
  amountCents: number
  discountCents: number
  dueOn: Day
  payments: readonly { ref: string; amountCents: number; method: PaymentMethod; paidOn: Day }[]
}

const findKnown = async ({ tx }: BillingWork, ref: string): Promise<number[] | null> => {
  const lines = await tx.selectFrom('provider_lines').select('charge_id').where('invoice_ref', '=', ref).execute()
  return lines.length === 0 ? null : lines.flatMap(({ charge_id: id }) => id ?? [])
}

type TakenInvoice = {
  invoice: EarlierInvoice
  chargeIds: readonly number[]
  /** It is charged here from this look on. */
  isNew: boolean
}

/** The charge of a period, once for each invoice. Days that are charged already are not charged again. */
const chargeOnce = async (
  work: BillingWork,
  subscription: Subscription,
  invoice: EarlierInvoice,
): Promise<TakenInvoice | null> => {
  const known = await findKnown(work, invoice.ref)
  if (known) return { invoice, chargeIds: known, isNew: false }
  const { id: subscriptionId, memberId, planId, currency, planName } = subscription
  const { ref, state, period, amountCents, discountCents, dueOn } = invoice
  if (period === null || state === 'void' || state === 'uncollectible') return null
  const charges = await lockCharges(work, subscriptionId)
  const isTaken = charges.some((one) => one.period && one.period.from < period.to && period.from < one.period.to)
  const kind = isTaken ? ('other' as const) : ('period' as const)
  const facts = {
    memberId,
    subscriptionId,
    planId,
    currency,
    description: planName,
    amountCents,
    discountCents,
    dueOn,
  }
  // The coupon of here made it cheaper there, and counts on wherever it is collected.
  const couponUseId = !isTaken && discountCents > 0 ? await findCouponUse(work, subscription) : null
  const coupon = couponUseId === null ? {} : { couponUseId, couponPeriods: 1 }
  const chargeIds = await insertCharges(work, [{ ...facts, ...coupon, kind, period: isTaken ? null : period }])
  const line = { ref, invoice_ref: ref, subscription_id: subscriptionId, charge_id: chargeIds[0] ?? null, at: work.now }
  await work.tx.insertInto('provider_lines').values(line).execute()
  noteEvent(work, 'billing.charged', { memberId, chargeId: chargeIds[0], amountCents, period })
  return { invoice, chargeIds, isNew: true }
}

const isUnsettled = ({ state }: Charge): boolean => state === 'open' || state === 'processing'

const chargesOf = async (work: BillingWork, { id }: Subscription, { chargeIds }: TakenInvoice): Promise<Charge[]> =>
  (await lockCharges(work, id)).filter((charge) => chargeIds.includes(charge.id))

/** Stripe calls it paid: what did not come through Stripe was paid in another way, such as in cash, or from what Stripe owed the member. */
const bookRest = async (work: BillingWork, subscription: Subscription, taken: TakenInvoice): Promise<void> => {
  const { invoice, chargeIds } = taken
  const charges = await chargesOf(work, subscription, taken)
  const throughStripe = invoice.payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const asked = charges.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const left = charges.filter(isUnsettled).reduce((sum, one) => sum + one.amountCents - one.paidCents, 0)
  // Money that came through Stripe and was taken back since is owed.
  const amountCents = Math.min(left, asked - throughStripe)
  const ref = `${invoice.ref}-credit`
  const before = work.tx.selectFrom('payments').select('id').where('provider_ref', '=', ref)
  if (amountCents <= 0 || (await before.executeTakeFirst())) return
  const { memberId, currency } = subscription
  const named = { providerRef: ref, idempotencyKey: `provider-${ref}`, reference: ref }
  const paid = { memberId, amountCents, currency, method: 'other', paidOn: invoice.dueOn, chargeIds, ...named } as const // its words are wanted
  await bookPayment(work, paid)
}

/**
 * Brings what is still open here in line with how the invoice ended, or with a debit of it that came back. One that is open
 * here and there, as at the last look, is left alone.
 */
const settleInvoice = async (work: BillingWork, subscription: Subscription, taken: TakenInvoice): Promise<void> => {
  const { state } = taken.invoice
  if (state === 'paid') return bookRest(work, subscription, taken)
  const unsettled = (await chargesOf(work, subscription, taken)).filter(isUnsettled)
  const changed = unsettled.filter((charge) => taken.isNew || state !== 'open' || charge.state === 'processing')
  for (const charge of changed) {
    if (state === 'void') {
      await voidCharge(work, charge, 'providerVoided')
      continue
    }
    if (charge.state === 'processing') await reopenCharge(work, charge)
    if (state === 'uncollectible') await writeOffCharge(work, { ...charge, state: 'open' }, 'providerGaveUp')
  }
  if (changed.length > 0) await followPayer(work, subscription.memberId)
}

/** Writes what Stripe asked for and got since the last look, each once, and follows how it ended there. */
export const takeInvoices = async (
  work: BillingWork,
  { subscriptionId, invoices }: { subscriptionId: number; invoices: readonly EarlierInvoice[] },
): Promise<void> => {
  for (const invoice of invoices) {
    const subscription = await lockSubscription(work, subscriptionId)
    const { memberId, currency } = subscription
    const taken = await chargeOnce(work, subscription, invoice)
    if (taken === null) continue
    const { chargeIds } = taken
    for (const { ref, amountCents, method, paidOn } of invoice.payments) {
      const named = { providerRef: ref, idempotencyKey: `provider-${ref}`, reference: ref }
      await bookPayment(work, { memberId, amountCents, currency, method, paidOn, chargeIds, ...named })
    }
    await settleInvoice(work, subscription, taken)
  }
}

/** Periods that Stripe made cheaper by a coupon count for it here, as far as it has any left. */
const countCoupon = async ({ tx }: BillingWork, { id }: Subscription): Promise<void> => {
  await sql`update coupon_uses u set periods_before = u.periods_before + least(
      (select k.periods - u.periods_before - coalesce(sum(c.coupon_periods), 0)::int from coupons k
        left join charges c on c.coupon_use_id = u.id and c.state <> 'void' where k.id = u.coupon_id group by k.periods),
      (select count(*)::int from charges c join provider_lines l on l.charge_id = c.id
        where c.subscription_id = ${id} and c.period is not null and c.discount_cents > 0 and c.state <> 'void'
          and c.coupon_use_id is null and c.created_at >= u.at))
    where u.subscription_id = ${id}`.execute(tx)
}

/** The count of periods after which one ends on this day, so that the days of months stay what they were. */
const anchorOf = (subscription: Subscription, endsOn: Day): { anchorOn: Day; periodsSinceAnchor: number } => {
  const { anchorOn, interval, intervalCount } = subscription
  for (let periods = 0; periods < 1200; periods += 1) {
    const { to } = nextPeriod({ anchorOn, periodsSinceAnchor: periods, interval, intervalCount })
    if (to === endsOn) return { anchorOn, periodsSinceAnchor: periods + 1 }
    if (to > endsOn) break
  }
  return { anchorOn: endsOn, periodsSinceAnchor: 0 }
}

const findChargedEnd = async (work: BillingWork, { id, startedOn }: Subscription): Promise<Day> =>
  (await lockCharges(work, id)).flatMap(({ period }) => period?.to ?? []).reduce(laterDay, startedOn)

/** Stripe kept a pause by giving money back. Here its days are moved instead, as for any other. */
const keepPause = async (work: BillingWork, subscription: Subscription): Promise<void> => {
  const breaks = await listBreaks(work, subscription.id)
  const pause = breaks.findLast(({ kind, hasBegun }) => kind === 'pause' && hasBegun)
  subscription.chargedThrough = await findChargedEnd(work, subscription)
  if (pause) await openBreak(work, subscription, pause.days)
}

/** A month that Stripe was told not to ask for any more was given to the member there, and its days go on here. */
const keepGivenDays = async (work: BillingWork, subscription: Subscription): Promise<void> => {
  const { rows } = await sql<{ until: Day | null }>`select max(upper(c.period)) as until from charges c
    join provider_lines l on l.charge_id = c.id where c.subscription_id = ${subscription.id}
      and c.reason in ('providerVoided', 'providerGaveUp') and c.period @> ${work.today}::date`.execute(work.tx)
  const until = rows[0]?.until ?? null
  if (until !== null) subscription.moreTimeUntil = laterDay(until, subscription.moreTimeUntil ?? until)
}

type TakenOver = {
  subscriptionId: number
  endsOn: Day
  /** It was cancelled before. */
  isEnding: boolean
  isPaused?: boolean
}

/** From the end of the period that Stripe was paid for on, the portal charges. Done again, it changes nothing. */
export const takeOverPlan = async (
  work: BillingWork,
  { subscriptionId, endsOn, isEnding, isPaused = false }: TakenOver,
): Promise<void> => {
  const subscription = await lockSubscription(work, subscriptionId)
  const { memberId } = subscription
  if (subscription.providerRef === null || subscription.state === 'ended') return
  await countCoupon(work, subscription)
  subscription.providerRef = null
  if (isPaused) await keepPause(work, subscription)
  else {
    // A part that is charged here already is not charged again.
    subscription.chargedThrough = laterDay(endsOn, await findChargedEnd(work, subscription))
    Object.assign(subscription, anchorOf(subscription, subscription.chargedThrough))
    await keepGivenDays(work, subscription)
  }
  if (subscription.state === 'incomplete') subscription.state = 'active'
  if (isEnding && subscription.state === 'active')
    Object.assign(subscription, { state: 'cancelling', cancelOn: endsOn })
  await saveSubscriptions(work, [subscription])
  noteEvent(work, 'billing.takenOver', { memberId, from: isPaused ? subscription.chargedThrough : endsOn })
  // As where it is cancelled here: what is overdue or rests ends at once.
  if (isEnding && subscription.state !== 'cancelling') await endSubscription(work, { memberId, reason: 'cancelled' })
  else await followSubscription(work, subscription)
}

/** The same as far as it is known here, to show what would follow. False: it waits for something at Stripe. */
export const takeOverKnown = async (work: BillingWork, subscriptionId: number): Promise<boolean> => {
  const { state, chargedThrough: endsOn } = await lockSubscription(work, subscriptionId)
  const row = work.tx.selectFrom('stripe_take_overs').select('hindrance').where('subscription_id', '=', subscriptionId)
  const isHindered = ((await row.executeTakeFirst())?.hindrance ?? '') !== ''
  if (isHindered || state === 'incomplete') return false
  await takeOverPlan(work, { subscriptionId, endsOn, isEnding: false, isPaused: state === 'paused' })
  return true
}
