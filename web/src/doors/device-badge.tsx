import type { AccessItem } from '@spacekeeper/contract/doors.ts'
import { IconDoor, IconTool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatSince } from '#platform/i18n/format.ts'
import { Status, toneOf } from '#platform/ui/status.tsx'
import type { StatusKind } from '#platform/ui/status.tsx'
import classes from './doors.module.css'

export type Device = AccessItem & { type: 'door' | 'machine' }

/** Doors first, then machines, as one list. */
export const devicesOf = ({ doors, interlocks }: { doors: AccessItem[]; interlocks: AccessItem[] }): Device[] => [
  ...doors.map((door) => ({ ...door, type: 'door' as const })),
  ...interlocks.map((machine) => ({ ...machine, type: 'machine' as const })),
]

/** The live state of a device that the caller may use. */
export const liveStateOf = ({ offline, locked_out }: AccessItem): StatusKind =>
  locked_out ? 'locked' : offline ? 'offline' : 'fine'

const DeviceIcon = ({ type }: Pick<Device, 'type'>) => {
  const Icon = type === 'door' ? IconDoor : IconTool
  return <Icon size={20} stroke={1.7} aria-hidden />
}

/** The picture of a device, tinted only for an exception. */
export const DeviceTile = ({ type, kind }: { type: Device['type']; kind: StatusKind }) => (
  <span className={classes.tile} data-tone={toneOf(kind)}>
    <DeviceIcon type={type} />
  </span>
)

export const LiveState = ({ device }: { device: AccessItem }) => {
  const { t } = useTranslation('doors')
  const kind = liveStateOf(device)
  if (kind === 'fine') return <Status kind="fine">{t('ready')}</Status>
  if (kind === 'locked') return <Status kind="locked">{t('locked')}</Status>
  return (
    <Status kind="offline">
      {device.lastSeen ? t('offlineSince', { time: formatSince(device.lastSeen) }) : t('offline')}
    </Status>
  )
}
