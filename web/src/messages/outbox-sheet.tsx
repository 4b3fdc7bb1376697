import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { messagesApi } from '@spacekeeper/contract/messages/routes.ts'
import type { Output } from '@spacekeeper/contract/route.ts'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Empty, Page, StaleBanner } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { OpenMailingCard } from '../mailings/open-mailing-card.tsx'
import { failedJobsQuery, outboxQuery, type OutboxFilter } from './api.ts'
import { FailedJobsCard } from './failed-jobs-card.tsx'
import { KeptCard } from './kept-card.tsx'
import { MessagesList, type OutboxRow } from './messages-list.tsx'
import { OutboxFilterForm } from './outbox-filter-form.tsx'

type Props = { filter: OutboxFilter; showsJobs: boolean; onFilter: (filter: OutboxFilter) => void }

type OutboxPage = Output<typeof messagesApi.list>

/** Messages and mailings of a page in one order. */
const rowsOf = ({ messages, mailings }: OutboxPage): OutboxRow[] =>
  [
    ...messages.map((message) => ({ place: message.id, message })),
    ...mailings.map((mailing) => ({ place: mailing.place, mailing })),
  ].toSorted((a, b) => b.place - a.place)

/** Every message, what is missing to send them, and the work behind them that failed. */
export const OutboxSheet = ({ filter, showsJobs, onFilter }: Props) => {
  const { t } = useTranslation('messages')
  const query = useInfiniteQuery(outboxQuery(filter))
  const first = query.data?.pages[0]
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? []
  const rows = query.data?.pages.flatMap(rowsOf) ?? []
  const { member, mailing, ...others } = filter
  const isFiltered = Object.keys(filter).length > 0
  return (
    <Stack gap="md">
      {first ? <Problems page={first} /> : null}
      {first?.kept ? <KeptCard kept={first.kept} /> : null}
      {query.isError || !showsJobs ? null : <FailedJobs />}
      {mailing === undefined ? null : (
        <OpenMailingCard
          mailingId={mailing}
          isMailConfigured={first?.isMailConfigured !== false}
          onClose={() => onFilter({})}
        />
      )}
      <OutboxFilterForm key={mailing ?? 'all'} filter={filter} onChange={onFilter} />
      {member === undefined ? null : (
        <Group>
          <Button variant="light" rightSection={<IconX size={16} aria-hidden />} onClick={() => onFilter(others)}>
            {t('onlyMember', { name: messages.find((one) => one.member)?.member?.fullName ?? t('oneMember') })}
          </Button>
        </Group>
      )}
      <Page
        query={query}
        isEmpty={() => rows.length === 0}
        empty={
          isFiltered ? (
            <Empty
              title={t('noneTitle')}
              text={t('noneText')}
              action={
                <Button size="xs" variant="default" onClick={() => onFilter(mailing === undefined ? {} : { mailing })}>
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
              <MessagesList rows={rows} filter={filter} />
            </Card>
            <MoreButton query={query} label={t('showMore')} size="xs" isCentred />
          </>
        )}
      </Page>
    </Stack>
  )
}

/** What keeps messages from being sent. */
const Problems = ({ page }: { page: OutboxPage }) => {
  const { t } = useTranslation('messages')
  const isSmsWanted = useSite().features.sms.enable
  return (
    <>
      {!page.isMailConfigured ? <MissingCard id="no-mail" title={t('noMailTitle')} text={t('noMailText')} /> : null}
      {page.mailProblems.length > 0 ? (
        <MissingCard
          id="mail-problems"
          title={t('mailProblemsTitle')}
          text={page.mailProblems.map((problem) => t(problem)).join(' ')}
        />
      ) : null}
      {!page.isSmsConfigured && isSmsWanted ? (
        <MissingCard id="no-sms" title={t('noSmsTitle')} text={t('noSmsText')} />
      ) : null}
    </>
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
