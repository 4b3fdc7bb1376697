import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { DeviceIssues, StaffIssue } from '@spacekeeper/contract/issues/shapes.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isActiveMember } from '#platform/shell/guard.ts'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { deviceIssuesQuery } from './api.ts'
import { IssueRow } from './issue-row.tsx'
import { PlansCard } from './plans-card.tsx'
import classes from './issues.module.css'

const Facts = ({ facts }: { facts: DeviceIssues }) => {
  const { t } = useTranslation('issues')
  const { device, isLockedOut, lockoutReason, runningSeconds, uses } = facts
  const hours = Math.round((runningSeconds ?? 0) / 360) / 10
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <div>
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          {device.name}
        </Title>
        {isLockedOut ? <Status kind="locked">{lockoutReason ?? t('lockedNow', { name: device.name })}</Status> : null}
        {runningSeconds === null ? null : (
          <Text c="dimmed">
            {t('runningHours', { count: hours, formatted: formatNumber(hours) })}{' '}
            {t('runningUses', { count: uses, formatted: formatNumber(uses) })} {t('runningHint')}
          </Text>
        )}
      </div>
      {isActiveMember(useProfile()) ? (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/tools/issue" search={{ place: device.name }} {...props} />}
        >
          {t('reportAt', { name: device.name })}
        </Button>
      ) : null}
    </Group>
  )
}

type DeviceIssuesProps = { facts: DeviceIssues; issues: readonly StaffIssue[]; more: ReactNode }

const Sheet = ({ facts, issues, more }: DeviceIssuesProps) => {
  const { t } = useTranslation('issues')
  const now = useNow(60_000)
  const { device, plans } = facts
  return (
    <Stack gap="md">
      <Facts facts={facts} />
      <div className={classes.columns}>
        <Card component="section" aria-label={t('deviceHistory')}>
          <Title order={2} mb="sm">
            {t('deviceHistory')}
          </Title>
          {issues.length === 0 ? <Text c="dimmed">{t('noDeviceIssues')}</Text> : null}
          <ul className={classes.list}>
            {issues.map((issue) => (
              <IssueRow key={issue.id} issue={issue} now={now} hasPlace={false} />
            ))}
          </ul>
          {more}
        </Card>
        <PlansCard deviceId={device.id} hasHours={device.kind === 'interlock'} plans={plans} />
      </div>
    </Stack>
  )
}

/** Everything that was reported of a device, how long it has run, and its maintenance. */
const DeviceIssuesPage = () => {
  const { t } = useTranslation('issues')
  const { deviceId } = Route.useParams()
  const query = useInfiniteQuery(deviceIssuesQuery(Number(deviceId)))
  return (
    <Page query={query}>
      {({ pages }) => {
        const [first] = pages
        if (!first) return null
        const more = <MoreButton query={query} label={t('moreIssues')} mt="md" />
        return <Sheet facts={first} issues={pages.flatMap(({ issues }) => issues)} more={more} />
      }}
    </Page>
  )
}

export const Route = createFileRoute('/manage/issues/device/$deviceId')({
  component: DeviceIssuesPage,
  staticData: {
    title: 'issues:titleDeviceIssues',
    loggedIn: true,
    staff: ['devices'],
    hiddenMenu: true,
    backButton: '/manage/issues',
  },
})
