// On its own: the tests of the access page, the dashboard and relays share it.
import type { AccessItem } from '@spacekeeper/contract/access/shapes.ts'

/** A device that the member may use and that is online and idle, unless something else is said. */
export const anAccessItem = (id: number, more: Partial<AccessItem> = {}): AccessItem => ({
  id,
  name: `Device ${id}`,
  access: true,
  locked_out: false,
  offline: false,
  granted: true,
  refusal: null,
  lastSeen: '2026-01-05T10:00:00.000Z',
  lockedOutSince: null,
  lockoutReason: null,
  missingCertificates: [],
  use: null,
  relay: null,
  ...more,
})
