import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#platform/session/session.ts'
import { Empty, Page, StaleBanner } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { failedJobsQuery, outboxQuery } from './api.ts'
import { FailedJobsCard } from './failed-jobs-card.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { MessagesList } from './messages-list.tsx'

const MessagesPage = () => {
  const { t } = useTranslation('messages')
  const { message = null } = Route.useSearch()
  const navigate = useNavigate()
  const profile = useProfile()
  const query = useInfiniteQuery(outboxQuery)
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? []

  return (
    <Stack gap="md">
      {query.data?.pages[0]?.isMailConfigured === false ? <NoMailCard /> : null}
      {profile?.admin && !query.isError ? <FailedJobs /> : null}
      <Page
        query={query}
        isEmpty={() => messages.length === 0}
        empty={<Empty title={t('emptyTitle')} text={t('emptyText')} />}
      >
        {() => (
          <>
            <Card padding={0}>
              <MessagesList messages={messages} />
            </Card>
            {query.hasNextPage ? (
              <Group justify="center">
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('showMore')}
                </Button>
              </Group>
            ) : null}
          </>
        )}
      </Page>
      <MessageDialog
        messageId={message}
        onClose={() => void navigate({ to: '/manage/messages', search: {}, replace: true, resetScroll: false })}
      />
    </Stack>
  )
}

/** What it means that nothing can be mailed, and what to do about it. */
const NoMailCard = () => {
  const { t } = useTranslation('messages')
  return (
    <Card component="section" aria-labelledby="no-mail">
      <Stack gap={6} align="flex-start">
        <Title order={2} id="no-mail">
          <Status kind="warning" size="md">
            {t('noMailTitle')}
          </Status>
        </Title>
        <Text size="sm" c="dimmed" maw={760} style={{ overflowWrap: 'anywhere' }}>
          {t('noMailText')}
        </Text>
      </Stack>
    </Card>
  )
}

/** Drawn only when there is something to say. */
const FailedJobs = () => {
  const query = useQuery(failedJobsQuery)
  if (query.error) return <StaleBanner isBusy={query.isFetching} onRetry={() => void query.refetch()} />
  return query.data && query.data.jobs.length > 0 ? <FailedJobsCard jobs={query.data.jobs} /> : null
}

const readMessageId = (value: unknown) => {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : null
}

export const Route = createFileRoute('/manage/messages')({
  component: MessagesPage,
  validateSearch: ({ message }: Record<string, unknown>): { message?: number } => {
    const id = readMessageId(message)
    return id === null ? {} : { message: id }
  },
  staticData: {
    title: 'messages:titleMessages',
    loggedIn: true,
    staff: 'members',
    menu: { group: 'admin', icon: IconMail, order: 90 },
  },
})
