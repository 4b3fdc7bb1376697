import type { AccessItem } from '@spacekeeper/contract/access/shapes.ts'
import { IconDoor, IconTool } from '@tabler/icons-react'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { type StatusKind, toneOf, Status } from '#platform/ui/status.tsx'
import { markOf, refusalTitle } from './refusals.ts'
import classes from './access.module.css'

export type AccessDevice = AccessItem & { type: 'door' | 'machine' }

/** Doors first, then machines, as one list. */
export const devicesOf = ({ doors, interlocks }: { doors: AccessItem[]; interlocks: AccessItem[] }): AccessDevice[] => [
  ...doors.map((door) => ({ ...door, type: 'door' as const })),
  ...interlocks.map((machine) => ({ ...machine, type: 'machine' as const })),
]

/** What the row of a running machine tells: one's own use whatever else is true, another's where one could start it. */
const shownUse = ({ use, refusal }: AccessItem) => (use && (use.isOwn || refusal === null) ? use : null)

/** The state of a device for the caller: in use, else why not, else whether it can be reached. */
export const liveStateOf = (device: AccessItem): StatusKind => {
  if (shownUse(device)) return 'inUse'
  if (device.refusal) return markOf(device.refusal)
  return device.offline ? 'offline' : 'fine'
}

/** The words of that state. */
export const useStateWords = () => {
  const { t } = useTranslation('access')
  return (device: AccessItem): string => {
    const { offline, refusal, lastSeen, lockedOutSince } = device
    const use = shownUse(device)
    if (use?.isOwn) return t('inUseByYou', { time: formatSince(use.since) })
    if (use) return use.name === null ? t('inUse') : t('inUseBy', { name: use.name })
    if (refusal === 'lockedOut' && lockedOutSince) return t('lockedSince', { time: formatSince(lockedOutSince) })
    if (refusal) return refusalTitle({ refusal, missingCertificates: device.missingCertificates })
    if (!offline) return t('ready')
    return lastSeen ? t('offlineSince', { time: formatSince(lastSeen) }) : t('offline')
  }
}

const DeviceIcon = ({ type }: Pick<AccessDevice, 'type'>) => {
  const Icon = type === 'door' ? IconDoor : IconTool
  return <Icon size={20} stroke={1.7} aria-hidden />
}

/** The picture of a device, tinted only for an exception. */
export const DeviceTile = ({ type, kind }: { type: AccessDevice['type']; kind: StatusKind }) => (
  <span className={classes.tile} data-tone={toneOf(kind)}>
    <DeviceIcon type={type} />
  </span>
)

export const LiveState = ({ device }: { device: AccessItem }) => {
  const words = useStateWords()
  return <Status kind={liveStateOf(device)}>{words(device)}</Status>
}
