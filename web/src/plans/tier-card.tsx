import { Card, Group, Text, Title } from '@mantine/core'
import type { TierOverview } from '@spacekeeper/contract/plans/shapes.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { useIncome } from './plan-price.ts'
import { PlansList } from './plans-list.tsx'
import classes from './plans.module.css'

/** How many have a tier and what it brings in, in a line; and the marks it has. */
export const TierFacts = ({ tier }: { tier: TierOverview }) => {
  const { t } = useTranslation('plans')
  const income = useIncome()
  const members = t('members', { count: tier.members, formatted: formatNumber(tier.members) })
  return (
    <>
      <Text size="sm" c="dimmed">
        {[members, income(tier.monthly)].filter((part) => part !== '').join(', ')}
      </Text>
      {tier.stripeId === '' ? null : (
        <Text size="sm" c="dimmed" className={classes.words ?? ''}>
          {t('productAtStripe', { id: tier.stripeId })}
        </Text>
      )}
      <Group gap="sm">
        {tier.featured ? <Status kind="info">{t('featured')}</Status> : null}
        {tier.visible ? null : <Status kind="none">{t('hidden')}</Status>}
        {tier.archivedAt === null ? null : <Status kind="offline">{t('archived')}</Status>}
      </Group>
    </>
  )
}

/** A tier of the list with its plans. `actions` stand beside its name. */
export const TierCard = ({ tier, actions }: { tier: TierOverview; actions: ReactNode }) => {
  const { t } = useTranslation('plans')
  const plans = tier.archivedAt === null ? tier.plans.filter(({ archivedAt }) => archivedAt === null) : tier.plans
  return (
    <Card component="section" aria-labelledby={`tier-${tier.id}`}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Title order={2} id={`tier-${tier.id}`} className={classes.words ?? ''}>
          <Link to="/manage/tiers/$planId" params={{ planId: String(tier.id) }} className={classes.link ?? ''}>
            {tier.name}
          </Link>
        </Title>
        {actions}
      </Group>
      <TierFacts tier={tier} />
      {plans.length === 0 ? (
        <Text size="sm" mt="xs">
          {t('noPlansInTier')}
        </Text>
      ) : (
        <PlansList plans={plans} label={tier.name} />
      )}
    </Card>
  )
}
