import { Anchor, Card, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { nextOpeningsQuery } from './api.ts'
import { sayNext } from './times.ts'

const minuteMs = 60_000

/** On the dashboard: whether the space is open, and when it opens next. */
export const NextOpeningCard = () => {
  const { t } = useTranslation('openings')
  const { data, dataUpdatedAt } = useQuery(nextOpeningsQuery)
  const now = useNow(minuteMs, dataUpdatedAt)
  if (!data) return null
  const next = data.times.find(({ endsAt }) => new Date(endsAt).getTime() > now)
  const said = next && sayNext(t, next, { timeZone: data.timeZone, now })
  return (
    <Card component="section" aria-labelledby="next-opening">
      <Text component="h2" id="next-opening" fw={600} mb={4}>
        {t('nextHeading')}
      </Text>
      {said ? <Status kind={said.isOpen ? 'good' : 'waiting'}>{said.words}</Status> : <Text>{t('noneSoon')}</Text>}
      {next?.note ? (
        <Text size="sm" c="dimmed">
          {next.note}
        </Text>
      ) : null}
      <Text mt="xs">
        <Anchor renderRoot={(props) => <Link to="/tools/openings" {...props} />}>{t('seePlan')}</Anchor>
      </Text>
    </Card>
  )
}
