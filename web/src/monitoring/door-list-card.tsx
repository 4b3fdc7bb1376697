import { Card, Title, Stack, Text } from '@mantine/core'
import type { ListState } from '@spacekeeper/contract/monitoring/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { listStatesQuery } from './api.ts'
import { ListStateBadge } from './list-state-badge.tsx'

/** Which cards a door was last sent, held against those it should open for. Nothing for a relay, which keeps no list. */
export const DoorListCard = ({ deviceId }: { deviceId: number }) => {
  const { t } = useTranslation('monitoring')
  const query = useQuery(listStatesQuery)
  const list = query.data?.lists.find((one) => one.deviceId === deviceId)
  if (query.data && !list) return null
  return (
    <Card component="section" aria-labelledby="door-list">
      <Title order={2} id="door-list" mb={6}>
        {t('listTitle')}
      </Title>
      <Page query={query}>{() => (list ? <Facts list={list} /> : null)}</Page>
    </Card>
  )
}

const Facts = ({ list }: { list: ListState }) => {
  const { t } = useTranslation('monitoring')
  const { cards, missing, surplus, sentAt, state } = list
  const facts = [
    t('listCards', { count: cards, formatted: formatNumber(cards) }),
    ...(missing > 0 ? [t('listMissing', { count: missing })] : []),
    ...(surplus > 0 ? [t('listSurplus', { count: surplus })] : []),
    ...(sentAt !== null ? [t('listSentAt', { since: formatSince(sentAt) })] : []),
    ...(state === 'never' ? [t('listNeverText')] : []),
  ]
  return (
    <Stack gap={6}>
      <ListStateBadge list={list} />
      <Text size="sm" c="dimmed">
        {facts.join(' ')}
      </Text>
    </Stack>
  )
}
