import { Button, Card, Group, Stack, Title } from '@mantine/core'
import { IconChecklist, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { ownVotesQuery } from './api.ts'
import { MotionDialog } from './motion-dialog.tsx'
import { StaffMotionsList } from './staff-motions-list.tsx'

/** Votes without a meeting, which are open over days. */
const OwnVotesPage = () => {
  const { t } = useTranslation('votes')
  const query = useQuery(ownVotesQuery)
  const [isWriting, setWriting] = useState(false)
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
        empty={<Empty title={t('ownEmpty')} text={t('ownEmptyText')} action={write} />}
      >
        {(motions) => (
          <Card component="section" aria-labelledby="own-votes">
            <Stack gap="md">
              <Group justify="space-between">
                <Title order={2} id="own-votes">
                  {t('titleOwnVotes')}
                </Title>
                {write}
              </Group>
              <StaffMotionsList motions={motions} />
            </Stack>
          </Card>
        )}
      </Page>
      {isWriting ? <MotionDialog meetingId={null} onClose={() => setWriting(false)} /> : null}
    </>
  )
}

export const Route = createFileRoute('/manage/votes')({
  component: OwnVotesPage,
  staticData: {
    title: 'votes:titleOwnVotes',
    loggedIn: true,
    staff: 'meetings',
    menu: { group: 'admin', icon: IconChecklist, order: 21 },
  },
})
