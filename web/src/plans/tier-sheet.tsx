import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { TierOverview } from '@spacekeeper/contract/plans/shapes.ts'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Empty } from '#platform/ui/page.tsx'
import { orderPlans, restoreTier } from './api.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { PlansList } from './plans-list.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { TierFacts } from './tier-card.tsx'
import { TierDialog } from './tier-dialog.tsx'
import classes from './plans.module.css'

/** A tier with its plans, and everything that is done with them. */
export const TierSheet = ({ tier }: { tier: TierOverview }) => {
  const { t } = useTranslation('plans')
  const [isAdding, setAdding] = useState(false)
  const order = useMutation({
    mutationFn: (planIds: number[]) => orderPlans({ tierId: tier.id, planIds }),
    onError: notify.failed,
  })
  return (
    <Stack gap="md">
      <TierAbout tier={tier} />
      <Card component="section" aria-labelledby="tier-plans">
        <Group justify="space-between" gap="sm">
          <Title order={2} id="tier-plans">
            {t('plans')}
          </Title>
          {tier.archivedAt === null ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {t('addPlan')}
            </Button>
          ) : null}
        </Group>
        {tier.plans.length === 0 ? (
          <Text size="sm" mt="xs">
            {t('noPlansInTier')}
          </Text>
        ) : (
          <PlansList plans={tier.plans} label={t('plans')} onMove={(planIds) => order.mutate(planIds)} />
        )}
      </Card>
      {isAdding ? <PlanDialog tierId={tier.id} plan={null} onClose={() => setAdding(false)} /> : null}
    </Stack>
  )
}

const TierAbout = ({ tier }: { tier: TierOverview }) => {
  const { t } = useTranslation('plans')
  const navigate = useNavigate()
  const [open, setOpen] = useState<'change' | 'remove' | null>(null)
  const restore = useMutation({
    mutationFn: () => restoreTier({ tierId: tier.id }),
    onSuccess: () => {
      notify.done({ text: t('restored', { name: tier.name }) })
    },
    onError: notify.failed,
  })
  const close = () => setOpen(null)
  return (
    <Card component="section" aria-labelledby="tier-about">
      <Stack gap="xs">
        <Title order={2} id="tier-about" className={classes.words ?? ''}>
          {tier.name}
        </Title>
        {tier.description === '' ? null : (
          <Text className={classes.words ?? ''} style={{ whiteSpace: 'pre-line' }}>
            {tier.description}
          </Text>
        )}
        <TierFacts tier={tier} />
        <Group gap="sm">
          {tier.archivedAt === null ? (
            <>
              <Button variant="default" onClick={() => setOpen('change')}>
                {t('editTier')}
              </Button>
              <Button variant="default" onClick={() => setOpen('remove')}>
                {t('remove')}
              </Button>
            </>
          ) : (
            <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
              {t('restore')}
            </Button>
          )}
        </Group>
      </Stack>
      {open === 'change' ? <TierDialog tier={tier} onClose={close} /> : null}
      {open === 'remove' ? (
        <RemoveDialog kind="tier" {...tier} onClose={close} onRemoved={() => void navigate({ to: '/manage/tiers' })} />
      ) : null}
    </Card>
  )
}

/** Behind an address that leads to no tier and no plan. */
export const UnknownTier = () => {
  const { t } = useTranslation('plans')
  return (
    <Empty
      title={t('unknownTitle')}
      text={t('unknownText')}
      action={
        <Button size="xs" component={Link} to="/manage/tiers">
          {t('allTiers')}
        </Button>
      }
    />
  )
}
