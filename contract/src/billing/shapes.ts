import { z } from 'zod'
import { FutureDay } from '../days.ts'
import { tooMuchMoney } from '../field-words.ts'
import { fieldMessages, Text } from '../fields.ts'
import { MemberSubscription } from '../memberbucks/shapes.ts'
import { Id, Instant, type Upload } from '../route.ts'
import { OwnDues } from './dues-shapes.ts'
import {
  chargeKinds,
  chargeStates,
  collectors,
  concessionStates,
  householdRoles,
  paymentMethods,
  planIntervals,
  subscriptionStandings,
  maxChargeCents,
} from './words.ts'

const Cents = z.number().int()
const SeenCents = Cents.min(0).max(maxChargeCents, tooMuchMoney(maxChargeCents))
const Day = z.iso.date()
const Period = z.object({ from: Day, to: Day })

/** What existing clients read of the caller's plan; `status` beside it is the specification's. */
export const OutsideSubscription = z.union([
  z.object({ success: z.literal(true), subscription: MemberSubscription }),
  z.object({ success: z.literal(false) }),
])

export type OutsideSubscription = z.infer<typeof OutsideSubscription>

/** A charge as its payer reads it. `period` ends before its `to`. */
export const MyCharge = z.object({
  id: z.number().int(),
  kind: z.enum(chargeKinds),
  description: z.string(),
  period: Period.nullable(),
  amountCents: Cents,
  paidCents: Cents,
  discountCents: Cents,
  currency: z.string(),
  dueOn: Day,
  state: z.enum(chargeStates),
})

export type MyCharge = z.infer<typeof MyCharge>

export const MyPayment = z.object({
  id: z.number().int(),
  /** Negative where it was given back or reversed. */
  amountCents: Cents,
  currency: z.string(),
  method: z.enum(paymentMethods),
  reference: z.string(),
  paidOn: Day,
})

export type MyPayment = z.infer<typeof MyPayment>

/** Why the price is lower than the plan's. One of percent and amount. */
export const MyDiscount = z.object({
  kind: z.enum(['coupon', 'concession']),
  /** The code, or the reason. */
  words: z.string(),
  percent: z.number().int().nullable(),
  amountCents: Cents.nullable(),
  /** Periods it still counts for, and the first day without it; null where it has no end. */
  periodsLeft: z.number().int().nullable(),
  endsOn: Day.nullable(),
})

export type MyDiscount = z.infer<typeof MyDiscount>

/** Days that cost nothing: a pause, or a gap after which the plan began anew. */
export const MyBreak = z.object({
  id: z.number().int(),
  kind: z.enum(['pause', 'lapse']),
  days: Period,
  hasBegun: z.boolean(),
  reason: z.string(),
})

export type MyBreak = z.infer<typeof MyBreak>

/** A plan members can choose, with everything that tells it from others. */
export const PlanOffer = z.object({
  id: z.number().int(),
  name: z.string(),
  tier: z.string(),
  costCents: Cents,
  currency: z.string(),
  intervalCount: z.number().int(),
  interval: z.enum(planIntervals),
  collectors: z.array(z.enum(collectors)),
  maxPeople: z.number().int(),
})

export type PlanOffer = z.infer<typeof PlanOffer>

export const MySubscription = z.object({
  id: z.number().int(),
  state: z.enum(subscriptionStandings),
  collector: z.enum(collectors),
  plan: PlanOffer,
  tierDescription: z.string(),
  /** As agreed, for one period, before discounts. */
  costCents: Cents,
  currency: z.string(),
  intervalCount: z.number().int(),
  interval: z.enum(planIntervals),
  discounts: z.array(MyDiscount),
  startedOn: Day,
  /** The period that runs; null between periods. */
  period: Period.nullable(),
  paidThrough: Day,
  /** The first day without access, if nothing is paid until then. */
  accessUntil: Day,
  hasAccess: z.boolean(),
  /** What is paid next, and when: the oldest open charge, or the one to come. Null where nothing comes. */
  next: z.object({ on: Day, amountCents: Cents, isCharged: z.boolean() }).nullable(),
  nextPlan: z.object({ name: z.string(), tier: z.string(), costCents: Cents, startsOn: Day }).nullable(),
  cancelOn: Day.nullable(),
  moreTimeUntil: Day.nullable(),
  givenBackUntil: Day.nullable(),
  breaks: z.array(MyBreak),
  pauseLimits: z.object({
    leastDays: z.number().int(),
    mostDays: z.number().int(),
    noticeDays: z.number().int(),
    perYear: z.number().int(),
  }),
})

export type MySubscription = z.infer<typeof MySubscription>

export const HouseholdPerson = z.object({
  id: z.number().int(),
  memberId: z.number().int(),
  name: z.string(),
  role: z.enum(householdRoles),
  joinedOn: Day,
  hasAccess: z.boolean(),
})

export type HouseholdPerson = z.infer<typeof HouseholdPerson>

export const HouseholdInvitation = z.object({
  id: z.number().int(),
  email: z.string(),
  role: z.enum(householdRoles),
  invitedAt: Instant,
})

export type HouseholdInvitation = z.infer<typeof HouseholdInvitation>

/** The household the caller pays for. */
export const MyHousehold = z.object({
  /** With the payer. */
  maxPeople: z.number().int(),
  people: z.array(HouseholdPerson),
  invitations: z.array(HouseholdInvitation),
})

export type MyHousehold = z.infer<typeof MyHousehold>

/** A household whose payer is another member. */
export const OtherHousehold = z.object({
  id: z.number().int(),
  payer: z.string(),
  plan: z.string(),
  tier: z.string(),
  accessUntil: Day,
  hasAccess: z.boolean(),
})

export type OtherHousehold = z.infer<typeof OtherHousehold>

export const MyConcession = z.object({
  id: z.number().int(),
  state: z.enum(concessionStates),
  reason: z.string(),
  percent: z.number().int(),
  askedAt: Instant,
  endsOn: Day.nullable(),
  decisionNote: z.string().nullable(),
  hasProof: z.boolean(),
})

export type MyConcession = z.infer<typeof MyConcession>

export const MyPlan = z.object({
  today: Day,
  subscription: MySubscription.nullable(),
  charges: z.array(MyCharge),
  /** The last twelve. */
  payments: z.array(MyPayment),
  creditCents: Cents,
  balanceCents: Cents,
  /** The sum that is owed and why, and what is paid next. */
  dues: OwnDues,
  /** Of the charges and the credit. */
  currency: z.string(),
  household: MyHousehold.nullable(),
  paidBy: OtherHousehold.nullable(),
  /** Households the caller is invited to. */
  invitations: z.array(z.object({ id: z.number().int(), payer: z.string(), plan: z.string() })),
  concession: MyConcession.nullable(),
})

export type MyPlan = z.infer<typeof MyPlan>

export const planChangeTimes = ['now', 'next'] as const

/** What a change of plan costs and gives back, worked out by doing it. */
export const ChangePreview = z.object({
  /** Today, or from the end of what is charged. */
  when: z.enum(planChangeTimes),
  /** Those that can be chosen. */
  times: z.array(z.enum(planChangeTimes)),
  startsOn: Day,
  /** Where the period goes on, its end; else that of the first period of the new plan. */
  firstPeriodEnds: Day,
  /** Whether the period that runs stays as it is and only the difference for its days left is charged. */
  periodGoesOn: z.boolean(),
  /** The sum that the days until then cost more than before; negative where they cost less. */
  differenceCents: Cents,
  /** The sum paid of days that are charged anew. */
  givenBackCents: Cents,
  /** The days until then on the new plan, after everything taken off. */
  firstChargeCents: Cents,
  /** To pay now, after what is given back and left over, with what of the plan was open before. */
  dueNowCents: Cents,
  creditCents: Cents,
  currency: z.string(),
  /** People who would be too many for the new plan. */
  tooManyPeople: z.number().int(),
})

export type ChangePreview = z.infer<typeof ChangePreview>

/** The change as its preview said it; what has changed since refuses it. */
export const ConfirmedChange = z.object({
  planId: Id,
  when: z.enum(planChangeTimes),
  givenBackCents: SeenCents,
  firstChargeCents: SeenCents,
  dueNowCents: SeenCents,
})

/** The days of a pause, `to` being the first day after it. */
export const WantedDays = z.object({ from: FutureDay, to: FutureDay })

export const PauseEffect = z.object({
  days: Period,
  /** Paid days that come back after the pause. */
  paidDaysKept: z.number().int(),
  paidThroughBefore: Day,
  paidThroughAfter: Day,
  /** Where paid days come back as money instead: what is taken off the first payment after the pause, about. */
  creditCents: Cents.optional(),
})

export type PauseEffect = z.infer<typeof PauseEffect>

export const ConcessionRequest = z.object({
  reason: z.string().trim().min(1, fieldMessages.empty).pipe(Text(200)),
  percent: z.number().int('A whole number.').min(1, 'At least 1.').max(100),
})

/** A picture or a scan. */
export const proofUpload = {
  mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'],
  maxBytes: 5_000_000,
} as const satisfies Upload

export const MyInvoice = z.object({
  id: z.number().int(),
  number: z.number().int(),
  kind: z.enum(['invoice', 'creditNote']),
  issuedOn: Day,
  totalCents: Cents,
  currency: z.string(),
  description: z.string(),
  /** The days it is for now, where a late payment or a pause moved them after it was issued. */
  movedTo: z.array(Period),
  /** Whether every charge on it is settled. */
  isPaid: z.boolean(),
})

export type MyInvoice = z.infer<typeof MyInvoice>

/** A request as staff decide it. */
