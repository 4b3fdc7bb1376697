import { Button } from '@mantine/core'
import type { MeetingFile } from '@spacekeeper/contract/meetings/shapes.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { removeFile } from './api.ts'
import { DocumentsList } from './documents-list.tsx'

type Props = { meetingId: number; files: readonly MeetingFile[] }

/** Documents with a way to remove each. */
export const StaffDocumentsList = ({ meetingId, files }: Props) => {
  const { t } = useTranslation('meetings')
  const [removed, setRemoved] = useState<MeetingFile | null>(null)
  return (
    <>
      <DocumentsList
        files={files}
        renderAction={(file) => (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={t('removeFileOf', { name: file.name })}
            onClick={() => setRemoved(file)}
          >
            {t('removeShort')}
          </Button>
        )}
      />
      {removed ? (
        <ConfirmDialog
          title={t('removeFileTitle', { name: removed.name })}
          text={t('removeFileText')}
          action={t('removeFile')}
          isDangerous
          run={async () => {
            await removeFile({ meetingId, fileId: removed.id })
            notify.done({ text: t('fileRemoved') })
          }}
          onClose={() => setRemoved(null)}
        />
      ) : null}
    </>
  )
}
