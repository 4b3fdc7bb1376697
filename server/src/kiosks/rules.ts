import { kioskOfflineMinutes } from '@spacekeeper/contract/kiosks.ts'

const minuteMs = 60_000

/** Screens say once a minute that they are there. */
export const isOnline = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() < kioskOfflineMinutes * minuteMs

/** Signs of life come oftener from screens that wait; one in so long is kept. */
const notedEveryMs = 30_000
export const isNewsOf = (kiosk: { lastSeenAt: Date; address: string }, sign: { now: Date; address: string }): boolean =>
  kiosk.address !== sign.address || sign.now.getTime() - kiosk.lastSeenAt.getTime() >= notedEveryMs

/** What a member proves himself with, beside his card. With a PIN his password does as well. */
export type Proof = 'none' | 'pin' | 'password'

/**
 * A card can be copied, so whoever can do more than others never gets in with one alone. Who has set a PIN wants to be
 * asked for it.
 */
export const proofFor = (facts: { isAskedOfAll: boolean; hasPin: boolean; isStaff: boolean }): Proof => {
  if (facts.hasPin) return 'pin'
  return facts.isAskedOfAll || facts.isStaff ? 'password' : 'none'
}

/** One digit over and over, or digits in a row either way: the first that anybody tries. */
export const isWeakPin = (pin: string): boolean => {
  const steps = new Set(Array.from(pin.slice(1), (digit, index) => Number(digit) - Number(pin[index])))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1
}
