import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { MeetingSummary } from '@spacekeeper/contract/meetings/shapes.ts'
import { IconCalendarEvent, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { meetingListQuery } from './api.ts'
import { MeetingDialog } from './meeting-dialog.tsx'
import { MeetingsTable } from './meetings-table.tsx'

/** All meetings, for staff who prepare them. */
const ManagePage = () => {
  const { t } = useTranslation('meetings')
  const query = useQuery(meetingListQuery)
  const navigate = useNavigate()
  const [isNew, setNew] = useState(false)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNew(true)}>
      {t('create')}
    </Button>
  )
  return (
    <Stack gap="md">
      <ProxiesOff />
      <Page
        query={query}
        isEmpty={(meetings) => meetings.length === 0}
        empty={<Empty title={t('emptyTitle')} text={t('emptyText')} action={add} />}
      >
        {(meetings) => (
          <>
            <Group justify="space-between" gap="sm">
              <Text c="dimmed" maw={640}>
                {t('intro')}
              </Text>
              {add}
            </Group>
            <Section title={t('listComing')} meetings={meetings.filter(({ isPast }) => !isPast).toReversed()} />
            <Section title={t('listPast')} meetings={meetings.filter(({ isPast }) => isPast)} />
          </>
        )}
      </Page>
      {isNew ? (
        <MeetingDialog
          onClose={() => setNew(false)}
          onCreated={(id) => void navigate({ to: '/manage/meetings/$meetingId', params: { meetingId: String(id) } })}
        />
      ) : null}
    </Stack>
  )
}

const Section = ({ title, meetings }: { title: string; meetings: readonly MeetingSummary[] }) =>
  meetings.length === 0 ? null : (
    <Stack gap="xs" component="section">
      <Title order={2}>{title}</Title>
      <MeetingsTable meetings={meetings} label={title} />
    </Stack>
  )

/** Meetings can be kept without proxies; staff are told, because members ask. */
const ProxiesOff = () => {
  const { t } = useTranslation('meetings')
  const { enableProxyVoting } = useSite().features
  const mayTurnOn = isStaffFor(useProfile(), 'settings')
  if (enableProxyVoting) return null
  return (
    <Card>
      <Stack gap="xs" align="flex-start">
        <Status kind="warning">{t('proxiesOff')}</Status>
        {mayTurnOn ? (
          <Button component={Link} to="/manage/settings" hash="ENABLE_PROXY_VOTING" size="xs" variant="default">
            {t('proxiesTurnOn')}
          </Button>
        ) : null}
      </Stack>
    </Card>
  )
}

export const Route = createFileRoute('/manage/meetings')({
  component: ManagePage,
  staticData: {
    title: 'meetings:titleManage',
    loggedIn: true,
    staff: 'meetings',
    menu: { group: 'admin', icon: IconCalendarEvent, order: 20 },
  },
})
