import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'

// Written out: this part of the page is in the first one, where the contract's schemas would be too heavy.
export const shownKinds = ['all', 'door', 'interlock', 'memberbucks'] as const

export const shownStates = ['all', 'online', 'offline', 'locked', 'notAuthorised', 'removed'] as const

export const deviceOrders = ['trouble', 'name', 'lastSeen'] as const

export type ShownState = (typeof shownStates)[number]

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

/** The parts of a device's page; which one is open stands in the address. */
export const deviceTabs = ['overview', 'access', 'use', 'settings'] as const

export type DeviceTab = (typeof deviceTabs)[number]

/** The tab an address names; nothing for the first, and for what is none. */
export const readTab = ({ tab }: Record<string, unknown>): { tab?: DeviceTab } => {
  const known = deviceTabs.find((name) => name === tab)
  return known === undefined || known === 'overview' ? {} : { tab: known }
}
