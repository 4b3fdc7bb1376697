import type { DeviceKind, Device } from '@spacekeeper/contract/devices/shapes.ts'
import { hasWords } from '@spacekeeper/contract/fold-text.ts'
import type { ListState } from '@spacekeeper/contract/monitoring/shapes.ts'

// Written out: this part of the page is in the first one, where the contract's schemas would be too heavy.
export const shownKinds = ['all', 'door', 'interlock', 'memberbucks'] as const

export const shownStates = ['all', 'online', 'offline', 'locked', 'notAuthorised', 'removed'] as const

export const deviceOrders = ['trouble', 'name', 'lastSeen'] as const

type ShownState = (typeof shownStates)[number]

type FleetState = Exclude<ShownState, 'all'>

const isNarrowing = (state: ShownState | undefined): state is FleetState => state !== undefined && state !== 'all'

/** What is looked for; it stands in the address, where what is ordinary is left out. */
export type DeviceSearch = {
  kind?: DeviceKind
  state?: FleetState
  sort?: 'name' | 'lastSeen'
  text?: string
}

const one = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((word) => word === value)

export const readDeviceSearch = (given: Record<string, unknown>): DeviceSearch => {
  const [kind, state] = [one(shownKinds, given['kind']), one(shownStates, given['state'])]
  const sort = one(deviceOrders, given['sort'])
  const text = typeof given['text'] === 'string' || typeof given['text'] === 'number' ? String(given['text']) : ''
  return {
    ...(kind && kind !== 'all' && { kind }),
    ...(isNarrowing(state) && { state }),
    ...(sort && sort !== 'trouble' && { sort }),
    ...(text !== '' && { text: text.slice(0, 100) }),
  }
}

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

/** What needs a person first has the lowest number. A device that was never connected is being set up. */
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

/** The parts of a device's page; which one is open stands in the address. */
export const deviceTabs = ['overview', 'access', 'use', 'settings'] as const

export type DeviceTab = (typeof deviceTabs)[number]

/** The tab an address names; nothing for the first, and for what is none. */
export const readTab = ({ tab }: Record<string, unknown>): { tab?: DeviceTab } => {
  const known = deviceTabs.find((name) => name === tab)
  return known === undefined || known === 'overview' ? {} : { tab: known }
}
