import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSite } from '#platform/session/site.ts'
import { Empty, Page, StaleBanner } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { failedJobsQuery, outboxQuery, type OutboxFilter } from './api.ts'
import { FailedJobsCard } from './failed-jobs-card.tsx'
import { MessagesList } from './messages-list.tsx'
import { OutboxFilterForm } from './outbox-filter-form.tsx'

type Props = { filter: OutboxFilter; showsJobs: boolean; onFilter: (filter: OutboxFilter) => void }

/** Every message, what is missing to send them, and the work behind them that failed. */
export const OutboxSheet = ({ filter, showsJobs, onFilter }: Props) => {
  const { t } = useTranslation('messages')
  const query = useInfiniteQuery(outboxQuery(filter))
  const isSmsWanted = useSite().features.sms.enable
  const first = query.data?.pages[0]
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? []
  const isFiltered = Object.keys(filter).length > 0
  const { member, ...others } = filter
  return (
    <Stack gap="md">
      {first?.isMailConfigured === false ? (
        <MissingCard id="no-mail" title={t('noMailTitle')} text={t('noMailText')} />
      ) : null}
      {first?.isSmsConfigured === false && isSmsWanted ? (
        <MissingCard id="no-sms" title={t('noSmsTitle')} text={t('noSmsText')} />
      ) : null}
      {query.isError || !showsJobs ? null : <FailedJobs />}
      <OutboxFilterForm filter={filter} onChange={onFilter} />
      {member === undefined ? null : (
        <Group>
          <Button
            variant="light"
            h={44}
            rightSection={<IconX size={16} aria-hidden />}
            onClick={() => onFilter(others)}
          >
            {t('onlyMember', { name: messages.find((one) => one.member)?.member?.fullName ?? t('oneMember') })}
          </Button>
        </Group>
      )}
      <Page
        query={query}
        isEmpty={() => messages.length === 0}
        empty={
          isFiltered ? (
            <Empty
              title={t('noneTitle')}
              text={t('noneText')}
              action={
                <Button variant="default" onClick={() => onFilter({})}>
                  {t('showAll')}
                </Button>
              }
            />
          ) : (
            <Empty title={t('emptyTitle')} text={t('emptyText')} />
          )
        }
      >
        {() => (
          <>
            <Card padding={0} style={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
              <MessagesList messages={messages} filter={filter} />
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
    </Stack>
  )
}

/** What it means that something cannot be sent, and what to do about it. */
const MissingCard = ({ id, title, text }: { id: string; title: string; text: string }) => (
  <Card component="section" aria-labelledby={id}>
    <Stack gap={6} align="flex-start">
      <Title order={2} id={id}>
        <Status kind="warning" size="md">
          {title}
        </Status>
      </Title>
      <Text size="sm" c="dimmed" maw={760} style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Stack>
  </Card>
)

/** Drawn only when there is something to say. */
const FailedJobs = () => {
  const query = useQuery(failedJobsQuery)
  if (query.error) return <StaleBanner isBusy={query.isFetching} onRetry={() => void query.refetch()} />
  return query.data && query.data.jobs.length > 0 ? <FailedJobsCard jobs={query.data.jobs} /> : null
}
