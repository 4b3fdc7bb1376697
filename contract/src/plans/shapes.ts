import { z } from 'zod'
import { FutureDay } from '../days.ts'
import { tooMuchMoney } from '../field-words.ts'
import { fieldMessages, Lines, Text } from '../fields.ts'
import { Instant } from '../route.ts'
import {
  collectors,
  maxHouseholdPeople,
  maxIntervalCount,
  maxPlanCents,
  planCurrencies,
  planIntervals,
} from './words.ts'

/** A plan as staff see it: `cost` in currency units, as existing clients read it, and `costCents` the same exactly. */
export const StaffPlan = z.object({
  id: z.number().int(),
  name: z.string(),
  stripeId: z.string(),
  /** The id of its tier. */
  memberTier: z.number().int(),
  visible: z.boolean(),
  currency: z.string(),
  cost: z.number().describe('In units of its currency, such as 69.00. Members read the cost of a plan in cents.'),
  /** The same number twice: existing clients read it by this name, other programs by the next. */
  intervalCount: z.number().int(),
  intervalAmount: z.number().int(),
  interval: z.enum(planIntervals),
  costCents: z.number().int().describe('The cost in cents.'),
  joiningFeeCents: z.number().int(),
  collectors: z.array(z.enum(collectors)),
  /** The payer and the people of their household together. */
  maxPeople: z.number().int(),
  /** Whether the plan advisor may name it to members. */
  isAdvised: z.boolean(),
  archivedAt: Instant.nullable(),
})

export type StaffPlan = z.infer<typeof StaffPlan>

/** A tier as staff see it. The names are those of existing clients; `stripeId` is empty until there is one. */
export const StaffTier = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  visible: z.boolean(),
  featured: z.boolean(),
  stripeId: z.string(),
  /** Without archived ones, in their order. */
  plans: z.array(StaffPlan),
  archivedAt: Instant.nullable(),
})

export type StaffTier = z.infer<typeof StaffTier>

/** What comes in a month on average, in one currency, before discounts. */
export const MonthlyIncome = z.object({ currency: z.string(), cents: z.number().int() })

export type MonthlyIncome = z.infer<typeof MonthlyIncome>

/** A plan with who has it now. `otherPrices`: how many of them agreed to something other than it costs today. */
export const PlanOverview = StaffPlan.extend({
  members: z.number().int(),
  otherPrices: z.number().int(),
  monthly: z.array(MonthlyIncome),
})

export type PlanOverview = z.infer<typeof PlanOverview>

export const TierOverview = StaffTier.extend({
  members: z.number().int(),
  monthly: z.array(MonthlyIncome),
  plans: z.array(PlanOverview),
})

export type TierOverview = z.infer<typeof TierOverview>

/** Forms of existing clients send numbers as text. */
const Whole = (most: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,10}$/, 'A whole number.')
          .transform(Number),
      ],
      'A whole number.',
    )
    .pipe(z.number().int('A whole number.').min(1, 'At least 1.').max(most))

const Cents = z
  .number()
  .int('An amount in whole cents.')
  .min(0, 'Must be 0 or more.')
  .max(maxPlanCents, tooMuchMoney(maxPlanCents))

/** How far a product such as 19.99 × 100 can be from the cents it stands for: 1998.9999999999998. */
const slip = 1e-4

/** Cents as existing clients work them out. What is no whole number of cents, give or take that slip, is refused. */
export const ComputedCents = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,10}(\.\d{1,20})?$/, 'An amount.')
        .transform(Number),
    ],
    'An amount.',
  )
  .refine((cents) => Math.abs(cents - Math.round(cents)) < slip, 'An amount in whole cents.')
  .transform(Math.round)
  .pipe(Cents)

export const TierDetails = z.object({
  name: z.string().trim().min(1, fieldMessages.empty).pipe(Text(100)),
  description: z.string().trim().pipe(Lines(1000)),
  visible: z.boolean(),
  featured: z.boolean(),
})

export type TierDetails = z.infer<typeof TierDetails>

/** One that plans and payments can have. */
export const PlanCurrency = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => planCurrencies.includes(code), 'A currency such as AUD or EUR.')

/** What staff write down of a plan. */
export const PlanDetails = z.object({
  name: z.string().trim().min(1, fieldMessages.empty).pipe(Text(100)),
  visible: z.boolean(),
  costCents: Cents,
  joiningFeeCents: Cents,
  collectors: z
    .array(z.enum(collectors))
    .min(1, 'Choose at least one way to pay.')
    .max(collectors.length)
    .transform((chosen) => [...new Set(chosen)]),
  maxPeople: Whole(maxHouseholdPeople),
  isAdvised: z.boolean(),
})

export type PlanDetails = z.infer<typeof PlanDetails>

/** What members agree to when they take a plan, so that it changes only until one has. */
export const PlanTerms = z.object({
  memberTier: Whole(2_147_483_647),
  currency: PlanCurrency,
  intervalCount: Whole(maxIntervalCount),
  interval: z.string().trim().toLowerCase().pipe(z.enum(planIntervals, 'Day, week, month or year.')),
})

/** A new plan; existing clients send `cost` in cents in place of `costCents`, and know no more than the first fields. */
export const NewPlan = PlanTerms.extend({
  ...PlanDetails.partial().shape,
  name: PlanDetails.shape.name,
  visible: z.boolean().default(true),
  cost: ComputedCents.optional().describe('In cents, in place of costCents.'),
})

export type NewPlan = z.infer<typeof NewPlan>

/**
 * What may change of a plan; its terms only until the first member has it. A `cost` is in cents, but one that is sent
 * back in units, as it was read, changes nothing.
 */
export const PlanChanges = PlanDetails.extend(PlanTerms.omit({ memberTier: true }).shape)
  .partial()
  .extend({ cost: z.union([z.number(), z.string().trim().max(40).transform(Number)]).optional() })

export type PlanChanges = z.infer<typeof PlanChanges>

/** A member who has a plan now. */
export const PlanMember = z.object({
  memberId: z.number().int(),
  name: z.string(),
  state: z.enum(['incomplete', 'active', 'pastDue', 'paused', 'cancelling']),
  collector: z.enum(collectors),
  /** As agreed, for one period. */
  costCents: z.number().int(),
  currency: z.string(),
  startedOn: z.iso.date(),
  paidThrough: z.iso.date(),
  /** What was agreed from the next period on. */
  next: z.object({ plan: z.string(), costCents: z.number().int() }).nullable(),
})

export type PlanMember = z.infer<typeof PlanMember>

/** A code that makes plans cheaper. Exactly one of `percent` and `amountCents` is there. */
export const Coupon = z.object({
  id: z.number().int(),
  code: z.string(),
  description: z.string(),
  percent: z.number().int().nullable(),
  amountCents: z.number().int().nullable(),
  /** Null: for as long as the subscription lasts. */
  periods: z.number().int().nullable(),
  maxUses: z.number().int().nullable(),
  /** How often one member can use it. */
  usesPerMember: z.number().int(),
  uses: z.number().int(),
  startsOn: z.iso.date().nullable(),
  /** The last day it can be used. */
  endsOn: z.iso.date().nullable(),
  endedAt: Instant.nullable(),
})

export type Coupon = z.infer<typeof Coupon>

/** What members type for a coupon, in capitals. */
export const CouponCode = z
  .string()
  .trim()
  .toUpperCase()
  .max(30, { abort: true })
  .regex(/^[A-Z0-9-]{3,}$/, 'At least 3 letters, digits and hyphens.')

const optionalWhole = (most: number) => z.number().int('A whole number.').min(1, 'At least 1.').max(most).nullable()

export const NewCoupon = z.object({
  code: CouponCode,
  description: z.string().trim().pipe(Text(200)).default(''),
  percent: optionalWhole(100),
  amountCents: Cents.min(1, 'Must be more than 0.').nullable(),
  periods: optionalWhole(120),
  maxUses: optionalWhole(1_000_000),
  usesPerMember: z.number().int('A whole number.').min(1, 'At least 1.').max(100).default(1),
  startsOn: FutureDay.nullable(),
  endsOn: FutureDay.nullable(),
})

export type NewCoupon = z.infer<typeof NewCoupon>
