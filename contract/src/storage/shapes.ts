import { z } from 'zod'
import { FutureDay } from '../days.ts'
import { fieldMessages, Lines, Text } from '../fields.ts'
import { Id, Instant } from '../route.ts'
import { mostPlacesAtOnce, placeKinds, placeStates } from './words.ts'

/** What is written on a place: letters, digits and hyphens, kept in capitals. */
export const PlaceCode = z
  .string()
  .trim()
  .toUpperCase()
  .min(1, fieldMessages.empty)
  .max(20)
  .regex(/^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$/, 'Use letters, digits and hyphens, such as A12.')

const lastDay = { untilOn: FutureDay.nullable() }

const shared = {
  kind: z.enum(placeKinds),
  area: z.string().trim().pipe(Text(60)),
}

export const PlaceFields = z.object({
  code: PlaceCode,
  name: z.string().trim().pipe(Text(60)),
  ...shared,
  notes: Lines(1000),
  isOutOfUse: z.boolean(),
})

export const ManyPlaces = z
  .object({
    prefix: z
      .string()
      .trim()
      .toUpperCase()
      .max(12)
      .regex(/^([A-Z0-9][A-Z0-9-]*)?$/, 'Use letters, digits and hyphens, such as A.'),
    first: z.number().int('A whole number.').min(0, 'At least 0.').max(9999),
    last: z.number().int('A whole number.').min(0, 'At least 0.').max(9999),
    ...shared,
  })
  .refine(({ first, last }) => last >= first, { path: ['last'], message: 'Must not be before the first.' })
  .refine(({ first, last }) => last - first < mostPlacesAtOnce, {
    path: ['last'],
    message: `At most ${mostPlacesAtOnce} places at once.`,
  })

export const PlaceHolding = z.object({ memberId: Id, ...lastDay })

export const PlaceEnd = z.object(lastDay)

const Holder = z.object({ id: z.number().int(), name: z.string(), isMember: z.boolean() })

/** A place as staff see it. */
export const StoragePlace = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(placeKinds),
  area: z.string(),
  notes: z.string(),
  state: z.enum(placeStates),
  holder: Holder.nullable(),
  heldSince: Instant.nullable(),
  untilOn: z.string().nullable(),
  /** The membership is over: the last day to clear it. */
  clearBy: z.string().nullable(),
})
export type StoragePlace = z.infer<typeof StoragePlace>

export const StorageRequest = z.object({
  id: z.number().int(),
  member: z.object({ id: z.number().int(), name: z.string() }),
  kind: z.enum(placeKinds).nullable(),
  note: z.string(),
  askedAt: Instant,
})
export type StorageRequest = z.infer<typeof StorageRequest>

export const StorageList = z.object({
  places: z.array(StoragePlace),
  /** How many there are in each way of standing, whatever is searched for. */
  counts: z.object({
    all: z.number(),
    free: z.number(),
    held: z.number(),
    overdue: z.number(),
    toClear: z.number(),
    outOfUse: z.number(),
  }),
  requests: z.array(StorageRequest),
})
export type StorageList = z.infer<typeof StorageList>

/** What other members read of a place: whose it is by the name they show, and nothing that reaches them. */
export const ShownPlace = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(placeKinds),
  area: z.string(),
  state: z.enum(placeStates),
  holderName: z.string().nullable(),
  isOwn: z.boolean(),
  untilOn: z.string().nullable(),
  clearBy: z.string().nullable(),
  /** Only for staff. */
  staff: StoragePlace.nullable(),
})
export type ShownPlace = z.infer<typeof ShownPlace>

export const OwnStorage = z.object({
  places: z.array(ShownPlace.omit({ staff: true, holderName: true, isOwn: true })),
  request: z.object({ kind: z.enum(placeKinds).nullable(), note: z.string(), askedAt: Instant }).nullable(),
  mayAsk: z.boolean(),
  freePlaces: z.number().int(),
})
export type OwnStorage = z.infer<typeof OwnStorage>

export const RequestFields = z.object({ kind: z.enum(placeKinds).nullable(), note: z.string().trim().pipe(Text(300)) })
