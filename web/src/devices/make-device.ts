import type { Device } from '@spacekeeper/contract/devices.ts'

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
