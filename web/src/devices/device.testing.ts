import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import type { ListState } from '@spacekeeper/contract/monitoring/shapes.ts'

/** A door that works, as staff see it; for tests. */
export const makeDevice = (more: Partial<Device> = {}): Device => ({
  id: 1,
  kind: 'door',
  name: 'Front door',
  description: '',
  serial: 'front',
  ipAddress: null,
  firmware: null,
  isAuthorised: true,
  isOffline: false,
  lastSeen: '2026-01-05T10:00:00.000Z',
  lockout: null,
  isDefaultAccess: false,
  isHidden: false,
  isExemptFromSignin: false,
  playsTheme: false,
  postsToDiscord: true,
  postsToSlack: true,
  reportsOnlineStatus: true,
  grantsByDefault: 0,
  grantsByHand: 0,
  removedAt: null,
  ...more,
})

/** The list of a door that has it, for tests. */
export const aListState = (more: Partial<ListState> = {}): ListState => ({
  deviceId: 1,
  state: 'current',
  cards: 12,
  missing: 0,
  surplus: 0,
  sentAt: '2026-01-05T10:00:00.000Z',
  behindSince: null,
  ...more,
})
