import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { paragraphsOf } from '@spacekeeper/contract/agreements/words.ts'
import type { MemberMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { MyProxyCard } from '../proxies/my-proxy-card.tsx'
import { MyVotesCard } from '../votes/my-votes-card.tsx'
import { memberMeetingQuery, setAway } from './api.ts'
import { MyAttendanceCard } from './attendance/my-attendance-card.tsx'
import { DocumentsList } from './documents-list.tsx'
import { MeetingBadge } from './meeting-badge.tsx'
import { MeetingFactsList } from './meeting-facts-list.tsx'
import classes from './meetings.module.css'

/** A meeting as members see it: when and where, what it is about, what was decided. */
const MemberMeetingPage = () => {
  const { meetingId } = Route.useParams()
  const id = /^\d{1,9}$/.test(meetingId) ? Number(meetingId) : 0
  const query = useQuery(memberMeetingQuery(id))
  const { enableProxyVoting } = useSite().features
  return (
    <Page query={query}>
      {(meeting) => (
        <Stack gap="md">
          <Facts meeting={meeting} />
          <MyAttendanceCard meetingId={id} />
          <MyVotesCard meetingId={id} />
          {enableProxyVoting ? <MyProxyCard meetingId={id} /> : null}
          <Agenda meeting={meeting} />
          <Minutes meeting={meeting} />
        </Stack>
      )}
    </Page>
  )
}

const Facts = ({ meeting }: { meeting: MemberMeeting }) => (
  <Card>
    <Stack gap="sm">
      <Group gap="sm">
        <Title order={2}>{meeting.name}</Title>
        <MeetingBadge phase={meeting.phase} isPast={meeting.isPast} />
      </Group>
      <MeetingFactsList meeting={meeting} />
      {meeting.description === '' ? null : <div className={classes.text}>{meeting.description}</div>}
      {meeting.phase === 'planned' && !meeting.hasBegun ? <Away meeting={meeting} /> : null}
    </Stack>
  </Card>
)

/** Apologies, for the register of the meeting. */
const Away = ({ meeting: { id, isAway } }: { meeting: MemberMeeting }) => {
  const { t } = useTranslation('meetings')
  const change = useMutation({
    mutationFn: () => setAway({ meetingId: id, isAway: !isAway }),
    onSuccess: () => {
      notify.done({ text: t(isAway ? 'awayUndone' : 'awayDone') })
    },
    onError: notify.failed,
  })
  return (
    <Group gap="sm">
      {isAway ? <Status kind="info">{t('awayNote')}</Status> : null}
      <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
        {t(isAway ? 'awayBack' : 'awayAsk')}
      </Button>
    </Group>
  )
}

const Agenda = ({ meeting: { items, files } }: { meeting: MemberMeeting }) => {
  const { t } = useTranslation('meetings')
  const ofMeeting = files.filter(({ itemId }) => itemId === null)
  return (
    <Card component="section" aria-labelledby="agenda">
      <Stack gap="md">
        <Title order={2} id="agenda">
          {t('agenda')}
        </Title>
        {items.length === 0 ? <Text c="dimmed">{t('agendaEmpty')}</Text> : null}
        <ol className={classes.list}>
          {items.map(({ id, title, details }, at) => (
            <li key={id} className={classes.row}>
              <span className={classes.number}>{at + 1}.</span>
              <div className={classes.words}>
                <Text component="span" fw={600}>
                  {title}
                </Text>
                {details === '' ? null : (
                  <Text component="span" size="sm" className={classes.text ?? ''}>
                    {details}
                  </Text>
                )}
                <DocumentsList files={files.filter(({ itemId }) => itemId === id)} />
              </div>
            </li>
          ))}
        </ol>
        {ofMeeting.length > 0 ? (
          <>
            <Title order={3}>{t('documents')}</Title>
            <DocumentsList files={ofMeeting} />
          </>
        ) : null}
      </Stack>
    </Card>
  )
}

const Minutes = ({ meeting: { minutes, minutesPublishedAt } }: { meeting: MemberMeeting }) => {
  const { t } = useTranslation('meetings')
  if (minutes === null || minutesPublishedAt === null) return null
  return (
    <Card component="section" aria-labelledby="minutes">
      <Stack gap="sm" maw={720}>
        <Stack gap={2}>
          <Title order={2} id="minutes">
            {t('minutes')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('minutesPublished', { at: formatMoment(minutesPublishedAt) })}
          </Text>
        </Stack>
        {paragraphsOf(minutes).map((paragraph, at) => (
          <Text key={`${at} ${paragraph.slice(0, 20)}`} className={classes.text ?? ''}>
            {paragraph}
          </Text>
        ))}
      </Stack>
    </Card>
  )
}

export const Route = createFileRoute('/tools/meetings/$meetingId')({
  component: MemberMeetingPage,
  staticData: {
    title: 'meetings:titleMeetings',
    loggedIn: true,
    hiddenMenu: true,
    backButton: '/tools/meetings',
  },
})
