import type { Device, DeviceKind } from '@spacekeeper/contract/devices.ts'

// Written out: this part of the page is in the first one, where the contract's schemas would be too heavy.
export const shownKinds = ['all', 'door', 'interlock', 'memberbucks'] as const
export const shownStates = ['all', 'online', 'offline', 'locked', 'notAuthorised', 'removed'] as const
export const deviceOrders = ['name', 'lastSeen'] as const
type ShownState = (typeof shownStates)[number]

type FleetState = Exclude<ShownState, 'all'>
const isNarrowing = (state: ShownState | undefined): state is FleetState => state !== undefined && state !== 'all'

/** What is looked for; it stands in the address, where what is ordinary is left out. */
export type FleetSearch = {
  kind?: DeviceKind
  state?: FleetState
  sort?: 'lastSeen'
  text?: string
}

const one = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((word) => word === value)

export const readFleetSearch = (given: Record<string, unknown>): FleetSearch => {
  const [kind, state] = [one(shownKinds, given['kind']), one(shownStates, given['state'])]
  const text = typeof given['text'] === 'string' || typeof given['text'] === 'number' ? String(given['text']) : ''
  return {
    ...(kind && kind !== 'all' && { kind }),
    ...(isNarrowing(state) && { state }),
    ...(given['sort'] === 'lastSeen' && { sort: 'lastSeen' as const }), // the literal is wanted
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
  [name, serial, description, ipAddress].some((part) => part?.toLowerCase().includes(text))

/** Longest unheard of first, as that is what somebody looks for; never comes before all. */
const byLastSeen = (a: Device, b: Device) => (a.lastSeen ?? '').localeCompare(b.lastSeen ?? '')

/** The devices that fit, whatever their kind; they come by name and stay so unless another order is asked for. */
export const filterDevices = (devices: readonly Device[], search: FleetSearch): Device[] => {
  const isFit = isInState[search.state ?? 'all']
  const wanted = (search.text ?? '').trim().toLowerCase()
  const fit = devices.filter((device) => isFit(device) && (wanted === '' || says(device, wanted)))
  return search.sort === 'lastSeen' ? fit.toSorted(byLastSeen) : fit
}
