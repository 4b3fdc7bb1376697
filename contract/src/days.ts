import { z } from 'zod'
import { fieldMessages } from './fields.ts'
import { type FutureKind, withTense } from './past-fields.ts'

/**
 * Days and times as they are sent. Each field says whether it takes the past, and `index.test.ts` finds one that does
 * not: a past day is refused where a route takes a `FutureDay`, on the server and in the forms of the browser.
 */
const sentDay = () => z.iso.date('Enter a day such as 2026-03-31.')

/** Refuses the past in a field of any other form. */
export const inFuture = <Schema extends z.ZodType>(schema: Schema, kind: FutureKind): Schema =>
  withTense(schema, { kind, message: fieldMessages.past })

/** The past is right here. */
export const atAnyTime = <Schema extends z.ZodType>(schema: Schema): Schema => withTense(schema, 'any')

/** Today or later, by the calendar of the space. */
export const FutureDay = inFuture(sentDay(), 'day')

export const AnyDay = atAnyTime(sentDay())

/** Now or later, by the clock of the server. */
export const FutureInstant = inFuture(z.iso.datetime(), 'instant')

export const AnyInstant = atAnyTime(z.iso.datetime())

/** A day as a browser's field holds it, which may be left empty. */
export const TypedFutureDay = z.union([z.literal('').transform(() => null), FutureDay])

export const TypedAnyDay = z.union([z.literal('').transform(() => null), AnyDay])
