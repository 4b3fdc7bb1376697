import { Button, FileButton } from '@mantine/core'
import { maxMeetingFileBytes } from '@spacekeeper/contract/meetings/words.ts'
import { IconFileUpload } from '@tabler/icons-react'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatSize } from '#platform/i18n/format-size.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { addFile } from './api.ts'

type Props = { meetingId: number; itemId?: number; label: string; isSmall?: boolean }

/** A file whose type the browser does not know travels without one; the server looks into it. */
const asSent = (file: File) =>
  file.type === '' ? new File([file], file.name, { type: 'application/octet-stream' }) : file

/** Chooses a document and adds it. */
export const FileField = ({ meetingId, itemId, label, isSmall = false }: Props) => {
  const { t } = useTranslation('meetings')
  const send = useMutation({
    mutationFn: (file: File) =>
      addFile({ meetingId, name: file.name, ...(itemId !== undefined && { itemId }), file: asSent(file) }),
    onSuccess: (_, file) => {
      notify.done({ text: t('fileAdded', { name: file.name }) })
    },
    onError: (error) => {
      const fields = fieldErrors(error)
      notify.failed(fields['file'] ?? fields['name'] ?? errorText(error))
    },
  })
  const choose = (file: File | null) => {
    if (!file) return
    if (file.size > maxMeetingFileBytes)
      notify.failed(t('fileTooLarge', { name: file.name, size: formatSize(maxMeetingFileBytes) }))
    else send.mutate(file)
  }
  return (
    <FileButton onChange={choose} accept=".pdf,.png,.jpg,.jpeg,.webp,application/pdf,image/png,image/jpeg,image/webp">
      {(props) => (
        <Button
          {...props}
          size={isSmall ? 'compact-sm' : 'sm'}
          variant={isSmall ? 'subtle' : 'default'}
          aria-label={label}
          loading={send.isPending}
          leftSection={<IconFileUpload size={16} aria-hidden />}
        >
          {t(isSmall ? 'addFileShort' : 'addFile')}
        </Button>
      )}
    </FileButton>
  )
}
