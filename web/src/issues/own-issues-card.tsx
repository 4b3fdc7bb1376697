import { Button, Card, Title } from '@mantine/core'
import type { IssueEntry, OwnIssue } from '@spacekeeper/contract/issues/shapes.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Ago } from '#platform/ui/ago.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { follow, ownIssuesQuery } from './api.ts'
import { PhotosList } from './photos-list.tsx'
import { stateKinds, issueStateWords } from './words.ts'
import classes from './issues.module.css'

const stateEntries = { open: 'entryOpen', inProgress: 'entryInProgress', done: 'entryDone' } as const // keys of words

/** An entry as members read it; null for one that only staff read. */
const useEntryWords = (isMine: boolean) => {
  const { t } = useTranslation('issues')
  return ({ kind, state, text }: IssueEntry): string | null => {
    if (kind === 'reported') return t(isMine ? 'youReported' : 'otherReported')
    if (kind === 'state' && state) return t(stateEntries[state])
    if (kind === 'reply') return t('entryAnswer')
    if (kind === 'merged') return t('entryJoined', { title: text })
    if (kind === 'lockedOut') return t('entryLocked')
    return kind === 'unlocked' ? t('entryBack') : null
  }
}

type Props = { issue: OwnIssue; now: number; onUnfollow: () => void }

/** A report of the member, or one they have, too, with what became of it. */
const OwnIssueRow = ({ issue, now, onUnfollow }: Props) => {
  const { t } = useTranslation('issues')
  const { title, description, place, state, isUnsafe, members, isMine, isFollowed, pictureIds, entries } = issue
  const say = useEntryWords(isMine)
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <h3 className={classes.name}>{title}</h3>
        <span className={classes.badges}>
          {isUnsafe ? <Status kind="warning">{t('unsafe')}</Status> : null}
          <Status kind={stateKinds[state]}>{t(issueStateWords[state])}</Status>
        </span>
      </div>
      {place === '' && members < 2 ? null : (
        <p className={classes.fact}>
          {[
            ...(place === '' ? [] : [t('atPlace', { place })]),
            ...(members < 2 ? [] : [t('membersHave', { count: members })]),
          ].join('. ')}
        </p>
      )}
      {description === '' ? null : <p className={classes.body}>{description}</p>}
      <PhotosList pictureIds={pictureIds} label={t('photosOf', { title })} />
      <ol className={classes.history} aria-label={t('historyOf', { title })}>
        {entries.map((entry) => {
          const words = say(entry)
          if (words === null) return null
          return (
            <li key={entry.id}>
              <span className={classes.fact}>
                {words}, <Ago at={entry.at} now={now} />
              </span>
              {entry.kind === 'reply' ? <p className={classes.said}>{entry.text}</p> : null}
            </li>
          )
        })}
      </ol>
      {!isMine && isFollowed && state !== 'done' ? (
        <Button size="xs" variant="subtle" aria-label={t('haveItNotOf', { title })} onClick={onUnfollow}>
          {t('haveItNot')}
        </Button>
      ) : null}
    </li>
  )
}

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
