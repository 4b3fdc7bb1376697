import type { MonthlyIncome } from '@spacekeeper/contract/plans/shapes.ts'
import type { PlanInterval } from '@spacekeeper/contract/plans/words.ts'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'

type PricedPlan = { costCents: number; currency: string; interval: PlanInterval; intervalCount: number }

/** What a plan costs as people say it: "$65.00 a month", "$150.00 every 3 months", "Free". */
export const usePrice = () => {
  const { t } = useTranslation('plans')
  const money = useMoney()
  return ({ costCents, currency, interval, intervalCount: count }: PricedPlan): string =>
    costCents === 0 ? t('free') : t(`each_${interval}`, { count, amount: money(costCents, currency) })
}

type ComingPrices = readonly { from: string; amountCents: number; count: number | null }[]

/** Prices that are paid next and later: "$33.00 for 2 more payments, the next on 28 February, then $66.00 from 28 April". */
export const useComing = () => {
  const { t } = useTranslation('plans')
  const money = useMoney()
  return (prices: ComingPrices, currency: string): string | null => {
    const amount = (cents: number) => (cents === 0 ? t('comingFree') : money(cents, currency))
    const [first, ...later] = prices
    if (!first) return null
    const { from, amountCents, count } = first
    const said = t('comingTimes', {
      amount: amount(amountCents),
      day: formatCalendarDay(from),
      count: count ?? 1,
    })
    return later.reduce(
      (before, price) =>
        t('comingThen', { first: before, amount: amount(price.amountCents), day: formatCalendarDay(price.from) }),
      said,
    )
  }
}

/** Income in each currency: "$1,200.00 a month, €80.00 a month". */
export const useIncome = () => {
  const { t } = useTranslation('plans')
  const money = useMoney()
  return (monthly: readonly MonthlyIncome[]): string =>
    monthly.map(({ cents, currency }) => t('perMonth', { amount: money(cents, currency) })).join(', ')
}
