import { z } from 'zod'
import { Id } from '../route.ts'
import { CurrencySum, PaidCents, ReasonBody } from './desk-shapes.ts'

const Cents = z.number().int()

/** As many as are written off at once. */
const Ids = z.array(Id).max(100, 'At most 100 at a time.')

export const WriteOff = ReasonBody.extend({
  /** Each with what is open of it, as its reader saw it. */
  charges: z
    .array(z.object({ chargeId: Id, amountCents: PaidCents }))
    .min(1, 'Choose at least one charge.')
    .max(100, 'At most 100 at a time.'),
  /** Members whose plan ends with it. */
  endsPlanOf: Ids.default([]),
})

export type WriteOff = z.infer<typeof WriteOff>

export const WriteOffResult = z.object({
  writtenOff: z.number().int(),
  sums: z.array(CurrencySum),
  plansEnded: z.number().int(),
  /** Charges that are not as they were, and nothing was done about. */
  skipped: z.array(
    z.object({
      chargeId: z.number().int(),
      memberName: z.string(),
      reason: z.enum(['changed', 'ownPayment', 'keptAtStripe']),
    }),
  ),
})

export type WriteOffResult = z.infer<typeof WriteOffResult>

export const WriteOffQuery = z.object({ chargeIds: Ids.min(1, 'Choose at least one charge.') })

/** The effect of writing off on a plan, worked out by doing it and taking it back, once with and once without its end. */
const PlanEffect = z.object({
  memberId: z.number().int(),
  memberName: z.string(),
  plan: z.string(),
  /** They have no access now, because they did not pay. */
  isAccessOver: z.boolean(),
  /** Others of their household, who have what they have. */
  people: z.number().int(),
  ifKept: z.object({
    /** The first day without access; null where they have none. */
    accessUntil: z.iso.date().nullable(),
    /** The charge at once for the days to come. */
    bill: z.object({ cents: Cents, currency: z.string(), dueOn: z.iso.date() }).nullable(),
    /** When the next period begins that is charged as usual; null where the plan was cancelled. */
    nextFrom: z.iso.date().nullable(),
  }),
  ifEnded: z.object({
    /** The sum they owe all the same. */
    owed: z.array(CurrencySum),
  }),
})

export type PlanEffect = z.infer<typeof PlanEffect>

export const WriteOffPreview = z.object({ plans: z.array(PlanEffect) })

export type WriteOffPreview = z.infer<typeof WriteOffPreview>
