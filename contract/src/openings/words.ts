/** The plan shows so many weeks, and an opening begins at most so many days ahead. */
export const planWeeks = 4

export const mostOpeningDaysAhead = 90

/** An opening can be announced for so many weeks in one go. */
export const mostWeeks = 12

/** How late a key-holder can say to be, in minutes. */
export const lateMinutes = [15, 30, 60] as const

/** The page of the plan. */
export const openingsPath = '/tools/openings'

/** A calendar that anyone may read while the setting says so. */
export const publicCalendarPath = '/api/openings/openings.ics'
