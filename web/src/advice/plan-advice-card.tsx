import { Card, Stack, Text, Title } from '@mantine/core'
import type { PlanAdvice } from '@spacekeeper/contract/advice/routes.ts'
import { useQuery } from '@tanstack/react-query'
import { formatCalendarDay, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { usePrice } from '../plans/plan-price.ts'
import { planAdviceQuery } from './api.ts'
import classes from './advice.module.css'

const PlanWords = ({ plan }: { plan: NonNullable<PlanAdvice['plan']> }) => {
  const { t } = useTranslation('advice')
  const price = usePrice()
  const { name, tier, tierDescription, isOwnTier, interval } = plan
  return (
    <>
      <Text size="sm">
        {t('price', { tier, plan: name, price: price(plan) })} {interval === 'year' ? t('yearAtOnce') : null}
      </Text>
      {isOwnTier ? (
        <Text size="sm">{t('sameTier')}</Text>
      ) : (
        <>
          <Text size="sm">{t('otherTier')}</Text>
          <Text size="sm" className={classes.quote}>
            {tierDescription || t('noTierWords')}
          </Text>
        </>
      )}
    </>
  )
}

const Advice = ({ advice }: { advice: PlanAdvice }) => {
  const { t } = useTranslation('advice')
  const money = useMoney()
  const { plan, ownTier, currency } = advice
  const price = usePrice()
  const cents = (amount: number) => money(amount, currency)
  return (
    <Card component="section" aria-labelledby="plan-advice">
      <Stack gap="xs">
        <Title order={2} id="plan-advice">
          {t('heading')}
        </Title>
        <dl className={classes.sums}>
          <dt>{t('paid')}</dt>
          <dd>{cents(advice.paidCents)}</dd>
          <dt>{plan ? t('wouldCost', { plan: plan.name }) : t('without')}</dt>
          <dd>
            <strong>{cents(advice.wouldCostCents)}</strong>
          </dd>
        </dl>
        <Text size="sm" c="dimmed">
          {t('period', {
            from: formatCalendarDay(advice.from),
            to: formatCalendarDay(advice.to),
            count: advice.days,
            formatted: formatNumber(advice.days),
          })}
        </Text>
        {plan ? <PlanWords plan={plan} /> : <Text size="sm">{t('noVisit')}</Text>}
        {ownTier ? (
          <Text size="sm">
            {t('ownTier', {
              plan: ownTier.plan.name,
              price: price(ownTier.plan),
              amount: cents(ownTier.wouldCostCents),
            })}
          </Text>
        ) : null}
        {advice.leavesOutDiscount ? <Text size="sm">{t('leftOut')}</Text> : null}
        {plan ? (
          <Text size="sm">
            {t('unchanged', {
              visits: t('visitDays', { count: advice.visitDays, formatted: formatNumber(advice.visitDays) }),
              uses: t('machineUses', { count: advice.machineUses, formatted: formatNumber(advice.machineUses) }),
              machines: cents(advice.machineCents),
              purchases: cents(advice.purchaseCents),
            })}
          </Text>
        ) : null}
        <Text size="sm" c="dimmed">
          {t('unknown')}
        </Text>
        <Text size="sm">{t(plan ? 'how' : 'howNot')}</Text>
      </Stack>
    </Card>
  )
}

/** The plan that would have cost this member least; nothing at all where the portal has nothing worth saying. */
export const PlanAdviceCard = () => {
  const { enablePlanAdvisor } = useSite().features
  const { data } = useQuery({ ...planAdviceQuery, enabled: enablePlanAdvisor })
  return enablePlanAdvisor && data?.advice ? <Advice advice={data.advice} /> : null
}
