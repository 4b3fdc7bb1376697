import { z } from 'zod'
import { chargeKinds, collectors, dueReasons } from './words.ts'

const Cents = z.number().int()
const Day = z.iso.date()

/** A price that is paid a number of times, one payment after the other; `count` is null where it goes on. */
export const ComingPrice = z.object({ from: Day, amountCents: Cents, count: z.number().int().nullable() })

export type ComingPrice = z.infer<typeof ComingPrice>

/** A part of what is owed. `period` ends before its `to`. */
export const DueLine = z.object({
  chargeId: z.number().int(),
  kind: z.enum(chargeKinds),
  description: z.string(),
  period: z.object({ from: Day, to: Day }).nullable(),
  amountCents: Cents,
  dueOn: Day,
})

export type DueLine = z.infer<typeof DueLine>

/** The dues of a member: the sum and why, and what they pay next. Every screen reads this one answer. */
export const OwnDues = z.object({
  /** Everything open as one sum, the joining fee included. */
  owedCents: Cents,
  currency: z.string(),
  /** Null where nothing is owed. */
  reason: z.enum(dueReasons).nullable(),
  /** Until when: the first day without access, or the day it is due. Null where access waits for the payment. */
  by: Day.nullable(),
  lines: z.array(DueLine),
  /** The sum of payments that are under way, such as debits. */
  onItsWayCents: Cents,
  /** How the plan is paid; null without one. */
  collector: z.enum(collectors).nullable(),
  /** A mandate collects what is due, so nothing is to be transferred. */
  isDebited: z.boolean(),
  /** The debit that the bank last sent back, while it is owed. */
  returned: z.object({ amountCents: Cents, on: Day, reason: z.string() }).nullable(),
  /** The payments after what is owed, until their price stays. Empty where none comes. */
  coming: z.array(ComingPrice),
  /** The sum left over of payments. */
  creditCents: Cents,
})

export type OwnDues = z.infer<typeof OwnDues>
