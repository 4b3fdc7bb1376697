// On its own: every screen that says a price says it so.
import type { MonthlyIncome } from '@spacekeeper/contract/plans/shapes.ts'
import type { PlanInterval } from '@spacekeeper/contract/plans/words.ts'
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

/** Income in each currency: "$1,200.00 a month, €80.00 a month". */
export const useIncome = () => {
  const { t } = useTranslation('plans')
  const money = useMoney()
  return (monthly: readonly MonthlyIncome[]): string =>
    monthly.map(({ cents, currency }) => t('perMonth', { amount: money(cents, currency) })).join(', ')
}
