import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import { refusals } from '@spacekeeper/contract/access/words.ts'
import { sayCount } from '@spacekeeper/contract/formatters.ts'
import type { ListState, Trial } from '@spacekeeper/contract/monitoring/shapes.ts'
import type { UsagePeriod } from '@spacekeeper/contract/monitoring/words.ts'
import { isAhead } from '#platform/ahead.ts'

/** How many cards two lists do not share. */
export const compareLists = (
  should: readonly string[],
  sent: readonly string[],
): Pick<ListState, 'missing' | 'surplus'> => {
  const [wanted, held] = [new Set(should), new Set(sent)]
  return { missing: wanted.difference(held).size, surplus: held.difference(wanted).size }
}

/** Devices have no way to say that a list arrived. A list that was sent counts as received once the door is heard of again. */
export const stateOfList = (door: {
  isOffline: boolean
  isSame: boolean
  /** Null when it was never sent one. */
  sentAt: Date | null
  lastSeenAt: Date | null
}): ListState['state'] => {
  const { isOffline, isSame, sentAt, lastSeenAt } = door
  if (sentAt === null) return 'never'
  if (!isSame) return isOffline ? 'behind' : 'sending'
  const isHeardSince = lastSeenAt !== null && lastSeenAt >= sentAt
  return isOffline && !isHeardSince ? 'unconfirmed' : 'current'
}

/** After so long without a check of the devices the portal itself was down. */
const blindAfterMs = 3 * 60_000

/**
 * So long a device has to be heard of again before it counts as back, so that one that comes and goes is told once.
 * Longer than silence takes to be noticed: what was heard of a single time is silent again by then.
 */
const steadyMs = 4 * 60_000

type FleetWatch = { since: Date; at: Date }

/** Since when the portal watches without a gap in which it could not have heard the devices. */
export const watchedSince = (watch: FleetWatch | null, now: Date): Date =>
  watch === null || now.getTime() - watch.at.getTime() > blindAfterMs || isAhead(watch.at, now) ? now : watch.since

export type AlarmMove = 'alarm' | 'return' | 'relapse' | 'back' | null

/**
 * What becomes of the alarm of a device. `alarm`: it is silent and staff are told. `return`: it is heard of again, which
 * has to last. `relapse`: it did not. `back`: it did, and staff are told.
 */
export const moveAlarm = (
  device: { lastSeenAt: Date; isOffline: boolean; alarmedAt: Date | null; backSince: Date | null },
  facts: { now: Date; since: Date; silentMs: number },
): AlarmMove => {
  const { lastSeenAt, isOffline, alarmedAt, backSince } = device
  const now = facts.now.getTime()
  if (alarmedAt === null) {
    const heardMs = Math.max(isAhead(lastSeenAt, facts.now) ? 0 : lastSeenAt.getTime(), facts.since.getTime())
    return isOffline && now - heardMs >= facts.silentMs ? 'alarm' : null
  }
  if (isOffline) return backSince === null ? null : 'relapse'
  if (backSince === null || isAhead(backSince, facts.now)) return 'return'
  return now - backSince.getTime() >= steadyMs ? 'back' : null
}

/** How long a device was silent, as people say it. */
export const describeSilence = (silentMs: number): string => {
  const minutes = Math.floor(silentMs / 60_000)
  if (minutes < 120) return sayCount(minutes, { one: '1 minute', other: '{count} minutes' })
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}

/**
 * What would happen at a device. Machines and relays have the portal decide, so one that is offline does nothing. A door
 * with a list goes by it: it may know a card no longer wanted, and not yet one that is.
 */
export const predictOutcome = (facts: {
  keepsList: boolean
  refusal: Refusal | null
  isOffline: boolean
  /** Null when it was never sent a list. */
  isOnOwnList: boolean | null
}): Trial['outcome'] => {
  const { keepsList, refusal, isOffline, isOnOwnList } = facts
  if (!keepsList) {
    if (isOffline) return 'unreachable'
    return refusal === null ? 'works' : 'refused'
  }
  const isHeld = isOnOwnList ?? false
  if (refusal === null) return isHeld ? 'works' : 'refusesYet'
  // A door under maintenance lockout refuses what is on its list, too.
  return isHeld && refusal !== 'lockedOut' ? 'opensStill' : 'refused'
}

/** Whether it is the member's own affair, and not told to staff who look after devices alone. */
export const isPrivate = (refusal: Refusal): boolean => refusals[refusal].isPrivate

/** Since when a period counts; null for ever. */
export const startOfPeriod = (period: UsagePeriod, now: Date): Date | null => {
  if (period === 'all') return null
  const since = new Date(now)
  if (period === 'month') since.setUTCDate(since.getUTCDate() - 30)
  else since.setUTCFullYear(since.getUTCFullYear() - 1)
  return since
}
