import type { Day } from '#platform/local-day.ts'

type TicketTimes = { untilOn: Day | null; removedAt: Date | null }

/** Its last day is over and the thing should be gone. A box has no last day. */
export const isTicketOverdue = ({ untilOn, removedAt }: TicketTimes, today: Day): boolean =>
  removedAt === null && untilOn !== null && untilOn < today
