import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { TierOverview } from '@spacekeeper/contract/plans/shapes.ts'
import { IconPlus, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { addExamples, orderTiers, plansOverviewQuery, restoreTier } from './api.ts'
import { CouponsCard } from './coupons-card.tsx'
import { useIncome } from './plan-price.ts'
import { movedIds, OrderButtons } from './plans-list.tsx'
import { TierCard } from './tier-card.tsx'
import { TierDialog } from './tier-dialog.tsx'
import classes from './plans.module.css'

const TiersPage = () => {
  const { t } = useTranslation('plans')
  const query = useQuery(plansOverviewQuery)
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('addTier')}
    </Button>
  )
  return (
    <Stack gap="md">
      <PaymentsOff />
      <Page
        query={query}
        skeleton={<RowsSkeleton rows={5} />}
        isEmpty={({ tiers }) => tiers.length === 0}
        empty={<NoTiers add={add} />}
      >
        {({ tiers, monthly }) => (
          <>
            <Group justify="space-between" gap="sm">
              <Text c="dimmed" maw={560}>
                {t('intro')}
              </Text>
              {add}
            </Group>
            <IncomeCard monthly={monthly} />
            <Tiers tiers={tiers} />
          </>
        )}
      </Page>
      <CouponsCard />
      {isAdding ? (
        <TierDialog
          tier={null}
          onClose={() => setAdding(false)}
          onAdded={({ id }) => void navigate({ to: '/manage/tiers/$planId', params: { planId: String(id) } })}
        />
      ) : null}
    </Stack>
  )
}

/** Plans can be set up before members see them. */
const PaymentsOff = () => {
  const { t } = useTranslation('plans')
  const { enableMembershipPayments } = useSite().features
  const mayTurnOn = isStaffFor(useProfile(), 'settings')
  if (enableMembershipPayments) return null
  return (
    <Card>
      <Stack gap="xs" align="flex-start">
        <Status kind="warning">{t('offNote')}</Status>
        {mayTurnOn ? (
          <Button component={Link} to="/manage/settings" size="xs" variant="default">
            {t('offTurnOn')}
          </Button>
        ) : null}
      </Stack>
    </Card>
  )
}

const NoTiers = ({ add }: { add: React.ReactNode }) => {
  const { t } = useTranslation('plans')
  const examples = useMutation({
    mutationFn: () => addExamples(),
    onSuccess: () => {
      notify.done({ text: t('examplesAdded') })
    },
    onError: notify.failed,
  })
  return (
    <Empty
      title={t('emptyTitle')}
      text={t('emptyText')}
      action={
        <Group gap="sm">
          <Button loading={examples.isPending} onClick={() => examples.mutate()}>
            {t('addExamples')}
          </Button>
          {add}
        </Group>
      }
    />
  )
}

const IncomeCard = ({ monthly }: { monthly: TierOverview['monthly'] }) => {
  const { t } = useTranslation('plans')
  const income = useIncome()
  return (
    <Card component="section" aria-labelledby="plans-income">
      <Title order={2} id="plans-income">
        {t('monthlyIncome')}
      </Title>
      <p className={classes.figure}>{income(monthly) || t('nothing')}</p>
      <Text size="sm" c="dimmed">
        {t('monthlyHint')}
      </Text>
    </Card>
  )
}

const Tiers = ({ tiers }: { tiers: readonly TierOverview[] }) => {
  const { t } = useTranslation('plans')
  const current = tiers.filter(({ archivedAt }) => archivedAt === null)
  const archived = tiers.filter(({ archivedAt }) => archivedAt !== null)
  const act = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: notify.failed,
  })
  return (
    <>
      {current.map((tier, at) => (
        <TierCard
          key={tier.id}
          tier={tier}
          actions={
            <OrderButtons
              name={tier.name}
              isFirst={at === 0}
              isLast={at === current.length - 1}
              onMove={(by) => act.mutate(() => orderTiers({ tierIds: movedIds(current, at, by) }))}
            />
          }
        />
      ))}
      {archived.length === 0 ? null : (
        <>
          <Stack gap={0}>
            <Title order={2}>{t('archivedTitle')}</Title>
            <Text size="sm" c="dimmed">
              {t('archivedHint')}
            </Text>
          </Stack>
          {archived.map((tier) => (
            <TierCard
              key={tier.id}
              tier={tier}
              actions={
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('restoreOf', { name: tier.name })}
                  onClick={() => act.mutate(() => restoreTier({ tierId: tier.id }))}
                >
                  {t('restore')}
                </Button>
              }
            />
          ))}
        </>
      )}
    </>
  )
}

export const Route = createFileRoute('/manage/tiers')({
  component: TiersPage,
  staticData: {
    title: 'plans:titleTiers',
    loggedIn: true,
    staff: 'money',
    menu: { group: 'admin', icon: IconStack2, order: 25 },
  },
})
