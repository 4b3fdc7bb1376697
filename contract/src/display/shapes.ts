import { z } from 'zod'
import { FutureDay } from '../days.ts'
import { Lines, Text } from '../fields.ts'
import { Instant } from '../route.ts'
import { brokenWhys, slideSeconds } from './words.ts'

/** What staff enter of a slide. */
export const slideFields = {
  title: Text(100).default(''),
  text: Lines(600).default(''),
  /** Of a picture that was uploaded before. */
  pictureHash: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'Upload the picture again.')
    .nullable()
    .default(null),
  seconds: z
    .number()
    .int('A number of whole seconds.')
    .min(slideSeconds.least, `At least ${slideSeconds.least} seconds.`)
    .max(slideSeconds.most)
    .default(15),
  /** The first and last day it is shown; null is without end. */
  showsFrom: FutureDay.nullable().default(null),
  showsUntil: FutureDay.nullable().default(null),
  isOn: z.boolean().default(true),
}

/** A slide as a display shows it. */
export const ShownSlide = z.object({
  id: z.number().int(),
  title: z.string(),
  text: z.string(),
  /** The address of its picture. */
  picture: z.string().nullable(),
  seconds: z.number().int(),
})

export type ShownSlide = z.infer<typeof ShownSlide>

/** A slide as staff see it. */
export const DisplaySlide = ShownSlide.extend({
  pictureHash: z.string().nullable(),
  showsFrom: z.iso.date().nullable(),
  showsUntil: z.iso.date().nullable(),
  isOn: z.boolean(),
  /** Whether displays show it today. */
  isShown: z.boolean(),
})

export type DisplaySlide = z.infer<typeof DisplaySlide>

/** Everything a wall display shows, in one answer. */
export const DisplayView = z.object({
  timeZone: z.string(),
  scheme: z.enum(['light', 'dark']),
  /** How long each view stays, slides aside. */
  seconds: z.number().int(),
  space: z.object({ isOpen: z.boolean().nullable(), message: z.string() }),
  openings: z.array(z.object({ startsAt: Instant, endsAt: Instant, note: z.string().nullable() })),
  meetings: z.array(z.object({ name: z.string(), startsAt: Instant, place: z.string() })),
  /** Null where members do not sign in on site. */
  here: z
    .object({
      members: z.number().int(),
      guests: z.number().int(),
      visitors: z.number().int(),
      /** None while the space does not show names. */
      names: z.array(z.string()),
    })
    .nullable(),
  broken: z.object({
    total: z.number().int(),
    devices: z.array(z.object({ name: z.string(), why: z.enum(brokenWhys), since: Instant })),
  }),
  slides: z.array(ShownSlide),
})

export type DisplayView = z.infer<typeof DisplayView>
