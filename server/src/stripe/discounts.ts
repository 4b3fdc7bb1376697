import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import { billingToday } from '../billing/billing-work.ts'

/** What makes a subscription cheaper, as it is agreed here. */
type Reductions = {
  couponId: number | null
  couponPercent: number | null
  couponCents: number | null
  couponPeriods: number | null
  currency: string
  interval: 'day' | 'week' | 'month' | 'year'
  intervalCount: number
  concessionPercent: number | null
}

const findReductions = async (ctx: Ctx, subscriptionId: number): Promise<Reductions> => {
  const today = await billingToday(ctx)
  const [row] = await readRows(
    ctx,
    sql<Reductions>`select k.coupon_id as "couponId", k.percent as "couponPercent", k.amount_cents as "couponCents",
        k.periods_left as "couponPeriods", s.currency, s.interval, s.interval_count as "intervalCount",
        c.percent as "concessionPercent"
      from subscriptions s
      left join coupon_in_use(s.id) k on true
      left join concessions c on c.member_id = s.member_id and c.state = 'approved'
        and (c.ends_on is null or c.ends_on > ${today}::date)
      where s.id = ${subscriptionId}`,
  )
  if (!row) throw new AppError('notFound')
  return row
}

const monthsOf = { day: null, week: null, month: 1, year: 12 } as const

/** How long Stripe takes a coupon off, which counts months and no periods; null where it can't. */
export const couponDuration = (facts: {
  couponPeriods: number | null
  interval: Reductions['interval']
  intervalCount: number
}): Pick<Stripe.CouponCreateParams, 'duration' | 'duration_in_months'> | null => {
  const { couponPeriods: periods, interval, intervalCount } = facts
  if (periods === null) return { duration: 'forever' }
  if (periods === 1) return { duration: 'once' }
  const months = monthsOf[interval]
  return months === null ? null : { duration: 'repeating', duration_in_months: months * intervalCount * periods }
}

const concessionPrefix = 'concession-'

/** Stripe keeps a coupon under the name it is given, so that it is made once. */
const ensureCoupon = async (stripe: Stripe, coupon: Stripe.CouponCreateParams & { id: string }): Promise<string> => {
  try {
    await stripe.coupons.retrieve(coupon.id)
  } catch {
    await stripe.coupons.create(coupon).catch(async (error: unknown) => {
      // Another request made it meanwhile; anything else is a fault.
      await stripe.coupons.retrieve(coupon.id).catch(() => {
        throw error
      })
    })
  }
  return coupon.id
}

const couponOf = (facts: Reductions): (Stripe.CouponCreateParams & { id: string }) | null => {
  const { couponId, couponPercent, couponCents, currency } = facts
  if (couponId === null) return null
  const duration = couponDuration(facts)
  if (duration === null) throw new AppError('couponNotByCard')
  const amount =
    couponPercent === null
      ? { amount_off: couponCents ?? 0, currency: currency.toLowerCase() }
      : { percent_off: couponPercent }
  const name = `coupon-${couponId}-${duration.duration}${duration.duration_in_months ?? ''}-${currency.toLowerCase()}`
  return { id: name, name: 'Coupon', ...duration, ...amount }
}

const concessionDiscount = async (stripe: Stripe, { concessionPercent: percent }: Reductions) => {
  if (percent === null) return []
  const coupon = {
    id: `${concessionPrefix}${percent}`,
    name: 'Lower price',
    duration: 'forever' as const,
    percent_off: percent,
  }
  return [{ coupon: await ensureCoupon(stripe, coupon) }]
}

const couponIdOf = ({ source }: Stripe.Discount): string =>
  typeof source.coupon === 'string' ? source.coupon : (source.coupon?.id ?? '')

/**
 * Brings the discounts of a running subscription in line: a concession that began or ended, a coupon that was used. Null
 * where nothing is to change. Stripe uses up coupons by itself, so one is given to it once.
 */
export const changedDiscounts = async (
  ctx: Ctx,
  stripe: Stripe,
  { subscriptionId, atStripe }: { subscriptionId: number; atStripe: Stripe.Subscription },
): Promise<Pick<Stripe.SubscriptionUpdateParams, 'discounts' | 'metadata'> | null> => {
  const facts = await findReductions(ctx, subscriptionId)
  const now = atStripe.discounts.filter((one) => typeof one === 'object')
  const kept = now.filter((one) => !couponIdOf(one).startsWith(concessionPrefix))
  const wanted = facts.concessionPercent === null ? null : `${concessionPrefix}${facts.concessionPercent}`
  const has = now.find((one) => couponIdOf(one).startsWith(concessionPrefix))
  const isSameConcession = (has ? couponIdOf(has) : null) === wanted
  const coupon = couponOf(facts)
  const isSameCoupon = coupon === null || atStripe.metadata['coupon'] === String(facts.couponId)
  if (isSameConcession && isSameCoupon) return null
  return {
    discounts: [
      ...(await concessionDiscount(stripe, facts)),
      ...kept.map(({ id }) => ({ discount: id })),
      ...(isSameCoupon || coupon === null ? [] : [{ coupon: await ensureCoupon(stripe, coupon) }]),
    ],
    metadata: { coupon: facts.couponId === null ? '' : String(facts.couponId) },
  }
}
