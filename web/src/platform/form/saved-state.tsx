import { Button, Group } from '@mantine/core'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import type { SavedField } from './saved-field.ts'
import { useUnsavedField } from './unsaved-fields.ts'

type SavedMark = Pick<
  SavedField<unknown>,
  'label' | 'state' | 'undo' | 'retry' | 'settle' | 'flush' | 'hasUnsaved' | 'refusalReason'
>
type Props = { field: SavedMark; id?: string }

/**
 * How saving a field went, with the way back. The place is live, so that it is read out. Leaving the screen saves what
 * waits first, and asks if that is refused.
 */
export const SavedState = ({ field, id }: Props) => {
  const { t } = useTranslation('platform')
  const { state, label } = field
  useUnsavedField(field)
  const refusal = state.status === 'refused' ? state : null
  return (
    <Group gap="xs" role="status" id={id}>
      {state.status === 'saving' ? <Status kind="waiting">{t('saving')}</Status> : null}
      {state.status === 'saved' ? <Status kind="good">{t('saved')}</Status> : null}
      {refusal ? (
        <Status kind="refused">{refusal.isUnknown ? refusal.reason : t('notSavedBecause', refusal)}</Status>
      ) : null}
      {refusal?.canRetry ? (
        <Tool label={t('retryField', { field: label })} onClick={field.retry}>
          {t('tryAgain')}
        </Tool>
      ) : null}
      {state.status === 'saved' || refusal ? (
        <Tool label={t('undoField', { field: label })} onClick={field.undo}>
          {t('undo')}
        </Tool>
      ) : null}
    </Group>
  )
}

const Tool = ({ label, onClick, children }: { label: string; onClick: () => void; children: string }) => (
  <Button size="compact-sm" mih={24} variant="subtle" onClick={onClick} aria-label={label}>
    {children}
  </Button>
)
