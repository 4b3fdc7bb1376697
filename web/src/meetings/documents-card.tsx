import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { StaffMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { maxMeetingFileBytes, mostMeetingFiles } from '@spacekeeper/contract/meetings/words.ts'
import { formatSize } from '#platform/i18n/format-size.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FileField } from './file-field.tsx'
import { StaffDocumentsList } from './staff-documents-list.tsx'

/** The documents of a meeting that belong to no item. */
export const DocumentsCard = ({ meeting }: { meeting: StaffMeeting }) => {
  const { t } = useTranslation('meetings')
  const files = meeting.files.filter(({ itemId }) => itemId === null)
  return (
    <Card component="section" aria-labelledby="documents">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} id="documents">
            {t('documents')}
          </Title>
          {meeting.phase === 'cancelled' ? null : <FileField meetingId={meeting.id} label={t('addFile')} />}
        </Group>
        <Text size="sm" c="dimmed">
          {t('documentsHint', { size: formatSize(maxMeetingFileBytes), count: mostMeetingFiles })}
        </Text>
        {files.length > 0 ? <StaffDocumentsList meetingId={meeting.id} files={files} /> : null}
      </Stack>
    </Card>
  )
}
