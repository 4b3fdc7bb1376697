import { Button, Card, Text, Title } from '@mantine/core'
import type { KnownIssue } from '@spacekeeper/contract/issues/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Ago } from '#platform/ui/ago.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { follow, knownQuery } from './api.ts'
import { stateKinds, issueStateWords } from './words.ts'
import classes from './issues.module.css'

type KnownRowProps = { issue: KnownIssue; now: number; isBusy: boolean; onFollow: () => void }

const KnownRow = ({ issue, now, isBusy, onFollow }: KnownRowProps) => {
  const { t } = useTranslation('issues')
  const { title, place, state, isUnsafe, members, isMine, isFollowed, reportedAt } = issue
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <h3 className={classes.name}>{title}</h3>
        <span className={classes.badges}>
          {isUnsafe ? <Status kind="warning">{t('unsafe')}</Status> : null}
          <Status kind={stateKinds[state]}>{t(issueStateWords[state])}</Status>
        </span>
      </div>
      <p className={classes.fact}>
        {place === '' ? '' : `${t('atPlace', { place })}, `}
        {t('reportedAgo')} <Ago at={reportedAt} now={now} />
        {members === 0 ? '' : `. ${t('membersHave', { count: members })}`}
      </p>
      {isMine ? (
        <Status kind="info">{t('youReported')}</Status>
      ) : isFollowed ? (
        <Status kind="good">{t('haveItNow')}</Status>
      ) : (
        <Button size="xs" variant="default" loading={isBusy} aria-label={t('haveItOf', { title })} onClick={onFollow}>
          {t('haveIt')}
        </Button>
      )}
    </li>
  )
}

/** What is known already of a device, or in like words, so that it is not reported twice. */
export const KnownCard = ({ deviceId, text }: { deviceId: number | undefined; text: string }) => {
  const { t } = useTranslation('issues')
  const now = useNow(60_000)
  const isAsked = deviceId !== undefined || text.length >= 4
  const { data } = useQuery(knownQuery({ text, ...(deviceId !== undefined && { deviceId }) }))
  const join = useMutation({
    mutationFn: (issueId: number) => follow({ issueId, isFollowed: true }),
  })
  if (!isAsked || !data || data.issues.length === 0) return null
  return (
    <Card component="section" aria-label={t('knownTitle')} withBorder>
      <Title order={3}>{t('knownTitle')}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('knownText')}
      </Text>
      <ul className={classes.list}>
        {data.issues.map((issue) => (
          <KnownRow
            key={issue.id}
            issue={issue}
            now={now}
            isBusy={join.isPending && join.variables === issue.id}
            onFollow={() => join.mutate(issue.id)}
          />
        ))}
      </ul>
      {join.error ? <FormError>{errorText(join.error)}</FormError> : null}
    </Card>
  )
}
