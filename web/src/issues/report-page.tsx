import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { StaffIssueDetail } from '@spacekeeper/contract/issues/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { reportQuery } from './api.ts'
import { ChannelsCard } from './channels-card.tsx'
import { HistoryList } from './history-list.tsx'
import { IssueBadges, useReporter } from './issue-row.tsx'
import { LockedMachineCard } from './locked-machine-card.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { NoteCard } from './note-card.tsx'
import { PhotosList } from './photos-list.tsx'
import { WorkCard } from './work-card.tsx'
import classes from './issues.module.css'

/** What was reported, where, and by which member. */
const Reported = ({ issue }: { issue: StaffIssueDetail }) => {
  const { t } = useTranslation('issues')
  const sayReporter = useReporter()
  const { title, description, device, area, members, pictureIds, reportedAt, reporterId, mergedInto } = issue
  return (
    <Card component="section" aria-label={title}>
      <Stack gap="sm">
        <div className={classes.head}>
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          <IssueBadges issue={issue} />
        </div>
        {mergedInto ? (
          <Anchor
            renderRoot={(props) => (
              <Link to="/manage/issues/$issueId" params={{ issueId: String(mergedInto.id) }} {...props} />
            )}
          >
            {t('mergedInto', { title: mergedInto.title })}
          </Anchor>
        ) : null}
        <p className={classes.fact}>
          {sayReporter(issue)}, <Moment at={reportedAt} />
          {members > 1 ? `. ${t('membersAffected', { count: members })}` : ''}
        </p>
        {description === '' ? null : <p className={classes.body}>{description}</p>}
        <PhotosList pictureIds={pictureIds} label={t('photosHeading')} />
        <Group gap="sm">
          {device ? (
            <Button
              size="xs"
              variant="default"
              renderRoot={(props) => (
                <Link to="/manage/issues/device/$deviceId" params={{ deviceId: String(device.id) }} {...props} />
              )}
            >
              {t('allOfDevice', { name: device.name })}
            </Button>
          ) : area === '' ? null : (
            <Text>{t('atPlace', { place: area })}</Text>
          )}
          {reporterId === null ? null : <MergeButton issue={issue} />}
        </Group>
      </Stack>
    </Card>
  )
}

const MergeButton = ({ issue }: { issue: StaffIssueDetail }) => {
  const { t } = useTranslation('issues')
  const [isOpen, setOpen] = useState(false)
  if (issue.mergedInto) return null
  return (
    <>
      <Button size="xs" variant="subtle" onClick={() => setOpen(true)}>
        {t('merge')}
      </Button>
      {isOpen ? <MergeDialog issue={issue} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const Sheet = ({ issue }: { issue: StaffIssueDetail }) => {
  const { t } = useTranslation('issues')
  const { id, device, state, isLockedOut, hasLocked, mergedInto, channels, entries, isMaintenance, reporter } = issue
  return (
    <div className={classes.columns}>
      <Stack gap="md">
        {device && isLockedOut && hasLocked ? (
          <LockedMachineCard deviceId={device.id} name={device.name} isDone={state === 'done'} />
        ) : null}
        <Reported issue={issue} />
        <Card component="section" aria-label={t('historyTitle')}>
          <Title order={2} mb="sm">
            {t('historyTitle')}
          </Title>
          <HistoryList entries={entries} isMaintenance={isMaintenance} />
        </Card>
      </Stack>
      <Stack gap="md">
        {mergedInto ? null : <WorkCard issue={issue} />}
        <NoteCard issueId={id} hasReporter={reporter !== null} />
        <ChannelsCard issueId={id} channels={channels} />
      </Stack>
    </div>
  )
}

/** One report: what it says, who works on it, what became of it. */
const ReportPage = () => {
  const { t } = useTranslation('issues')
  const { issueId } = Route.useParams()
  const number = Number(issueId)
  const isNumber = Number.isInteger(number) && number > 0
  const query = useQuery({ ...reportQuery(number), enabled: isNumber })
  if (!isNumber) {
    const all = (
      <Button variant="default" renderRoot={(props) => <Link to="/manage/issues" {...props} />}>
        {t('allIssues')}
      </Button>
    )
    return <Empty title={t('unknownIssue')} text={t('unknownIssueText')} action={all} />
  }
  return <Page query={query}>{(issue) => <Sheet key={issue.id} issue={issue} />}</Page>
}

export const Route = createFileRoute('/manage/issues/$issueId')({
  component: ReportPage,
  staticData: {
    title: 'issues:titleReport',
    loggedIn: true,
    staff: ['devices'],
    hiddenMenu: true,
    backButton: '/manage/issues',
  },
})
