import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconTool } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isActiveMember } from '#platform/shell/guard.ts'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { ownersQuery, reportPlacesQuery, reportsQuery } from './api.ts'
import { IssueFilterForm } from './issue-filter-form.tsx'
import { IssueRow } from './issue-row.tsx'
import { readIssueSearch } from './report-search.ts'
import classes from './issues.module.css'

const typingMs = 300

const ReportButton = () => {
  const { t } = useTranslation('issues')
  if (!isActiveMember(useProfile())) return null
  return (
    <Button
      variant="default"
      leftSection={<IconAlertTriangle size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/tools/issue" {...props} />}
    >
      {t('reportOne')}
    </Button>
  )
}

/** Everything that was reported, as staff work through it. */
const IssuesPage = () => {
  const { t } = useTranslation('issues')
  const search = Route.useSearch()
  const navigate = useNavigate()
  const now = useNow(60_000)
  const [typed, setTyped] = useState(search.text ?? '')
  const [text] = useDebouncedValue(typed.trim(), typingMs)
  const { data: owners } = useQuery(ownersQuery)
  const { data: places } = useQuery(reportPlacesQuery)
  const query = useInfiniteQuery(
    reportsQuery({
      which: search.which ?? 'unfinished',
      isOverdue: String(search.overdue === true),
      text,
      ...(search.device !== undefined && { deviceId: search.device }),
      ...(search.owner !== undefined && { ownerId: search.owner }),
    }),
  )
  const issues = query.data?.pages.flatMap((page) => page.issues) ?? []
  const count = query.data?.pages[0]?.count ?? 0
  const isNarrowed = text !== '' || Object.keys(search).length > 0
  const show = (change: Record<string, unknown>) =>
    void navigate({ to: '/manage/issues', search: readIssueSearch({ ...search, ...change }), replace: true })
  const all = (
    <Button
      variant="default"
      onClick={() => {
        setTyped('')
        void navigate({ to: '/manage/issues', search: { which: 'all' }, replace: true })
      }}
    >
      {t('showAll')}
    </Button>
  )
  const empty = isNarrowed ? (
    <Empty title={t('noMatchTitle')} text={t('noMatchText')} action={all} />
  ) : (
    <Empty title={t('noIssuesTitle')} text={t('noIssuesText')} action={<ReportButton />} />
  )
  return (
    <Stack gap="md" maw={960}>
      <Group justify="space-between" gap="sm">
        <Text c="dimmed" maw={560}>
          {t('listIntro')}
        </Text>
        <ReportButton />
      </Group>
      <IssueFilterForm
        search={search}
        typed={typed}
        owners={owners?.owners ?? []}
        devices={places?.devices ?? []}
        onType={setTyped}
        onChange={show}
      />
      <Page query={query} skeleton={<RowsSkeleton rows={5} />} isEmpty={() => issues.length === 0} empty={empty}>
        {() => (
          <>
            <Text size="sm" c="dimmed" role="status">
              {t('countIssues', { count, formatted: formatNumber(count) })}
            </Text>
            <Card>
              <ul className={classes.list} aria-label={t('titleIssues')}>
                {issues.map((issue) => (
                  <IssueRow key={issue.id} issue={issue} now={now} />
                ))}
              </ul>
            </Card>
            <MoreButton query={query} label={t('moreIssues')} isCentred />
          </>
        )}
      </Page>
    </Stack>
  )
}

export const Route = createFileRoute('/manage/issues')({
  component: IssuesPage,
  validateSearch: readIssueSearch,
  staticData: {
    title: 'issues:titleIssues',
    loggedIn: true,
    staff: ['devices'],
    menu: { group: 'admin', icon: IconTool, order: 42 },
  },
})
