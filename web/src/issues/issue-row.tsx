import { Anchor } from '@mantine/core'
import type { StaffIssue } from '@spacekeeper/contract/issues/shapes.ts'
import { Link } from '@tanstack/react-router'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Ago } from '#platform/ui/ago.tsx'
import { Status } from '#platform/ui/status.tsx'
import { channelWords, stateKinds, issueStateWords } from './words.ts'
import classes from './issues.module.css'

/** What needs a look at a glance: unsafe, overdue, maintenance, channels that have not taken it. */
export const IssueBadges = ({ issue }: { issue: StaffIssue }) => {
  const { t } = useTranslation('issues')
  const { state, isUnsafe, isOverdue, isMaintenance, failedChannels } = issue
  return (
    <span className={classes.badges}>
      {isUnsafe && state !== 'done' ? <Status kind="warning">{t('unsafe')}</Status> : null}
      {isOverdue ? <Status kind="warning">{t('overdue')}</Status> : null}
      {isMaintenance ? <Status kind="info">{t('maintenance')}</Status> : null}
      {failedChannels.length === 0 ? null : (
        <Status kind="refused">
          {t('notDelivered', { names: failedChannels.map((channel) => t(channelWords[channel])).join(', ') })}
        </Status>
      )}
      <Status kind={stateKinds[state]}>{t(issueStateWords[state])}</Status>
    </span>
  )
}

/** Who reported it: a member, the portal for maintenance, or an account that is closed. */
export const useReporter = () => {
  const { t } = useTranslation('issues')
  return ({ reporter, isMaintenance }: Pick<StaffIssue, 'reporter' | 'isMaintenance'>): string => {
    if (isMaintenance) return t('reportedByPortal')
    return reporter === null ? t('reportedByClosed') : t('reportedBy', { name: reporter })
  }
}

/** A report in the lists of staff. */
export const IssueRow = ({ issue, now, hasPlace = true }: { issue: StaffIssue; now: number; hasPlace?: boolean }) => {
  const { t } = useTranslation('issues')
  const sayReporter = useReporter()
  const { id, title, device, area, owner, dueOn, members, pictures, reportedAt } = issue
  const place = device?.name ?? area
  const facts = [
    ...(hasPlace && place !== '' ? [place] : []),
    ...(owner ? [t('ownedBy', { name: owner.name })] : []),
    ...(dueOn ? [t('dueBy', { day: formatCalendarDay(dueOn) })] : []),
    ...(members > 1 ? [t('membersAffected', { count: members })] : []),
    ...(pictures > 0 ? [t('photoCount', { count: pictures })] : []),
  ]
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Anchor
          className={classes.link ?? ''}
          renderRoot={(props) => <Link to="/manage/issues/$issueId" params={{ issueId: String(id) }} {...props} />}
        >
          {title}
        </Anchor>
        <IssueBadges issue={issue} />
      </div>
      {facts.length === 0 ? null : <p className={classes.fact}>{facts.join(' · ')}</p>}
      <p className={classes.fact}>
        {sayReporter(issue)}, <Ago at={reportedAt} now={now} />
      </p>
    </li>
  )
}
