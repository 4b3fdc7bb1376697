import type { Device, DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { IconDoor, IconTool, IconCoffee } from '@tabler/icons-react'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { formatSpan } from '../audit/periods.ts'
import classes from './devices-list.module.css'

/** The state in the fewest words, for a list: what differs from working stands in colour, all of it below each other. */
export const ShortStateBadge = ({ device, inUseSince }: { device: Device; inUseSince: string | null }) => {
  const { t } = useTranslation('devices')
  const { lockout, isOffline, lastSeen } = device
  return (
    <span className={classes.state}>
      {device.isAuthorised ? null : <Status kind="warning">{t('notAuthorised')}</Status>}
      {lockout ? (
        <span title={t('lockedSince', { since: formatSince(lockout.since) })}>
          <Status kind="locked">{t('locked')}</Status>
        </span>
      ) : null}
      {isOffline ? (
        <span
          className={classes.away}
          title={lastSeen === null ? '' : t('offlineSince', { since: formatSince(lastSeen) })}
        >
          <Status kind="offline">{lastSeen === null ? t('neverConnected') : <AwayFor since={lastSeen} />}</Status>
        </span>
      ) : inUseSince ? (
        <span title={t('inUseSince', { since: formatSince(inUseSince) })}>
          <Status kind="inUse">{t('inUse')}</Status>
        </span>
      ) : lockout || !device.isAuthorised ? null : (
        <Status kind="fine">{t('online')}</Status>
      )}
    </span>
  )
}

/** Counts on by itself, so that only devices that are away need the time. */
const AwayFor = ({ since }: { since: string }) => {
  const { t } = useTranslation('devices')
  const now = new Date(useNow(60_000)).toISOString()
  return t('offlineFor', { span: formatSpan(since, now).replaceAll(' ', '\u00a0') })
}

/** Locked comes first, since it is what people ask about; whether it can be reached stands beside it. */
export const DeviceStateBadge = ({ device, withReason = false }: { device: Device; withReason?: boolean }) => {
  const { t } = useTranslation('devices')
  const { lockout, isOffline, lastSeen } = device
  const reason = withReason ? lockout?.reason : null
  return (
    <>
      {device.isAuthorised ? null : <Status kind="warning">{t('notAuthorised')}</Status>}
      {lockout ? (
        <Status kind="locked">
          {t(reason ? 'lockedBecause' : 'lockedSince', { since: formatSince(lockout.since), reason: reason ?? '' })}
        </Status>
      ) : null}
      {isOffline ? (
        <Status kind="offline">
          {lastSeen === null ? t('neverConnected') : t('offlineSince', { since: formatSince(lastSeen) })}
        </Status>
      ) : lockout ? null : (
        <Status kind="fine">{t('online')}</Status>
      )}
    </>
  )
}

const icons = { door: IconDoor, interlock: IconTool, memberbucks: IconCoffee } as const satisfies Record<
  DeviceKind,
  unknown
>

/** The picture of a kind of device. */
export const DeviceIconBadge = ({ kind }: { kind: DeviceKind }) => {
  const Icon = icons[kind]
  return <Icon size={20} stroke={1.7} color="var(--dim)" aria-hidden style={{ flex: 'none' }} />
}
