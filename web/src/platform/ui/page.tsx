import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ApiError } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useLostAt } from '#platform/live/line.ts'
import { RowsSkeleton } from './skeletons.tsx'
import { Status } from './status.tsx'
import classes from './page.module.css'

/** What is read of a query; any useQuery result fits. */
export type PageQuery<T> = {
  data: T | undefined
  error: unknown
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

type Props<T> = {
  query: PageQuery<T>
  /** In the shape of what comes. It shows after 200 ms. */
  skeleton?: ReactNode
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  children: (data: T) => ReactNode
}

/** The states every screen has around what it shows: loading, failed, refused, empty, not up to date. */
export const Page = <T,>({ query, skeleton, isEmpty, empty, children }: Props<T>) => {
  const { t } = useTranslation('platform')
  const { data, error } = query
  if (data === undefined) {
    if (query.isPending && !error) {
      return (
        <div className={classes.late} role="status" aria-label={t('loading')}>
          {skeleton ?? <RowsSkeleton />}
        </div>
      )
    }
    return <Failure error={error} isBusy={query.isFetching} onRetry={() => void query.refetch()} />
  }
  return (
    <>
      {error ? <StaleBanner isBusy={query.isFetching} onRetry={() => void query.refetch()} /> : null}
      {empty && isEmpty?.(data) ? empty : children(data)}
    </>
  )
}

type RetryProps = { isBusy: boolean; onRetry: () => void }

const Retry = ({ isBusy, onRetry }: RetryProps) => {
  const { t } = useTranslation('platform')
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isBusy}
      onClick={onRetry}
    >
      {t('tryAgain')}
    </Button>
  )
}

/** What was there stays; this says that it may be old. */
export const StaleBanner = ({ isBusy, onRetry }: RetryProps) => {
  const { t } = useTranslation('platform')
  // The frame says that nothing is up to date.
  if (useLostAt() !== null) return null
  return (
    <div className={classes.stale} role="alert">
      <Status kind="warning">{t('staleData')}</Status>
      <Retry isBusy={isBusy} onRetry={onRetry} />
    </div>
  )
}

const Failure = ({ error, isBusy, onRetry }: RetryProps & { error: unknown }) => {
  const { t } = useTranslation('platform')
  const isFinal = error instanceof ApiError && (error.status === 403 || error.status === 404)
  return (
    <Card role="alert">
      <Stack gap="xs" align="flex-start">
        {isFinal ? null : <Title order={2}>{t('loadFailed')}</Title>}
        {isFinal ? <Status kind="refused">{errorText(error)}</Status> : <Text c="dimmed">{errorText(error)}</Text>}
        {isFinal ? null : <Retry isBusy={isBusy} onRetry={onRetry} />}
      </Stack>
    </Card>
  )
}

type EmptyProps = { title: string; text: ReactNode; action?: ReactNode }

/** What this is, why it is empty, one button. */
export const Empty = ({ title, text, action }: EmptyProps) => (
  <Card>
    <Stack gap={4} align="flex-start">
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw={520} style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {action ? <Group mt="sm">{action}</Group> : null}
    </Stack>
  </Card>
)
