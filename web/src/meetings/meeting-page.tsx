import { Anchor, Button, Card, Group, Stack, Tabs, Title } from '@mantine/core'
import type { StaffMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { Page } from '#platform/ui/page.tsx'
import { MeetingProxiesSheet } from '../proxies/meeting-proxies-sheet.tsx'
import { MeetingVotesSheet } from '../votes/meeting-votes-sheet.tsx'
import { AgendaSheet } from './agenda-sheet.tsx'
import { staffMeetingQuery } from './api.ts'
import { AttendanceSheet } from './attendance/attendance-sheet.tsx'
import { RollSheet } from './attendance/roll-sheet.tsx'
import { CancelMeetingDialog } from './cancel-meeting-dialog.tsx'
import { InvitationSheet } from './invitation-sheet.tsx'
import { MeetingBadge } from './meeting-badge.tsx'
import { MeetingDialog } from './meeting-dialog.tsx'
import { MeetingFactsList } from './meeting-facts-list.tsx'
import { MinutesSheet } from './minutes-sheet.tsx'
import { RemoveMeetingDialog } from './remove-meeting-dialog.tsx'
import classes from './meetings.module.css'

/** One meeting, from its agenda to its minutes. */
const MeetingPage = () => {
  const { meetingId } = Route.useParams()
  const id = /^\d{1,9}$/.test(meetingId) ? Number(meetingId) : 0
  const query = useQuery(staffMeetingQuery(id))
  return (
    <Page query={query}>
      {(meeting) => (
        <Stack gap="lg">
          <Header meeting={meeting} />
          <MeetingTabs meeting={meeting} />
        </Stack>
      )}
    </Page>
  )
}

type MeetingPageDialog = 'edit' | 'cancel' | 'remove' | null

const Header = ({ meeting }: { meeting: StaffMeeting }) => {
  const { t } = useTranslation('meetings')
  const [dialog, setDialog] = useState<MeetingPageDialog>(null)
  const close = () => setDialog(null)
  return (
    <Card>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm" align="flex-start">
          <Group gap="sm">
            <Title order={2} className={classes.words ?? ''}>
              {meeting.name}
            </Title>
            <MeetingBadge phase={meeting.phase} isPast={meeting.isPast} />
          </Group>
          <Acts meeting={meeting} onOpen={setDialog} />
        </Group>
        <MeetingFactsList meeting={meeting} />
        {meeting.description === '' ? null : <div className={classes.text}>{meeting.description}</div>}
        <Group gap="md">
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(props) => (
              <Link to="/tools/meetings/$meetingId" params={{ meetingId: String(meeting.id) }} {...props} />
            )}
          >
            {t('asMembers')}
          </Anchor>
        </Group>
      </Stack>
      {dialog === 'edit' ? <MeetingDialog meeting={meeting} onClose={close} /> : null}
      {dialog === 'cancel' ? <CancelMeetingDialog meeting={meeting} onClose={close} /> : null}
      {dialog === 'remove' ? <RemoveMeetingDialog meeting={meeting} onClose={close} /> : null}
    </Card>
  )
}

type MeetingActsProps = { meeting: StaffMeeting; onOpen: (dialog: MeetingPageDialog) => void }

/** A meeting that took place is neither cancelled nor deleted: its records stay. */
const Acts = ({ meeting, onOpen }: MeetingActsProps) => {
  const { t } = useTranslation('meetings')
  const isCancelled = meeting.phase === 'cancelled'
  const isHeld = meeting.openedAt !== null
  return (
    <Group gap="xs">
      {isCancelled ? null : (
        <Button variant="default" onClick={() => onOpen('edit')}>
          {t('edit')}
        </Button>
      )}
      {isHeld || isCancelled || meeting.isPast ? null : (
        <Button variant="default" onClick={() => onOpen('cancel')}>
          {t('cancelMeeting')}
        </Button>
      )}
      {isHeld ? null : (
        <Button variant="subtle" color="red" onClick={() => onOpen('remove')}>
          {t('removeAction')}
        </Button>
      )}
    </Group>
  )
}

const tabs = ['agenda', 'invitation', 'roll', 'attendance', 'proxies', 'votes', 'minutes'] as const

type MeetingTab = (typeof tabs)[number]

const tabWords = {
  agenda: 'tabAgenda',
  invitation: 'tabInvitation',
  roll: 'tabRoll',
  attendance: 'tabAttendance',
  proxies: 'tabProxies',
  votes: 'tabVotes',
  minutes: 'tabMinutes',
} as const satisfies Record<MeetingTab, string>

const knownTab = (value: unknown) => tabs.find((tab) => tab === value)

/** Which tab is open stands in the address, so that it can be linked. */
const MeetingTabs = ({ meeting }: { meeting: StaffMeeting }) => {
  const { t } = useTranslation('meetings')
  const { tab = 'agenda' } = Route.useSearch()
  const navigate = useNavigate()
  const { enableProxyVoting } = useSite().features
  const shown = tabs.filter((one) => one !== 'proxies' || enableProxyVoting || meeting.goesWithIt.proxies > 0)
  const go = (value: string | null) => {
    const next = knownTab(value)
    void navigate({
      to: '/manage/meetings/$meetingId',
      params: { meetingId: String(meeting.id) },
      search: next === undefined || next === 'agenda' ? {} : { tab: next },
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <Tabs value={shown.includes(tab) ? tab : 'agenda'} onChange={go} keepMounted={false}>
      <Tabs.List mb="md">
        {shown.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(tabWords[name])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="agenda">
        <AgendaSheet meetingId={meeting.id} />
      </Tabs.Panel>
      <Tabs.Panel value="invitation">
        <InvitationSheet meetingId={meeting.id} />
      </Tabs.Panel>
      <Tabs.Panel value="roll">
        <RollSheet meetingId={meeting.id} />
      </Tabs.Panel>
      <Tabs.Panel value="attendance">
        <AttendanceSheet meetingId={meeting.id} />
      </Tabs.Panel>
      <Tabs.Panel value="proxies">
        <MeetingProxiesSheet meetingId={meeting.id} />
      </Tabs.Panel>
      <Tabs.Panel value="votes">
        <MeetingVotesSheet meetingId={meeting.id} />
      </Tabs.Panel>
      <Tabs.Panel value="minutes">
        <MinutesSheet meetingId={meeting.id} />
      </Tabs.Panel>
    </Tabs>
  )
}

export const Route = createFileRoute('/manage/meetings/$meetingId')({
  component: MeetingPage,
  validateSearch: (search: Record<string, unknown>): { tab?: Exclude<MeetingTab, 'agenda'> } => {
    const tab = knownTab(search['tab'])
    return tab === undefined || tab === 'agenda' ? {} : { tab }
  },
  staticData: {
    title: 'meetings:titleMeeting',
    loggedIn: true,
    staff: 'meetings',
    hiddenMenu: true,
    backButton: '/manage/meetings',
  },
})
