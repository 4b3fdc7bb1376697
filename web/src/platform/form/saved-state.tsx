import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Status } from '#platform/ui/status.tsx'
import type { SavedField } from './use-saved-field.ts'

type Props = { field: Pick<SavedField<unknown>, 'state' | 'undo'>; label: string; id?: string }

/** How saving a field went, with the way back. The place is live, so that it is read out. */
export const SavedState = ({ field, label, id }: Props) => {
  const { t } = useTranslation('platform')
  const { state } = field
  return (
    <Group gap="xs" role="status" id={id} wrap="nowrap">
      {state.status === 'saving' ? <Status kind="waiting">{t('saving')}</Status> : null}
      {state.status === 'saved' ? <Status kind="good">{t('saved')}</Status> : null}
      {state.status === 'refused' ? (
        <Status kind="refused">{t('notSavedBecause', { reason: state.reason })}</Status>
      ) : null}
      {state.status === 'saved' || state.status === 'refused' ? (
        <Button
          size="compact-sm"
          mih={24}
          variant="subtle"
          onClick={field.undo}
          aria-label={t('undoField', { field: label })}
        >
          {t('undo')}
        </Button>
      ) : null}
    </Group>
  )
}
