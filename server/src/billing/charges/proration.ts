import { badField } from '#platform/http/app-error.ts'
import { daysBetween, type DayRange, laterDay } from '#platform/local-day.ts'
import { type BillingWork, noteEvent } from '../billing-work.ts'
import { findReductions } from '../coupon-uses.ts'
import { discountOf, type Reduction, shareOf } from '../periods.ts'
import type { Subscription } from '../subscription-row.ts'
import { dropCharge, splitAt } from './breaks.ts'
import { type Charge, insertCharges, lockCharges } from './charges.ts'

type DaysCharge = Charge & { period: DayRange }

const hasDays = (charge: Charge): charge is DaysCharge => charge.period !== null

/** The price of the last days of a period: the rest of what the days before them cost, so that all add up. */
const lastShareOf = (cents: number, { period, priceDays }: DaysCharge): number => {
  const days = daysBetween(period.from, period.to)
  const all = priceDays ?? days
  return cents - shareOf(cents, { days: all - days, all })
}

/** The days of a charge at another price, with the same taken off. */
const atPrice = (
  charge: DaysCharge,
  { costCents, reductions }: { costCents: number; reductions: ReadonlyMap<number, Reduction> },
): Pick<Charge, 'amountCents' | 'discountCents'> => {
  const coupon = charge.couponUseId === null ? undefined : reductions.get(charge.couponUseId)
  const discountCents = discountOf(costCents, [
    ...(charge.concessionPercent === null ? [] : [{ percent: charge.concessionPercent, amountCents: null }]),
    ...(coupon ? [coupon] : []),
  ])
  return {
    amountCents: lastShareOf(costCents - discountCents, charge),
    discountCents: lastShareOf(discountCents, charge),
  }
}

/** Money that is on its way was asked for by the charges as they are. */
export const refuseProcessing = async (work: BillingWork, { id }: Pick<Subscription, 'id'>): Promise<void> => {
  const charges = await lockCharges(work, id)
  if (charges.some(({ state, period }) => state === 'processing' && period !== null && period.to > work.today))
    throw badField('when', 'A payment is on its way. Change once it has arrived, or from the next payment on.')
}

export type Repricing = {
  /** The sum that the days of the running period cost more from today on; negative where they cost less. */
  differenceCents: number
  /** The days that are charged anew first: the rest of the period that runs, or the next that is charged already. */
  days: DayRange
  amountCents: number
}

/**
 * Charges the days from today on at the plan and price that a subscription has now, in place of what they were charged
 * at. Its periods stay as they are. What was paid of them becomes credit first, which pays for the new ones.
 */
export const repriceCharges = async (work: BillingWork, subscription: Subscription): Promise<Repricing> => {
  const { today } = work
  await splitAt(work, subscription.id, today)
  const before = (await lockCharges(work, subscription.id)).filter(hasDays).filter(({ period }) => period.from >= today)
  const reductions = await findReductions(
    work,
    before.flatMap(({ couponUseId }) => couponUseId ?? []),
  )
  for (const charge of before) await dropCharge(work, charge, 'planChanged')
  const isFree = subscription.collector === 'free'
  const anew = before.map((charge) => {
    const { id: _, paidCents: __, state: ___, ...same } = charge
    const cost = isFree
      ? { amountCents: 0, discountCents: 0 }
      : atPrice(charge, { costCents: subscription.costCents, reductions })
    return {
      ...same,
      ...cost,
      planId: subscription.planId,
      description: subscription.planName,
      dueOn: laterDay(charge.dueOn, today),
    }
  })
  const ids = await insertCharges(work, anew)
  for (const [at, { memberId, amountCents, period }] of anew.entries())
    noteEvent(work, 'billing.charged', { memberId, chargeId: ids[at], amountCents, period })
  const [was, is] = [before[0], anew[0]]
  const isRunning = was?.period.from === today
  return {
    differenceCents: isRunning && was && is ? is.amountCents - was.amountCents : 0,
    days: is?.period ?? { from: today, to: today },
    amountCents: is?.amountCents ?? 0,
  }
}
