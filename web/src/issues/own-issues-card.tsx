import { Card, Title } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { follow, ownIssuesQuery } from './api.ts'
import { OwnIssueRow } from './own-issue-row.tsx'
import classes from './issues.module.css'

/** What the member reported or follows, and what became of it. */
export const OwnIssuesCard = () => {
  const { t } = useTranslation('issues')
  const now = useNow(60_000)
  const query = useInfiniteQuery(ownIssuesQuery)
  const leave = useMutation({
    mutationFn: (issueId: number) => follow({ issueId, isFollowed: false }),
    onSettled: refreshOnRefusal('issues'),
  })
  const issues = query.data?.pages.flatMap((page) => page.issues) ?? []
  return (
    <Page
      query={query}
      isEmpty={() => issues.length === 0}
      empty={<Empty title={t('ownEmptyTitle')} text={t('ownEmptyText')} />}
    >
      {() => (
        <Card component="section" aria-label={t('ownTitle')}>
          <Title order={2} mb="sm">
            {t('ownTitle')}
          </Title>
          <ul className={classes.list}>
            {issues.map((issue) => (
              <OwnIssueRow key={issue.id} issue={issue} now={now} onUnfollow={() => leave.mutate(issue.id)} />
            ))}
          </ul>
          <MoreButton query={query} label={t('ownMore')} mt="md" />
        </Card>
      )}
    </Page>
  )
}
