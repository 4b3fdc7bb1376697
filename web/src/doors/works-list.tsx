import { IconCircleCheckFilled, IconLockFilled, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatSince } from '#platform/i18n/format.ts'
import { liveStateOf } from './device-badge.tsx'
import type { Device } from './device-badge.tsx'
import classes from './doors.module.css'

const Compact = ({ device }: { device: Device }) => {
  const { t } = useTranslation('doors')
  const kind = liveStateOf(device)
  const Icon = kind === 'fine' ? IconCircleCheckFilled : kind === 'locked' ? IconLockFilled : IconPlugConnectedX
  const second =
    kind === 'locked'
      ? t('locked')
      : device.lastSeen
        ? t('offlineSince', { time: formatSince(device.lastSeen) })
        : t('offline')
  return (
    <li className={classes.compact}>
      <Icon size={18} className={classes.compactIcon} data-kind={kind} aria-hidden />
      <span className={classes.compactText}>
        <span className={classes.name}>{device.name}</span>
        {kind === 'fine' ? (
          <span className={classes.hiddenWord}>{t('ready')}</span>
        ) : (
          <span className={classes.second}>{second}</span>
        )}
      </span>
    </li>
  )
}

/** Names of what works; only exceptions get a second line. */
export const WorksList = ({ devices, label }: { devices: Device[]; label: string }) => (
  <ul className={classes.compactList} aria-label={label}>
    {devices.map((device) => (
      <Compact key={`${device.type} ${device.id}`} device={device} />
    ))}
  </ul>
)
