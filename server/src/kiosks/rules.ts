import { kioskOfflineMinutes } from '@spacekeeper/contract/kiosks/words.ts'
import { isAhead } from '#platform/ahead.ts'

const minuteMs = 60_000

/** Screens say once a minute that they are there. */
export const isOnline = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() < kioskOfflineMinutes * minuteMs && !isAhead(lastSeenAt, now)

/** Screens that wait send heartbeats more often; at most one in so long is stored, and the first that tells it is still there. */
const notedEveryMs = 30_000
export const isNewsOf = (
  kiosk: { lastSeenAt: Date; address: string; hasReturned: boolean },
  heartbeat: { now: Date; address: string },
): boolean =>
  !kiosk.hasReturned ||
  kiosk.address !== heartbeat.address ||
  heartbeat.now.getTime() - kiosk.lastSeenAt.getTime() >= notedEveryMs ||
  isAhead(kiosk.lastSeenAt, heartbeat.now)

/** At most so many screens wait to be authorised, and so many of one network. */
const mostWaiting = 50
const mostWaitingPerNetwork = 10

/** A screen that waits asks every few seconds; one that was not heard for so long has left. */
const quietMs = 2 * minuteMs

/** One that has never asked again after so long only passed by. */
const returnsWithinMs = 15_000

export type WaitingKiosk = { id: number; network: string; lastSeenAt: Date; hasReturned: boolean }

/**
 * Which waiting screens give way to a new one, in this order: the oldest that left, then the oldest that has yet to ask
 * again, each of the network with the most. One that keeps asking gives way only where its network has more of them than
 * that of the new one: strangers who ask from many places cannot push it out. Null when none gives way.
 */
export const findRoom = (
  waiting: readonly WaitingKiosk[],
  { network, now }: { network: string; now: Date },
): number[] | null => {
  const left = [...waiting]
  const leaving: number[] = []
  const sizeOf = (one: string) => left.filter((kiosk) => kiosk.network === one).length
  const hasLeft = ({ lastSeenAt, hasReturned }: WaitingKiosk) =>
    now.getTime() - lastSeenAt.getTime() >= (hasReturned ? quietMs : returnsWithinMs)
  const next = () => {
    const isOwnFull = sizeOf(network) >= mostWaitingPerNetwork
    const those = (isOwnFull ? left.filter((kiosk) => kiosk.network === network) : left).toSorted(
      (a, b) => sizeOf(b.network) - sizeOf(a.network) || a.id - b.id,
    )
    const passing = those.find(hasLeft) ?? those.find(({ hasReturned }) => !hasReturned)
    if (passing || isOwnFull) return passing
    // The latest of the greedy network: those before it may have waited for long.
    const greedy = those.find((kiosk) => sizeOf(kiosk.network) > sizeOf(network) + 1)?.network
    return left.findLast((kiosk) => kiosk.network === greedy)
  }
  while (left.length >= mostWaiting || sizeOf(network) >= mostWaitingPerNetwork) {
    const kiosk = next()
    if (!kiosk) return null
    left.splice(left.indexOf(kiosk), 1)
    leaving.push(kiosk.id)
  }
  return leaving
}

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
