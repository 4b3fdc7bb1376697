import { useState } from 'react'
import { Button, Card, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Device, Holder } from '@spacekeeper/contract/devices.ts'
import { formatDay, formatNumber } from '#platform/i18n/format.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { Status } from '#platform/ui/status.tsx'
import { exportHolders, holdersQuery, type HolderSource } from './api.ts'
import classes from './device-details.module.css'

const typingMs = 250
const sources = ['all', 'default', 'hand'] as const
const words = { all: 'sourceAll', default: 'sourceDefault', hand: 'sourceHand' } as const satisfies Record<
  HolderSource,
  string
>

/** Who has a device, by default or by hand, and whether the card works. */
export const HoldersCard = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const [source, setSource] = useState<HolderSource>('all')
  const [typed, setWords] = useState('')
  const [text] = useDebouncedValue(typed.trim(), typingMs)
  const query = useInfiniteQuery(holdersQuery({ deviceId: device.id, text, source }))
  const holders = query.data?.pages.flatMap((page) => page.holders) ?? []
  const total = query.data?.pages[0]?.total ?? 0
  const isNarrowed = text !== '' || source !== 'all'
  return (
    <Card component="section" aria-labelledby="holders">
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} id="holders">
          {t('accessTitle')}
        </Title>
        <DownloadButton h={44} label={t('exportCsv')} load={() => exportHolders({ deviceId: device.id })} />
      </Group>
      <Stack gap="sm">
        <SearchField value={typed} onChange={setWords} label={t('searchHolders')} />
        <Group justify="space-between" gap="sm">
          <SegmentedControl
            aria-label={t('source')}
            value={source}
            onChange={setSource}
            data={sources.map((one) => ({ value: one, label: t(words[one]) }))}
          />
          <Text size="sm" c="dimmed" role="status">
            {query.data ? t('holders', { count: total, formatted: formatNumber(total) }) : null}
          </Text>
        </Group>
        <Page query={query} isEmpty={() => total === 0} empty={<Nobody isNarrowed={isNarrowed} />}>
          {() => (
            <ul className={classes.rows} style={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
              {holders.map((holder) => (
                <HolderItem key={holder.memberId} holder={holder} />
              ))}
            </ul>
          )}
        </Page>
        {query.hasNextPage ? (
          <Button
            variant="default"
            h={44}
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('showMore')}
          </Button>
        ) : null}
      </Stack>
    </Card>
  )
}

const HolderItem = ({ holder }: { holder: Holder }) => {
  const { t } = useTranslation('devices')
  const { source, grantedAt, grantedBy } = holder
  const name = grantedBy ?? ''
  const since = formatDay(grantedAt)
  return (
    <li className={classes.row}>
      <Link
        to="/manage/members/$memberId"
        params={{ memberId: String(holder.memberId) }}
        search={{ tab: 'access' }}
        className={classes.name}
      >
        {holder.name}
      </Link>
      <span className={classes.since}>
        {source === 'default' ? t('byDefaultSince', { since }) : null}
        {source === 'hand' ? t(grantedBy === null ? 'byHandSince' : 'byHandSinceBy', { since, name }) : null}
      </span>
      <span className={classes.effect}>
        <Effect holder={holder} />
      </span>
    </li>
  )
}

const Effect = ({ holder }: { holder: Holder }) => {
  const { t } = useTranslation('devices')
  if (holder.isSuspended) return <Status kind="refused">{t('refusedSuspended')}</Status>
  if (holder.state !== 'active') return <Status kind="refused">{t('refusedNotActive')}</Status>
  if (!holder.hasCard) return <Status kind="refused">{t('refusedNoCard')}</Status>
  return <Status kind="fine">{t('works')}</Status>
}

const Nobody = ({ isNarrowed }: { isNarrowed: boolean }) => {
  const { t } = useTranslation('devices')
  return (
    <Stack gap={4} py="sm">
      <Text fw={500}>{t(isNarrowed ? 'noMatchTitle' : 'nobodyTitle')}</Text>
      <Text size="sm" c="dimmed">
        {t(isNarrowed ? 'noMatchText' : 'nobodyText')}
      </Text>
    </Stack>
  )
}
