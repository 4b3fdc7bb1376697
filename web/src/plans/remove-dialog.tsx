import { Stack, Text } from '@mantine/core'
import { refreshAfter } from '#platform/api/refresh.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { removePlan, removeTier } from './api.ts'

type Props = {
  kind: 'tier' | 'plan'
  id: number
  name: string
  /** Who has it now. */
  members: number
  onClose: () => void
  onRemoved: () => void
}

/** Removes a tier or a plan, or archives it while members have it, after saying which of the two. */
export const RemoveDialog = ({ kind, id, name, members, onClose, onRemoved }: Props) => {
  const { t } = useTranslation('plans')
  const run = () =>
    refreshAfter(async () => {
      await (kind === 'tier' ? removeTier({ tierId: id }) : removePlan({ planId: id }))
      notify.done({ text: t(members > 0 ? 'archivedDone' : 'removed', { name }) })
      onRemoved()
    })
  return (
    <ConfirmDialog
      title={t(kind === 'tier' ? 'removeTierTitle' : 'removePlanTitle', { name })}
      action={t('remove')}
      isDangerous
      run={run}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">
          {members > 0 ? t('removeUsed', { count: members, formatted: formatNumber(members) }) : t('removeUnused')}
        </Text>
        {kind === 'tier' ? <Text size="sm">{t('removeTierPlans')}</Text> : null}
      </Stack>
    </ConfirmDialog>
  )
}
