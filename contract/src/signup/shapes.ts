import { z } from 'zod'
import { ComingPrice, OwnDues } from '../billing/dues-shapes.ts'
import { collectors, planIntervals } from '../billing/words.ts'
import { CardNumber, plainCard } from '../card-numbers.ts'
import { fieldMessages, Lines } from '../fields.ts'
import { Instant } from '../route.ts'
import { CourseKind } from '../training/shapes.ts'
import { applicationStates, completionItems, outsideSteps, ownSteps, signupSteps, stepStates } from './words.ts'

const Cents = z.number().int()

const Day = z.iso.date()

/** A plan to choose, under the names of existing clients and beside them what else decides the choice. */
export const OfferedPlan = z.object({
  id: z.number().int(),
  name: z.string(),
  currency: z.string(),
  cost: Cents.describe('In cents.'),
  intervalAmount: z.number().int(),
  interval: z.enum(planIntervals),
  joiningFeeCents: Cents,
  collectors: z.array(z.enum(collectors)),
  maxPeople: z.number().int(),
})

export type OfferedPlan = z.infer<typeof OfferedPlan>

export const OfferedTier = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  featured: z.boolean(),
  plans: z.array(OfferedPlan).min(1),
})

export type OfferedTier = z.infer<typeof OfferedTier>

/** Whether the way in is free, and what existing clients ask for before it is. */
export const SignupReadiness = z.object({
  success: z.boolean(),
  requiredSteps: z.array(z.enum(outsideSteps)),
})

export type SignupReadiness = z.infer<typeof SignupReadiness>

export const SignupOutcome = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  /** What is still in the way. */
  items: z.array(z.enum(completionItems)).optional(),
})

export type SignupOutcome = z.infer<typeof SignupOutcome>

export const SignupStepState = z.object({
  step: z.enum(signupSteps),
  state: z.enum(stepStates),
  minutes: z.number().int(),
})

export type SignupStepState = z.infer<typeof SignupStepState>

/** What a plan costs and when, worked out by taking it. */
export const PlanQuote = z.object({
  currency: z.string(),
  /** To pay now, after what is left over from before. */
  todayCents: Cents,
  lines: z.array(z.object({ description: z.string(), amountCents: Cents, discountCents: Cents })),
  creditCents: Cents,
  /** What is asked for next; null where nothing is. */
  next: z.object({ on: Day, amountCents: Cents }).nullable(),
  /** From then on: each price while it lasts. */
  coming: z.array(ComingPrice),
  /** The last day of the first period. */
  paidThrough: Day,
  paysBeforeAccess: z.boolean(),
})

export type PlanQuote = z.infer<typeof PlanQuote>

/** A number as it is printed on a card. */
export const OwnCardNumber = CardNumber.refine(
  (number) => /^[0-9a-z]+(?:[:.-][0-9a-z]+)*$/i.test(number) && /^.{3,20}$/.test(plainCard(number)),
  'The number on your card: 3 to 20 letters and digits.',
)

/** A message of staff or of an applicant. */
export const ApplicationWords = z.string().trim().min(1, fieldMessages.empty).pipe(Lines(1000))

export const OwnApplication = z.object({
  state: z.enum(applicationStates),
  submittedAt: Instant,
  question: z.string().nullable(),
  answer: z.string().nullable(),
  /** Why it was declined. */
  reason: z.string().nullable(),
})

export type OwnApplication = z.infer<typeof OwnApplication>

/** The standing of a member: why they are not in, what they owe, and the one thing to do next. Every screen about a membership says it. */
export const OwnStanding = z.object({
  /** Null where there is nothing for them to do. */
  step: z.enum(ownSteps).nullable(),
  /** The items in the way, in the order of the steps; empty for members. */
  items: z.array(z.enum(completionItems)),
  /** They have paid everything and are not in. */
  hasPaid: z.boolean(),
  dues: OwnDues,
})

export type OwnStanding = z.infer<typeof OwnStanding>

/** How far a member is on the way into the space. */
export const OwnSignup = z.object({
  /** In their order; empty for members. */
  steps: z.array(SignupStepState),
  /** What is in the way now, as completing would say it; empty when they can come in. */
  items: z.array(z.enum(completionItems)),
  isMember: z.boolean(),
  /** They were a member before. */
  isReturning: z.boolean(),
  paysBeforeAccess: z.boolean(),
  maySkip: z.boolean(),
  plan: z
    .object({
      name: z.string(),
      tier: z.string(),
      collector: z.enum(collectors),
      currency: z.string(),
      openCents: Cents,
    })
    .nullable(),
  induction: z
    .object({
      /** Of the certificate that is the induction, where it is one. */
      certificateId: z.number().int().nullable(),
      name: z.string().nullable(),
      course: CourseKind,
      url: z.string(),
      bookingUrl: z.string(),
    })
    .nullable(),
  card: z.object({ number: z.string().nullable(), mayChange: z.boolean() }),
  application: OwnApplication.nullable(),
})

export type OwnSignup = z.infer<typeof OwnSignup>

/** An application as staff read it. */
export const Application = z.object({
  id: z.number().int(),
  memberId: z.number().int(),
  name: z.string(),
  email: z.string(),
  state: z.enum(applicationStates),
  submittedAt: Instant,
  /** They were a member before. */
  isReturning: z.boolean(),
  plan: z.string().nullable(),
  currency: z.string(),
  /** Of the plan they chose: what is paid, and what is open. */
  paidCents: Cents,
  openCents: Cents,
  /** What would be theirs to get back. */
  creditCents: Cents,
  question: z.string().nullable(),
  askedAt: Instant.nullable(),
  answer: z.string().nullable(),
  answeredAt: Instant.nullable(),
  decidedAt: Instant.nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
})

export type Application = z.infer<typeof Application>
