import { ActionIcon, Card, Group, Text, Title, Tooltip } from '@mantine/core'
import type { LiveLogEntry } from '@spacekeeper/contract/monitoring/shapes.ts'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTime } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Page } from '#platform/ui/page.tsx'
import { StatusIcon, type StatusKind } from '#platform/ui/status.tsx'
import { reasonText } from '../access/refusals.ts'
import { liveLogQuery } from './api.ts'
import classes from './live-log-card.module.css'

/** What happens at all devices, newest first. It can be held while it is read. */
export const LiveLogCard = () => {
  const { t } = useTranslation('monitoring')
  const query = useQuery(liveLogQuery)
  const [held, setHeld] = useState<readonly LiveLogEntry[] | null>(null)
  const current = query.data?.entries ?? []
  const known = new Set(held?.map(({ key }) => key))
  const newer = held === null ? 0 : current.filter(({ key }) => !known.has(key)).length
  const label = t(held === null ? 'liveHold' : 'liveGoOn')
  const Icon = held === null ? IconPlayerPause : IconPlayerPlay
  return (
    <Card component="section" aria-labelledby="live-log">
      <Group justify="space-between" wrap="nowrap" mb={6}>
        <Title order={2} id="live-log" className={classes.title ?? ''} data-held={held !== null || undefined}>
          {t('liveTitle')}
        </Title>
        <Group gap={4} wrap="nowrap">
          <Text size="sm" c="dimmed" role="status">
            {held === null ? null : t('liveHeld', { count: newer })}
          </Text>
          <Tooltip label={label}>
            <ActionIcon
              size={44}
              aria-label={label}
              disabled={current.length === 0}
              onClick={() => setHeld(held === null ? current : null)}
            >
              <Icon size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <Page
        query={query}
        isEmpty={({ entries }) => entries.length === 0}
        empty={
          <Text size="sm" c="dimmed">
            {t('liveNothing')}
          </Text>
        }
      >
        {({ entries }) => (
          <ul className={classes.rows} aria-labelledby="live-log">
            {(held ?? entries).map((entry) => (
              <Entry key={entry.key} entry={entry} />
            ))}
          </ul>
        )}
      </Page>
    </Card>
  )
}

const marks = {
  opened: 'fine',
  refused: 'refused',
  lockedOut: 'locked',
  started: 'inUse',
  bought: 'fine',
  paidIn: 'info',
} as const satisfies Record<LiveLogEntry['event'], StatusKind>

const Entry = ({ entry }: { entry: LiveLogEntry }) => {
  const { t } = useTranslation('monitoring')
  const { at, device, event, member, refusal } = entry
  const where =
    event === 'started'
      ? t('liveOn', { device: device.name })
      : event === 'paidIn'
        ? t('livePaidIn', { device: device.name })
        : device.name
  const why = refusal === null || member === null ? [] : [reasonText(refusal)]
  const said =
    event === 'refused' ? [t('liveRefused'), ...why].join(': ') : event === 'lockedOut' ? t('liveLocked') : ''
  return (
    <li className={classes.row}>
      <time dateTime={at} className={classes.when}>
        {formatTime(at)}
      </time>
      <StatusIcon kind={marks[event]} />
      <span className={classes.words}>
        <span className={classes.who}>
          {member === null ? t('liveUnknown') : <MemberLink id={member.id}>{member.name}</MemberLink>}
        </span>{' '}
        {where}
        {said === '' ? null : <span className={classes.said}>{said}</span>}
      </span>
    </li>
  )
}
