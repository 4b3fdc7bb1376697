import { Text } from '@mantine/core'
import type { MeetingFile } from '@spacekeeper/contract/meetings/shapes.ts'
import type { ReactNode } from 'react'
import { formatSize } from '#platform/i18n/format-size.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { downloadFile } from './api.ts'
import classes from './meetings.module.css'

type Props = { files: readonly MeetingFile[]; renderAction?: (file: MeetingFile) => ReactNode }

/** Documents, each to keep. */
export const DocumentsList = ({ files, renderAction }: Props) => {
  const { t } = useTranslation('meetings')
  if (files.length === 0) return null
  return (
    <ul className={classes.list}>
      {files.map((file) => (
        <li key={file.id} className={classes.row}>
          <span className={classes.words}>
            <span>{file.name}</span>
            <Text component="span" size="sm" c="dimmed">
              {t('fileSize', {
                kind: t(file.mediaType === 'application/pdf' ? 'kind_pdf' : 'kind_picture'),
                size: formatSize(file.bytes),
              })}
            </Text>
          </span>
          <DownloadButton
            size="xs"
            label={t('download')}
            aria-label={t('downloadOf', { name: file.name })}
            load={() => downloadFile({ fileId: file.id })}
          />
          {renderAction?.(file)}
        </li>
      ))}
    </ul>
  )
}
