import { kioskOfflineMinutes } from '@spacekeeper/contract/kiosks/words.ts'

const minuteMs = 60_000

/** Screens say once a minute that they are there. */
export const isOnline = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() < kioskOfflineMinutes * minuteMs

/** Screens that wait send heartbeats more often; at most one in so long is stored. */
const notedEveryMs = 30_000
export const isNewsOf = (
  kiosk: { lastSeenAt: Date; address: string },
  heartbeat: { now: Date; address: string },
): boolean =>
  kiosk.address !== heartbeat.address || heartbeat.now.getTime() - kiosk.lastSeenAt.getTime() >= notedEveryMs

/** What a member enters beside the card. Where a PIN is asked for, the password does as well. */
export type KioskCredential = 'none' | 'pin' | 'password'

/**
 * A card can be copied, so staff never get in with one alone. A member who has set a PIN wants to be asked for it.
 */
export const credentialFor = (facts: { isAskedOfAll: boolean; hasPin: boolean; isStaff: boolean }): KioskCredential => {
  if (facts.hasPin) return 'pin'
  return facts.isAskedOfAll || facts.isStaff ? 'password' : 'none'
}

/** One digit over and over, or digits in a row either way: the first guesses. */
export const isWeakPin = (pin: string): boolean => {
  const steps = new Set(Array.from(pin.slice(1), (digit, index) => Number(digit) - Number(pin[index])))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1
}
