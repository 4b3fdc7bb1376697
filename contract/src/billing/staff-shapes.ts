import { z } from 'zod'
import { AnyDay, FutureDay } from '../days.ts'
import { tooMuchMoney } from '../field-words.ts'
import { fieldMessages, Text } from '../fields.ts'
import { Id, Instant } from '../route.ts'
import { ConcessionRequest } from './shapes.ts'
import { collectors, concessionStates, maxChargeCents } from './words.ts'

const Cents = z
  .number()
  .int('An amount in whole cents.')
  .min(0, 'Must be 0 or more.')
  .max(maxChargeCents, tooMuchMoney(maxChargeCents))

const Day = z.iso.date()

/** The plan staff put a member on. What is left out is as the plan and the settings have it. */
export const StaffStart = z.object({
  planId: Id,
  collector: z.enum(collectors),
  /** Another price for one period than that of the plan; 0 lets them off. */
  costCents: Cents.optional(),
  couponCode: z.string().trim().pipe(Text(30)).default(''),
  startsOn: AnyDay.optional(),
  /** Access only once the first payment is there. */
  paysBeforeAccess: z.boolean().default(false),
})

export type StaffStart = z.infer<typeof StaffStart>

/** A concession that staff give without being asked. */
export const GivenConcession = z.object({
  reason: z.string().trim().min(1, fieldMessages.empty).pipe(Text(200)),
  percent: z.number().int('A whole number.').min(1, 'At least 1.').max(100),
  /** The first day without it; null: it has no end. */
  endsOn: FutureDay.nullable(),
})

export type GivenConcession = z.infer<typeof GivenConcession>

/** Why a member who has the plan is not moved with the others. */
export const moveRefusals = ['unchanged', 'tooSoon', 'cancelled', 'free', 'collector', 'household'] as const

export type MoveRefusal = (typeof moveRefusals)[number]

/** Everyone of a plan moves to what another one, or the same, costs today. */
export const PlanMove = z.object({
  toPlanId: Id,
  /** Members whose next period begins sooner move with the one after it. */
  noticeDays: z.number().int('A whole number.').min(0, 'Must be 0 or more.').max(180),
})

export type PlanMove = z.infer<typeof PlanMove>

/** A member who would be moved: what they pay now, and from which day what instead. */
export const MovedMember = z.object({
  memberId: z.number().int(),
  name: z.string(),
  fromCents: z.number().int(),
  toCents: z.number().int(),
  startsOn: z.iso.date(),
})

export type MovedMember = z.infer<typeof MovedMember>

export const PlanMovePreview = z.object({
  /** Stands for exactly these members, prices and days; the move is made only while it is still true. */
  fingerprint: z.string(),
  /** How many would be moved, of which this page shows some, by name. */
  count: z.number().int(),
  members: z.array(MovedMember),
  leftOut: z.array(z.object({ why: z.enum(moveRefusals), count: z.number().int() })),
  currency: z.string(),
  /** What all of them pay in a month on average, before and after. */
  monthlyBeforeCents: z.number().int(),
  monthlyAfterCents: z.number().int(),
})

export type PlanMovePreview = z.infer<typeof PlanMovePreview>

export const StaffConcession = z.object({
  id: z.number().int(),
  memberId: z.number().int(),
  memberName: z.string(),
  state: z.enum(concessionStates),
  reason: z.string(),
  percent: z.number().int(),
  askedAt: Instant,
  /** Of the proof; null where there is none. */
  proofType: z.string().nullable(),
  plan: z.string().nullable(),
  decidedAt: Instant.nullable(),
  decidedBy: z.string().nullable(),
  decisionNote: z.string().nullable(),
  endsOn: Day.nullable(),
})

export type StaffConcession = z.infer<typeof StaffConcession>

export const Approval = z.object({
  percent: ConcessionRequest.shape.percent,
  /** The first day without it; null: it has no end. */
  endsOn: FutureDay.nullable(),
  note: z.string().trim().pipe(Text(300)).default(''),
})
