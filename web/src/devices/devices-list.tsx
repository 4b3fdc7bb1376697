import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Device } from '@spacekeeper/contract/devices.ts'
import { useGrowing } from '#platform/ui/use-growing.ts'
import { ListStateBadge } from '../fleets/list-state-badge.tsx'
import { DeviceIconBadge } from './device-icon-badge.tsx'
import { DeviceStateBadge } from './device-state-badge.tsx'
import classes from './devices-list.module.css'

const pages = {
  door: '/manage/devices/doors/$deviceId',
  interlock: '/manage/devices/interlocks/$deviceId',
  memberbucks: '/manage/devices/memberbucks/$deviceId',
} as const

const Row = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const marks = [device.isHidden && t('hidden'), device.isExemptFromSignin && t('exempt')].filter(Boolean)
  const isGranted = device.kind !== 'memberbucks'
  return (
    <Link to={pages[device.kind]} params={{ deviceId: String(device.id) }} className={classes.link}>
      <DeviceIconBadge kind={device.kind} />
      <span className={classes.what}>
        <span className={classes.name}>{device.name}</span>
        <span className={classes.kind}>{[t(device.kind), ...marks].join(', ')}</span>
      </span>
      <span className={classes.state}>
        <DeviceStateBadge device={device} />
        {device.kind === 'door' && device.lastSeen !== null ? <ListStateBadge deviceId={device.id} /> : null}
      </span>
      <span className={classes.access}>
        {isGranted && device.isDefaultAccess ? <span>{t('forMembers')}</span> : null}
        {isGranted ? <span>{t('byHandCount', { count: device.grantsByHand })}</span> : null}
      </span>
    </Link>
  )
}

/** Devices as rows that open one; on a phone the same row stands in lines. `of` is what the list is of. */
export const DevicesList = ({ devices, of }: { devices: readonly Device[]; of: string }) => {
  const { count, hasMore, mark } = useGrowing(devices.length, of)
  return (
    <ul className={classes.list}>
      {devices.slice(0, count).map((device) => (
        <li key={device.id} className={classes.item}>
          <Row device={device} />
        </li>
      ))}
      {hasMore ? <li ref={mark} aria-hidden className={classes.mark} /> : null}
    </ul>
  )
}
