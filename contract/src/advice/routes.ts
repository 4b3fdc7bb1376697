import { z } from 'zod'
import { planIntervals } from '../plans/words.ts'
import { routes } from '../route.ts'
import { leavingSigns } from './words.ts'

const Cents = z.number().int()
const Day = z.iso.date()

const AdvisedPlan = z.object({
  id: z.number().int(),
  name: z.string(),
  tier: z.string(),
  tierDescription: z.string(),
  isOwnTier: z.boolean(),
  costCents: Cents,
  currency: z.string(),
  interval: z.enum(planIntervals),
  intervalCount: z.number().int(),
})

export type AdvisedPlan = z.infer<typeof AdvisedPlan>

/** The plan (or none) that would have cost a member least, beside what they paid. */
export const PlanAdvice = z.object({
  /** The days looked at, from the first to the day after the last. */
  from: Day,
  to: Day,
  /** How many of them were paid for; a pause is not. */
  days: z.number().int(),
  currency: z.string(),
  /** What was paid for these days, and what they would have cost with the advised plan. */
  paidCents: Cents,
  wouldCostCents: Cents,
  /** Null: no plan at all would have done, because the member was not here. */
  plan: AdvisedPlan.nullable(),
  /** Where the plan is of another tier: the cheapest of the member's own, if it saves enough, too. */
  ownTier: z.object({ plan: AdvisedPlan, wouldCostCents: Cents }).nullable(),
  /** The member pays less now by a concession or coupon, which is not counted for the advised plan. */
  leavesOutDiscount: z.boolean(),
  /** What plans do not change. */
  visitDays: z.number().int(),
  machineUses: z.number().int(),
  machineCents: Cents,
  purchaseCents: Cents,
})

export type PlanAdvice = z.infer<typeof PlanAdvice>

/** A sign that a member may leave, with what it was seen in. */
export const FoundSign = z.object({
  sign: z.enum(leavingSigns),
  points: z.number().int(),
  /** The last visit, the day a payment was due, the pause began, the plan ended or the concession ends. */
  day: Day.nullable(),
  /** Days here in the last four weeks, and in four weeks usually. */
  recentDays: z.number().int().nullable(),
  usualDays: z.number().int().nullable(),
})

export type FoundSign = z.infer<typeof FoundSign>

export const LeavingMember = z.object({
  memberId: z.number().int(),
  name: z.string(),
  email: z.string(),
  plan: z.string(),
  points: z.number().int(),
  signs: z.array(FoundSign),
  /** What is overdue; null where nothing is, and for staff without the permission for money. */
  openCents: Cents.nullable(),
  currency: z.string(),
})

export type LeavingMember = z.infer<typeof LeavingMember>

export const adviceApi = routes({
  getOwn: {
    method: 'GET',
    path: '/api/advice/plan/',
    access: 'signedIn',
    feature: 'enablePlanAdvisor',
    summary: 'The plan that would have cost the caller least in three months; null when it is early or saves little.',
    output: z.object({ advice: PlanAdvice.nullable() }),
  },
  listLeaving: {
    method: 'GET',
    path: '/api/admin/advice/leaving/',
    access: 'staff.members',
    feature: 'enablePlanAdvisor',
    summary: 'Members who are likely to leave, at most 50, with the signs; amounts for callers who see money.',
    output: z.object({ members: z.array(LeavingMember), hasMore: z.boolean() }),
  },
})
