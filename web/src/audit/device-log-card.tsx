import { Card, Stack, Title, Text, Chip } from '@mantine/core'
import type { DeviceLogEntry, DeviceLogKind } from '@spacekeeper/contract/audit/shapes.ts'
import { deviceLogKinds } from '@spacekeeper/contract/audit/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { deviceLogQuery } from './api.ts'
import { type ListedEntry, EntriesList } from './entries-list.tsx'
import { formatSpan } from './periods.ts'
import classes from './audit.module.css'

type Props = {
  deviceId: number
  /** It cannot be reached, and was heard of last then. */
  offlineSince: string | null
}

const plain = (text: string) => [{ text, memberId: null }]

/** The words of an entry, and before a connection the gap it ended. */
const useListed = () => {
  const { t } = useTranslation('audit')
  const mayOpenMembers = isStaffFor(useProfile(), ['members', 'access', 'money'])
  const gap = (entry: DeviceLogEntry, since: string): ListedEntry => ({
    key: `${entry.cursor} gap`,
    // It stands where it ended: what was done meanwhile comes below it.
    at: entry.at,
    mark: 'offline',
    sentence: plain(
      t('offlineFromTo', { from: formatSince(since), to: formatSince(entry.at, { now: new Date(since) }) }),
    ),
    detail: formatSpan(since, entry.at),
    facts: [],
  })
  return (entry: DeviceLogEntry): ListedEntry[] => {
    const { cursor: key, at, outcome: mark, sentence, detail, facts, awaySince } = entry
    // A name leads only where its reader may go.
    const pieces = mayOpenMembers ? sentence : sentence.map(({ text }) => ({ text, memberId: null }))
    const listed: ListedEntry = { key, at, mark, sentence: pieces, detail, facts }
    return awaySince === null ? [listed] : [listed, gap(entry, awaySince)]
  }
}

/** Everything that happened at a device and was done with it, as one stream that grows by itself. */
export const DeviceLogCard = ({ deviceId, offlineSince }: Props) => {
  const { t } = useTranslation('audit')
  const [kind, setKind] = useState<DeviceLogKind | 'all'>('all')
  const query = useInfiniteQuery(deviceLogQuery({ deviceId, ...(kind !== 'all' && { kind }) }))
  const listed = useListed()
  const entries = query.data?.pages.flatMap((page) => page.entries).flatMap(listed) ?? []
  const isAway = offlineSince !== null && (kind === 'all' || kind === 'connections')
  return (
    <Card component="section" aria-labelledby="device-log">
      <Stack gap="md">
        <Title order={2} id="device-log">
          {t('deviceLog')}
        </Title>
        <Kinds kind={kind} onChange={setKind} />
        {isAway ? <Text size="sm">{t('offlineNow', { since: formatSince(offlineSince) })}</Text> : null}
        <Page
          query={query}
          isEmpty={() => entries.length === 0}
          empty={
            <Stack gap={4}>
              <Text fw={600}>{t(kind === 'all' ? 'deviceLogEmptyTitle' : 'noMatchTitle')}</Text>
              <Text c="dimmed">{t(kind === 'all' ? 'deviceLogEmptyText' : 'deviceLogNoneText')}</Text>
            </Stack>
          }
        >
          {() => <EntriesList entries={entries} titles="h3" />}
        </Page>
        <MoreButton query={query} label={t('showMore')} />
      </Stack>
    </Card>
  )
}

type KindsProps = { kind: DeviceLogKind | 'all'; onChange: (kind: DeviceLogKind | 'all') => void }

const Kinds = ({ kind, onChange }: KindsProps) => {
  const { t } = useTranslation('audit')
  const choose = (value: string | string[]) => onChange(deviceLogKinds.find((known) => known === value) ?? 'all')
  return (
    <Chip.Group value={kind} onChange={choose}>
      <div className={classes.chips} role="radiogroup" aria-label={t('showKind')}>
        {(['all', ...deviceLogKinds] as const).map((value) => (
          // the literals are wanted
          <Chip key={value} value={value} variant="light" radius={8} icon={null}>
            {t(`deviceKind.${value}`)}
          </Chip>
        ))}
      </div>
    </Chip.Group>
  )
}
