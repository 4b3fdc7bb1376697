import type { DeviceKind, LockoutDelivery } from '@spacekeeper/contract/devices/shapes.ts'
import { isAhead } from '#platform/ahead.ts'
import type { KeyReach } from '#platform/ctx.ts'

/** Devices ping every 5 to 30 seconds and may be busy for some; after this long they count as offline. */
export const silentMs = 3 * 60_000

/**
 * A device that was never seen is offline, too, and one that was last seen before the clock was set back, until it is
 * heard of again. A number is milliseconds, as JSON of the database has them.
 */
export const isOffline = (lastSeenAt: Date | number | null, now: Date): boolean =>
  lastSeenAt === null || now.getTime() - Number(lastSeenAt) > silentMs || isAhead(lastSeenAt, now)

type DeliveryFacts = {
  isLockedOut: boolean
  isAuthorised: boolean
  /** It opens no connection of its own. */
  isRelay: boolean
  changedAt: Date | null
  /** The lockout it heard of last; null for none. */
  heard: { isLockedOut: boolean; at: Date } | null
}

/** Whether a device has heard of its lockout, or of its end; null where there is nothing to hear. */
export const lockoutDeliveryOf = (device: DeliveryFacts): LockoutDelivery | null => {
  const { isLockedOut, heard, changedAt } = device
  if (device.isRelay || !device.isAuthorised) return null
  // A device is made without a lockout.
  const isHeard = (heard?.isLockedOut ?? false) === isLockedOut
  const at = isHeard ? heard?.at : changedAt
  return at ? { isHeard, at: at.toISOString() } : null
}

/** Whether a device is within the reach of an API key. Other callers need permissions instead. */
export const isInReach = (reach: KeyReach, device: { id: number; kind: DeviceKind }): boolean =>
  (reach.kind === null || reach.kind === device.kind) &&
  (reach.deviceIds === null || reach.deviceIds.includes(device.id))
