import type { PlaceState } from '@spacekeeper/contract/storage/words.ts'
import { addDays, type Day } from '#platform/local-day.ts'

export type PlaceFacts = {
  isOutOfUse: boolean
  isHeld: boolean
  untilOn: Day | null
  clearBy: Day | null
  /** The last day to clear it has passed, and that was noted. */
  isToClear: boolean
}

/** How a place stands on a day. */
export const placeState = (place: PlaceFacts, today: Day): PlaceState => {
  if (!place.isHeld) return place.isOutOfUse ? 'outOfUse' : 'free'
  if (place.isToClear) return 'toClear'
  if (place.clearBy !== null) return 'ending'
  return place.untilOn !== null && place.untilOn < today ? 'overdue' : 'held'
}

export type StorageReminder = 'before' | 'after'

type ReminderFacts = {
  untilOn: Day | null
  /** The one that was sent last. */
  reminded: StorageReminder | null
  today: Day
  /** So many days before the last day, and after it; 0 is never. */
  remindDays: number
  overdueDays: number
}

/** The reminder that is due: of several that were missed only the last. */
export const dueReminder = (facts: ReminderFacts): StorageReminder | null => {
  const { untilOn, reminded, today, remindDays, overdueDays } = facts
  if (untilOn === null || reminded === 'after') return null
  if (today > untilOn) return overdueDays > 0 && today >= addDays(untilOn, overdueDays) ? 'after' : null
  if (reminded === 'before' || remindDays === 0) return null
  return today >= addDays(untilOn, -remindDays) ? 'before' : null
}

type PlaceEndFacts = {
  /** The membership of the holder is over for good. */
  isOver: boolean
  isClosed: boolean
  clearBy: Day | null
  isToClear: boolean
  today: Day
  graceDays: number
}

export type PlaceMove = { to: 'clearing'; clearBy: Day } | { to: 'toClear' } | { to: 'kept' }

/** What the end of a membership, or a return, does to a place; null when nothing. */
export const placeMove = (facts: PlaceEndFacts): PlaceMove | null => {
  const { isOver, isClosed, clearBy, isToClear, today, graceDays } = facts
  if (!isOver) return clearBy === null ? null : { to: 'kept' }
  // Counted from the day it is noticed, so that no former member finds a day that has passed already.
  if (clearBy === null) return { to: 'clearing', clearBy: addDays(today, graceDays) }
  return !isToClear && (isClosed || today > clearBy) ? { to: 'toClear' } : null
}

/** The codes of numbered places, such as A1 to A20. */
export const numberedCodes = ({ prefix, first, last }: { prefix: string; first: number; last: number }): string[] =>
  Array.from({ length: last - first + 1 }, (_, step) => `${prefix}${first + step}`)
