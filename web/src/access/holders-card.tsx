import { Card, Group, Title, Stack, SegmentedControl, Text, Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Holder } from '@spacekeeper/contract/access/shapes.ts'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber, formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { Status } from '#platform/ui/status.tsx'
import { type HolderEffect, type HolderSource, holdersQuery, exportHolders } from './api.ts'
import { useOneGrant } from './one-grant.ts'
import { reasonText } from './refusals.ts'
import classes from './device-access.module.css'

const typingMs = 250

const sources = ['all', 'default', 'hand'] as const

const words = { all: 'sourceAll', default: 'sourceDefault', hand: 'sourceHand' } as const satisfies Record<
  HolderSource,
  string
>

const effects = ['all', 'works', 'refused'] as const

const effectWords = {
  all: 'effectAll',
  works: 'effectWorks',
  refused: 'effectRefused',
} as const satisfies Record<HolderEffect, string>

/** Who has a device, by default or manually, and whether the card works. It is taken away from one person right here. */
export const HoldersCard = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const [source, setSource] = useState<HolderSource>('all')
  const [effect, setEffect] = useState<HolderEffect>('all')
  const grant = useOneGrant(device)
  const [typed, setWords] = useState('')
  const [text] = useDebouncedValue(typed.trim(), typingMs)
  const query = useInfiniteQuery(holdersQuery({ deviceId: device.id, text, source, effect }))
  const holders = query.data?.pages.flatMap((page) => page.holders) ?? []
  const total = query.data?.pages[0]?.total ?? 0
  const isNarrowed = text !== '' || source !== 'all' || effect !== 'all'
  return (
    <Card component="section" aria-labelledby="holders">
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} id="holders">
          {t('accessTitle')}
        </Title>
        <DownloadButton label={t('exportCsv')} load={() => exportHolders({ deviceId: device.id })} />
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
          <SegmentedControl
            aria-label={t('effect')}
            value={effect}
            onChange={setEffect}
            data={effects.map((one) => ({ value: one, label: t(effectWords[one]) }))}
          />
          <Text size="sm" c="dimmed" role="status">
            {query.data ? t('holders', { count: total, formatted: formatNumber(total) }) : null}
          </Text>
        </Group>
        <Page query={query} isEmpty={() => total === 0} empty={<EmptyHolders isNarrowed={isNarrowed} />}>
          {() => (
            <ul className={classes.rows} style={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
              {holders.map((holder) => (
                <HolderItem
                  key={holder.memberId}
                  holder={holder}
                  device={device}
                  isBusy={grant.busyId === holder.memberId}
                  onTake={() => grant.set({ id: holder.memberId, name: holder.name }, false)}
                />
              ))}
            </ul>
          )}
        </Page>
        <MoreButton query={query} label={t('showMore')} />
      </Stack>
    </Card>
  )
}

type ItemProps = { holder: Holder; device: Device; isBusy: boolean; onTake: () => void }

const HolderItem = ({ holder, device, isBusy, onTake }: ItemProps) => {
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
      <Button
        className={classes.take ?? ''}
        size="compact-sm"
        variant="subtle"
        color="gray"
        loading={isBusy}
        aria-label={t('takeAwayWhich', { device: device.name, name: holder.name })}
        onClick={onTake}
      >
        {t('takeAway')}
      </Button>
    </li>
  )
}

const Effect = ({ holder }: { holder: Holder }) => {
  const { t } = useTranslation('devices')
  if (holder.isSuspended)
    return (
      <Status kind="refused">
        {t('effectRefused')}: {reasonText('suspended')}
      </Status>
    )
  if (holder.state !== 'active')
    return (
      <Status kind="refused">
        {t('effectRefused')}: {reasonText('notActive')}
      </Status>
    )
  if (!holder.hasCard)
    return (
      <Status kind="refused">
        {t('effectRefused')}: {reasonText('noCard')}
      </Status>
    )
  if (holder.lacksCertificate)
    return (
      <Status kind="refused">
        {t('effectRefused')}: {reasonText('noCertificate')}
      </Status>
    )
  return <Status kind="fine">{t('works')}</Status>
}

const EmptyHolders = ({ isNarrowed }: { isNarrowed: boolean }) => {
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
