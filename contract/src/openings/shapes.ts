import { z } from 'zod'
import { atAnyTime, FutureDay, inFuture } from '../days.ts'
import { Text } from '../fields.ts'
import { Instant } from '../route.ts'
import { lateMinutes, mostWeeks } from './words.ts'

const PlanDay = z.iso.date()

const clockTime = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 18:00.')

/** When, as clocks where the space is show it. An end that is not after its beginning is on the next day. */
export const openingTimes = {
  day: FutureDay,
  /** Null is now. It may have begun already. */
  from: atAnyTime(clockTime()).nullable(),
  until: inFuture(clockTime(), { day: 'day', after: 'from' }),
  note: Text(200).default(''),
}

export const OpeningWeeks = z.number().int().min(1).max(mostWeeks).default(1)

export const LateMinutes = z.union(lateMinutes.map((minutes) => z.literal(minutes)))

/** An opening as its reader may see it. */
export const PlannedOpening = z.object({
  id: z.number().int(),
  startsAt: Instant,
  endsAt: Instant,
  /** When it was to begin before its key-holder said that they are late; null if they did not. */
  plannedFor: Instant.nullable(),
  note: z.string(),
  /** Null for members who are hidden from others. */
  keyHolder: z.string().nullable(),
  isOwn: z.boolean(),
  canChange: z.boolean(),
  /** It was announced with others, a week apart. */
  isWeekly: z.boolean(),
  /** Some of these come after it. */
  hasLater: z.boolean(),
  /** As `openingTimes` has them, for the form. */
  times: z.object({ day: PlanDay, from: z.string(), until: z.string() }),
})

export type PlannedOpening = z.infer<typeof PlannedOpening>

/** A time in which the space is open, and by which openings. */
export const OpenTime = z.object({ startsAt: Instant, endsAt: Instant, openings: z.array(PlannedOpening) })

/** What is announced with one tap. */
export const OpeningPreset = z.object({
  kind: z.enum(['now', 'evening']),
  day: PlanDay,
  from: z.string().nullable(),
  until: z.string(),
})

export type OpeningPreset = z.infer<typeof OpeningPreset>

export const OpeningPlan = z.object({
  times: z.array(OpenTime),
  canAnnounce: z.boolean(),
  presets: z.array(OpeningPreset),
  today: PlanDay,
  /** The zone all times are to be shown in. */
  timeZone: z.string(),
  isFollowing: z.boolean(),
  /** The address of the calendar for anyone; null while there is none. */
  publicCalendar: z.string().nullable(),
})

export type OpeningPlan = z.infer<typeof OpeningPlan>

/** When the space is or will be open next, for the home page. */
export const NextOpenings = z.object({
  times: z.array(z.object({ startsAt: Instant, endsAt: Instant, note: z.string().nullable() })),
  timeZone: z.string(),
})

export type NextOpenings = z.infer<typeof NextOpenings>

export const ListedKeyHolder = z.object({ id: z.number().int(), name: z.string(), since: Instant })

export type ListedKeyHolder = z.infer<typeof ListedKeyHolder>
