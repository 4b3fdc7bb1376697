import type { z } from 'zod'

/**
 * What is compared where a field may not lie in the past: a day, or a day and a time, as clocks and calendars of the space
 * have them; an instant; or a time on the day that another field holds, and on the next one where it is not after a third.
 */
export type FutureKind = 'day' | 'minute' | 'instant' | { day: string; after: string }

/** Whether a field takes days or times in the past, and what it says of them otherwise. */
type Tense = 'any' | { kind: FutureKind; message: string }

// Beside the schemas instead of in Zod's registry, because forms read it before Zod is loaded.
const tenses = new WeakMap<z.core.$ZodType, Tense>()

/** Marks a schema. What is made of it by `refine` and the like is another one, and has to be marked instead. */
export const withTense = <Schema extends z.core.$ZodType>(schema: Schema, tense: Tense): Schema => {
  tenses.set(schema, tense)
  return schema
}

type FieldDefinition = z.core.$ZodTypes['_zod']['def']

const definitionOf = (schema: z.core.$ZodType) => (schema as unknown as { def: FieldDefinition }).def // its type is left out where one schema names another

/** The schemas of which one takes the value of a field. */
const partsOf = (field: z.core.$ZodType): readonly z.core.$ZodType[] => {
  const def = definitionOf(field)
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return [def.innerType]
    case 'pipe':
      return [def.in, def.out]
    case 'union':
      return def.options
    default:
      return []
  }
}

/** What a field says of the past; nothing where it holds no day and no time. */
export const tenseOf = (field: z.core.$ZodType): Tense | undefined =>
  tenses.get(field) ??
  partsOf(field)
    .map(tenseOf)
    .find((tense) => tense !== undefined)

const shapeOf = (schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> => {
  const def = definitionOf(schema)
  if (def.type === 'object') return def.shape
  return def.type === 'pipe' ? shapeOf(def.in) : {}
}

type FutureField = { name: string; kind: FutureKind; message: string }

/** The fields of an object that may not lie in the past. */
export const futureFields = (schema: z.core.$ZodType): readonly FutureField[] =>
  Object.entries(shapeOf(schema)).flatMap(([name, field]) => {
    const tense = tenseOf(field)
    return tense === undefined || tense === 'any' ? [] : [{ name, ...tense }]
  })

/** Now: the instant, and what clocks of the space show, such as `2026-03-31 19:00`. */
export type SpaceClock = { now: Date; local: string }

const dayMs = 86_400_000

const dayEarlier = (local: string) =>
  new Date(Date.parse(`${local.replace(' ', 'T')}Z`) - dayMs).toISOString().slice(0, 16).replace('T', ' ')

export type TimedValues = Readonly<Record<string, unknown>>

const isTimePast = (value: string, { day, after }: { day: unknown; after: unknown }, { local }: SpaceClock) => {
  if (typeof day !== 'string' || typeof after !== 'string') return false
  return `${day} ${value}` < (value > after ? local : dayEarlier(local))
}

const isPast = ({ name, kind }: FutureField, values: TimedValues, clock: SpaceClock): boolean => {
  const value = values[name]
  if (typeof value !== 'string' || value === '') return false
  if (kind === 'day') return value < clock.local.slice(0, 10)
  if (kind === 'minute') return value.replace('T', ' ') < clock.local
  if (kind === 'instant') return Date.parse(value) < clock.now.getTime()
  return isTimePast(value, { day: values[kind.day], after: values[kind.after] }, clock)
}

/** A time alone never stands as it was: its day may be another one. */
const isAsBefore = ({ name, kind }: FutureField, values: TimedValues, before: TimedValues): boolean => {
  const [value, stood] = [values[name], before[name]]
  if (typeof kind === 'object' || typeof value !== 'string') return false
  return stood instanceof Date ? Date.parse(value) === stood.getTime() : value === stood
}

type PastInput = {
  /** What was sent, or what the fields of a browser hold. */
  values: TimedValues
  clock: SpaceClock
  /** What stood in the same fields before it was changed, which may stay. */
  before?: TimedValues | undefined
}

/** The fields that lie in the past although they may not, and the sentence of each: the one rule of server and browser. */
export const pastFields = (schema: z.core.$ZodType, { values, clock, before = {} }: PastInput) => {
  const past = futureFields(schema).filter(
    (field) => isPast(field, values, clock) && !isAsBefore(field, values, before),
  )
  const names = past.map(({ name }) => name)
  // Of a day in the past its time says nothing more.
  return past
    .filter(({ kind }) => typeof kind !== 'object' || !names.includes(kind.day))
    .map(({ name, message }) => ({ field: name, message }))
}
