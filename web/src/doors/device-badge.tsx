import type { AccessItem, Refusal } from '@spacekeeper/contract/doors.ts'
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

const kinds = {
  unknownCard: 'refused',
  noCard: 'refused',
  suspended: 'refused',
  notActive: 'refused',
  lockedOut: 'locked',
  noGrant: 'none',
  notSignedIn: 'waiting',
  balanceTooLow: 'refused',
  staleList: 'waiting',
  noAnswer: 'offline',
} as const satisfies Record<Refusal, StatusKind>

/** What a reason looks like. */
export const kindOf = (refusal: Refusal) => kinds[refusal]

/** The state of a device for the caller: why not, else whether it can be reached. */
export const liveStateOf = ({ offline, refusal }: AccessItem): StatusKind =>
  refusal ? kinds[refusal] : offline ? 'offline' : 'fine'

/** The words of that state. */
export const useStateWords = () => {
  const { t } = useTranslation('doors')
  return ({ offline, refusal, lastSeen, lockedOutSince }: AccessItem): string => {
    if (refusal === 'lockedOut' && lockedOutSince) return t('lockedSince', { time: formatSince(lockedOutSince) })
    if (refusal) return t(refusal)
    if (!offline) return t('ready')
    return lastSeen ? t('offlineSince', { time: formatSince(lastSeen) }) : t('offline')
  }
}

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
  const words = useStateWords()
  return <Status kind={liveStateOf(device)}>{words(device)}</Status>
}
