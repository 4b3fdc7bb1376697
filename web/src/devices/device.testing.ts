import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import type { DefaultPreview } from '@spacekeeper/contract/access/shapes.ts'
import { auditApi } from '@spacekeeper/contract/audit/routes.ts'
import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { driversApi } from '@spacekeeper/contract/drivers/routes.ts'
import { staffIssuesApi } from '@spacekeeper/contract/issues/staff-routes.ts'
import { monitoringApi } from '@spacekeeper/contract/monitoring/routes.ts'
import type { ListState } from '@spacekeeper/contract/monitoring/shapes.ts'
import type { fakeServer } from '#platform/api/fake-server.testing.ts'

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
  lockoutDelivery: null,
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

/** A device of this number and name that three people were given, for tests. */
export const aDevice = (id: number, name: string, more: Partial<Device> = {}): Device =>
  makeDevice({ id, name, serial: `serial-${id}`, ipAddress: '10.0.4.7', grantsByHand: 3, ...more })

/** What default access would change, for tests. */
export const aDefaultPreview = (more: Partial<DefaultPreview> = {}): DefaultPreview => ({
  isDefault: false,
  count: 2,
  members: [
    { id: 1, name: 'Bo Lindqvist', state: 'active', isSuspended: false },
    { id: 2, name: 'Eve Halvorsen', state: 'inactive', isSuspended: true },
  ],
  byHand: 3,
  exceptions: 0,
  isOffline: false,
  lastSeen: '2026-01-05T10:00:00.000Z',
  fingerprint: 'first',
  ...more,
})

/** Answers what the list of devices and the page of one ask beside the devices themselves, for tests. */
export const answerForDevice = (server: ReturnType<typeof fakeServer>, device: () => Device): void => {
  server.on(driversApi.get, () => ({
    settings: { driver: 'socket' as const },
    hasSecret: false,
    problem: null,
    isMeterUnreadable: false,
    sharedWith: [],
  }))
  server.on(staffIssuesApi.getDeviceIssues, () => ({
    device: { id: 1, name: 'Front door', kind: 'door' as const },
    isLockedOut: false,
    lockoutReason: null,
    runningSeconds: null,
    uses: 0,
    issues: [],
    hasMore: false,
    plans: [],
  }))
  server.on(devicesApi.listPending, () => ({ pending: [], siteUrl: 'http://localhost:8000' }))
  server.on(devicesApi.listKeys, () => ({ keys: [] }))
  server.on(auditApi.deviceLog, () => ({ entries: [], hasMore: false }))
  server.on(devicesApi.get, device)
  server.on(monitoringApi.listCardLists, () => ({ lists: [] }))
  server.on(monitoringApi.listActivity, () => ({ activity: [] }))
  server.on(monitoringApi.listLive, () => ({ entries: [] }))
  server.on(accessApi.listHolders, () => ({ holders: [], total: 0 }))
  server.on(accessApi.previewDefault, () => aDefaultPreview())
}

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
