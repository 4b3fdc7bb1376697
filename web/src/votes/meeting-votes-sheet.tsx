import { Button, Card, Group, Stack, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { meetingVotesQuery, setOrder } from './api.ts'
import { MotionDialog } from './motion-dialog.tsx'
import { StaffMotionsList } from './staff-motions-list.tsx'

/** What staff do with the votes of a meeting: write, order, open and close them, with the turnout as it grows. */
export const MeetingVotesSheet = ({ meetingId }: { meetingId: number }) => {
  const { t } = useTranslation('votes')
  const query = useQuery(meetingVotesQuery(meetingId))
  const [isWriting, setWriting] = useState(false)
  const move = useMutation({
    mutationFn: (motionIds: number[]) => setOrder({ meetingId, motionIds }),
    onError: notify.failed,
  })
  const write = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setWriting(true)}>
      {t('write')}
    </Button>
  )
  return (
    <>
      <Page
        query={query}
        isEmpty={(motions) => motions.length === 0}
        empty={<Empty title={t('sheetEmpty')} text={t('sheetEmptyText')} action={write} />}
      >
        {(motions) => (
          <Card component="section" aria-labelledby="meeting-votes">
            <Stack gap="md">
              <Group justify="space-between">
                <Title order={2} id="meeting-votes">
                  {t('sheetHeading')}
                </Title>
                {write}
              </Group>
              <StaffMotionsList motions={motions} onMove={(motionIds) => move.mutate(motionIds)} />
            </Stack>
          </Card>
        )}
      </Page>
      {isWriting ? <MotionDialog meetingId={meetingId} onClose={() => setWriting(false)} /> : null}
    </>
  )
}
