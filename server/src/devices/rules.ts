import { isIP } from 'node:net'

/** Devices ping every 5 to 30 seconds and may be busy for some; after this long nobody is there. */
const offlineAfterMs = 3 * 60_000

/** A device that was never seen is not there either. */
export const isOffline = (lastSeenAt: Date | null, now: Date): boolean =>
  lastSeenAt === null || now.getTime() - lastSeenAt.getTime() > offlineAfterMs

/** The address a device says it has, or null when it is none. */
export const ipAddressIn = (text: string): string | null => (isIP(text.trim()) ? text.trim() : null)
