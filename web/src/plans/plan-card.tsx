import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { PlanOverview, TierOverview } from '@spacekeeper/contract/plans/shapes.ts'
import { collectorWords } from '@spacekeeper/contract/plans/words.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { restorePlan } from './api.ts'
import { MovePlanDialog } from './move-dialog.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { useIncome, usePrice } from './plan-price.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import classes from './plans.module.css'

type Props = { plan: PlanOverview; tiers: readonly TierOverview[] }

/** A plan with everything that is done with it. */
export const PlanCard = ({ plan, tiers }: Props) => {
  const { t } = useTranslation('plans')
  const navigate = useNavigate()
  const [open, setOpen] = useState<'change' | 'remove' | 'move' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card component="section" aria-labelledby="plan-about">
      <Stack gap="xs">
        <Title order={2} id="plan-about" className={classes.words ?? ''}>
          {plan.name}
        </Title>
        <PlanFacts plan={plan} />
        <Group gap="sm">
          {plan.archivedAt === null ? (
            <>
              <Button variant="default" onClick={() => setOpen('change')}>
                {t('changePlan')}
              </Button>
              <Button variant="default" onClick={() => setOpen('remove')}>
                {t('remove')}
              </Button>
            </>
          ) : (
            <RestoreButton plan={plan} />
          )}
          {plan.members > 0 ? (
            <Button variant={plan.otherPrices > 0 ? 'filled' : 'default'} onClick={() => setOpen('move')}>
              {t('moveAll')}
            </Button>
          ) : null}
        </Group>
      </Stack>
      {open === 'change' ? <PlanDialog tierId={plan.memberTier} plan={plan} onClose={close} /> : null}
      {open === 'move' ? <MovePlanDialog plan={plan} tiers={tiers} onClose={close} /> : null}
      {open === 'remove' ? (
        <RemoveDialog
          kind="plan"
          {...plan}
          onClose={close}
          onRemoved={() =>
            void navigate({ to: '/manage/tiers/$planId', params: { planId: String(plan.memberTier) }, replace: true })
          }
        />
      ) : null}
    </Card>
  )
}

const PlanFacts = ({ plan }: { plan: PlanOverview }) => {
  const { t } = useTranslation('plans')
  const [price, income, money] = [usePrice(), useIncome(), useMoney()]
  const members = t('members', { count: plan.members, formatted: formatNumber(plan.members) })
  const extras = [
    ...(plan.joiningFeeCents > 0 ? [t('andJoiningFee', { amount: money(plan.joiningFeeCents, plan.currency) })] : []),
    ...(plan.maxPeople > 1 ? [t('upToPeople', { count: plan.maxPeople })] : []),
  ]
  return (
    <>
      <p className={classes.figure}>{price(plan)}</p>
      {extras.length > 0 ? <Text>{extras.join(', ')}</Text> : null}
      <Text size="sm" c="dimmed">
        {[members, income(plan.monthly)].filter((part) => part !== '').join(', ')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('collectors')}: {plan.collectors.map((way) => collectorWords[way]).join(', ')}
      </Text>
      {plan.stripeId === '' ? null : (
        <Text size="sm" c="dimmed" className={classes.words ?? ''}>
          {t('priceAtStripe', { id: plan.stripeId })}
        </Text>
      )}
      <Group gap="sm">
        {plan.visible ? null : <Status kind="none">{t('hidden')}</Status>}
        {plan.archivedAt === null ? null : <Status kind="offline">{t('archived')}</Status>}
      </Group>
      {plan.otherPrices > 0 ? (
        <Status kind="info">
          {t('repriceNote', { count: plan.otherPrices, formatted: formatNumber(plan.otherPrices) })}
        </Status>
      ) : null}
    </>
  )
}

const RestoreButton = ({ plan }: { plan: PlanOverview }) => {
  const { t } = useTranslation('plans')
  const restore = useMutation({
    mutationFn: () => restorePlan({ planId: plan.id }),
    onSuccess: () => {
      notify.done({ text: t('restored', { name: plan.name }) })
    },
    onError: notify.failed,
  })
  return (
    <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
      {t('restore')}
    </Button>
  )
}
