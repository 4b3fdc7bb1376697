import type { RehearsalAct } from '@spacekeeper/contract/rehearsal/words.ts'

/** A step of the tour: something is done, or the clock goes on. */
export type TourStep =
  | { act: RehearsalAct }
  | { to: 'payment' }
  /** To a day of the year that the rehearsal began. */
  | { toDay: number }
  /** Until this is so, at most so many days. */
  | { until: 'doorClosed' | 'ended'; atMost: number }

/**
 * The year that every treasurer should have seen once: a member joins, pays, their card fails, they are reminded and
 * lose access, pay and get in again, cancel, and their time ends.
 */
export const tour: readonly TourStep[] = [
  { act: 'join' },
  { to: 'payment' },
  { to: 'payment' },
  { act: 'failCard' },
  { to: 'payment' },
  { until: 'doorClosed', atMost: 60 },
  { act: 'mendCard' },
  { to: 'payment' },
  { to: 'payment' },
  { toDay: 310 },
  { act: 'cancel' },
  { until: 'ended', atMost: 40 },
  { toDay: 365 },
]
