import { addDays, type Day } from '#platform/local-day.ts'

/** The last day a ticket can be given now, for a new one and for one that is extended. */
export const latestDayOf = (today: Day, longestDays: number): Day => addDays(today, longestDays)

/** Why a ticket can't last until a day; null where it can. */
export const refusalOfLastDay = (day: Day, { today, latest }: { today: Day; latest: Day }): string | null => {
  if (day < today) return 'This day is over.'
  return day > latest ? `Choose a day up to ${latest}.` : null
}

type TicketTimes = { untilOn: Day | null; removedAt: Date | null }

/** Its last day is over and the thing should be gone. A box has no last day. */
export const isTicketOverdue = ({ untilOn, removedAt }: TicketTimes, today: Day): boolean =>
  removedAt === null && untilOn !== null && untilOn < today
