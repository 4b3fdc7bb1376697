import { Anchor, Card, Stack, Text, Title } from '@mantine/core'
import type { MemberMeetingRow } from '@spacekeeper/contract/meetings/shapes.ts'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { CalendarCard } from '#platform/ui/calendar-card.tsx'
import { Moment } from '#platform/ui/moment.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { calendarFeed, calendarQuery, memberMeetingsQuery } from './api.ts'
import { MeetingBadge } from './meeting-badge.tsx'
import classes from './meetings.module.css'

/** Meetings to come and past ones, and a calendar address. */
const MyMeetingsPage = () => {
  const { t } = useTranslation('meetings')
  const query = useQuery(memberMeetingsQuery)
  return (
    <Stack gap="md">
      <Page query={query}>
        {({ coming, past }) => (
          <>
            {coming.length === 0 ? (
              <Empty title={t('comingEmpty')} text={t('comingEmptyText')} />
            ) : (
              <Section id="coming" title={t('coming')} rows={coming} />
            )}
            {past.length === 0 ? (
              <Text c="dimmed">{t('pastEmpty')}</Text>
            ) : (
              <Section id="past" title={t('past')} rows={past} />
            )}
          </>
        )}
      </Page>
      <CalendarCard
        query={useQuery(calendarQuery)}
        feed={calendarFeed}
        text={t('calendarText')}
        offText={t('calendarOffText')}
      />
    </Stack>
  )
}

type MeetingRowsProps = { id: string; title: string; rows: readonly MemberMeetingRow[] }

const Section = ({ id, title, rows }: MeetingRowsProps) => {
  const { t } = useTranslation('meetings')
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {title}
      </Title>
      <ul className={classes.list}>
        {rows.map((row) => (
          <li key={row.id} className={classes.row}>
            <span className={classes.words}>
              <Anchor
                fw={600}
                renderRoot={(props) => (
                  <Link to="/tools/meetings/$meetingId" params={{ meetingId: String(row.id) }} {...props} />
                )}
              >
                {row.name}
              </Anchor>
              <Text component="span" size="sm" c="dimmed">
                <Moment at={row.startsAt} />
                {row.place === '' ? null : `, ${row.place}`}
              </Text>
            </span>
            {row.hasMinutes ? <Status kind="fine">{t('hasMinutes')}</Status> : null}
            {row.phase === 'on' || row.phase === 'cancelled' ? (
              <MeetingBadge phase={row.phase} isPast={row.isPast} />
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

export const Route = createFileRoute('/tools/meetings')({
  component: MyMeetingsPage,
  staticData: {
    title: 'meetings:titleMeetings',
    loggedIn: true,
    menu: { group: 'tools', icon: IconCalendarEvent, order: 20 },
  },
})
