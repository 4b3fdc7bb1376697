import { Anchor, Card, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { memberMeetingsQuery } from './api.ts'

const hourMs = 3_600_000
const soonMs = 30 * 24 * hourMs

/** The next meeting on the dashboard, from thirty days before it; nothing otherwise. */
export const NextMeetingCard = () => {
  const { t } = useTranslation('meetings')
  const { data } = useQuery(memberMeetingsQuery)
  const now = useNow(hourMs)
  const next = data?.coming.find(({ phase }) => phase !== 'cancelled')
  if (!next || new Date(next.startsAt).getTime() - now > soonMs) return null
  return (
    <Card component="section" aria-labelledby="next-meeting">
      <Text component="h2" id="next-meeting" fw={600} mb={4}>
        {t('nextHeading')}
      </Text>
      <Text>{next.name}</Text>
      <Text size="sm" c="dimmed">
        <Moment at={next.startsAt} />
        {next.place === '' ? null : `, ${next.place}`}
      </Text>
      {next.phase === 'on' ? <Status kind="inUse">{t('nextOn')}</Status> : null}
      <Text mt="xs">
        <Anchor
          renderRoot={(props) => (
            <Link to="/tools/meetings/$meetingId" params={{ meetingId: String(next.id) }} {...props} />
          )}
        >
          {t('nextOpen')}
        </Anchor>
      </Text>
    </Card>
  )
}
