import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { hasWords } from '@spacekeeper/contract/fold-text.ts'
import type { ListState } from '@spacekeeper/contract/monitoring/shapes.ts'
import type { DeviceSearch, ShownState } from './device-search.ts'

const isInState: Record<ShownState, (device: Device) => boolean> = {
  all: () => true,
  online: ({ isOffline }) => !isOffline,
  offline: ({ isOffline }) => isOffline,
  locked: ({ lockout }) => lockout !== null,
  notAuthorised: ({ isAuthorised }) => !isAuthorised,
  removed: () => false,
}

const says = ({ name, serial, description, ipAddress }: Device, text: string) =>
  hasWords([name, serial, description, ipAddress].join(' '), text)

/** Longest offline first, since those need attention; never connected comes before all. */
const byLastSeen = (a: Device, b: Device) => (a.lastSeen ?? '').localeCompare(b.lastSeen ?? '')

/** How the card lists of doors stand, by door. */
export type ListStates = ReadonlyMap<number, ListState>

/** Whether a door lacks cards it should know and nothing is under way that mends it. */
export const isBehind = (list: ListState | undefined): boolean =>
  list?.state === 'behind' || list?.state === 'unconfirmed'

/** The lowest number has what needs a person first. A device that was never connected is being set up. */
const troubleOf = (device: Device, list: ListState | undefined): number => {
  const { isOffline, lastSeen, reportsOnlineStatus, isAuthorised, lockout } = device
  if (isOffline && lastSeen !== null && reportsOnlineStatus) return 0
  if (isBehind(list)) return 1
  if (!isAuthorised) return 2
  if (lockout !== null) return 3
  return isOffline ? 4 : 5
}

/** The devices that fit, whatever their kind, in the order that is wanted. They come by name and stay so among equals. */
export const filterDevices = (devices: readonly Device[], search: DeviceSearch, lists: ListStates): Device[] => {
  const isFit = isInState[search.state ?? 'all']
  const wanted = (search.text ?? '').trim()
  const fit = devices.filter((device) => isFit(device) && (wanted === '' || says(device, wanted)))
  if (search.sort === 'name') return fit
  if (search.sort === 'lastSeen') return fit.toSorted(byLastSeen)
  const rankOf = (device: Device) => troubleOf(device, lists.get(device.id))
  return fit.toSorted((a, b) => rankOf(a) - rankOf(b))
}
