import { Stack, Text } from '@mantine/core'
import type { UndoPreview } from '@spacekeeper/contract/members/bulk-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { undoBulkAction, undoPreviewQuery } from '../api.ts'
import { useBulkActionWords } from './bulk-action-words.ts'

const words = (count: number) => ({ count, formatted: formatNumber(count) })

/** Says for how many a bulk change would be undone, and undoes it. */
export const UndoActionDialog = ({ actionId, onClose }: { actionId: number; onClose: () => void }) => {
  const { t } = useTranslation('members')
  const query = useQuery(undoPreviewQuery(actionId))
  const count = query.data?.reverts.count ?? 0
  const undo = async () => {
    const { reverted } = await undoBulkAction({ actionId })
    notify.done({ text: t('undone', words(reverted)) })
  }
  return (
    <ConfirmDialog
      title={t('undoTitle')}
      action={t('undoAction', words(count))}
      isReady={count > 0}
      run={undo}
      onClose={onClose}
    >
      <Page query={query}>{(preview) => <UndoMeaning preview={preview} />}</Page>
    </ConfirmDialog>
  )
}

const UndoMeaning = ({ preview }: { preview: UndoPreview }) => {
  const { t } = useTranslation('members')
  const said = useBulkActionWords()(preview)
  const { reverts, changedSince, outranked, kind } = preview
  const isTold = kind !== 'grant' && kind !== 'revoke' && kind !== 'requireUpdate'
  const listed = reverts.names.join(', ')
  const names = reverts.more > 0 ? t('andMore', { names: listed, ...words(reverts.more) }) : listed
  if (preview.undone?.left === 0) return <Text size="sm">{said.undone}</Text>
  return (
    <Stack gap="xs" aria-live="polite">
      <Text size="sm" fw={500}>
        {said.what}
      </Text>
      {said.undone ? <Text size="sm">{said.undone}</Text> : null}
      <Text size="sm">{t('undoReverts', { names, ...words(reverts.count) })}</Text>
      {changedSince > 0 ? <Text size="sm">{t('undoSince', words(changedSince))}</Text> : null}
      {outranked > 0 ? <Text size="sm">{t('undoOutranked', words(outranked))}</Text> : null}
      {isTold ? (
        <Text size="sm" c="dimmed">
          {t('undoEmail')}
        </Text>
      ) : null}
    </Stack>
  )
}
