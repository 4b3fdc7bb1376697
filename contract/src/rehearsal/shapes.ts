import { z } from 'zod'
import { subscriptionStandings } from '../billing/words.ts'
import { Instant } from '../route.ts'
import { topUpStates } from '../stripe/words.ts'
import { rehearsalActs, rehearsalCards, rehearsalStates, storyKinds } from './words.ts'

const Cents = z.number().int()

/** A line of the story. What is not said by its kind is null. */
export const StoryLine = z.object({
  id: z.number().int(),
  day: z.iso.date(),
  kind: z.enum(storyKinds),
  act: z.enum(rehearsalActs).nullable(),
  amountCents: Cents.nullable(),
  currency: z.string().nullable(),
  /** What it is about: a plan, what is charged, why a card was refused, the subject of a message. */
  about: z.string(),
  state: z.enum(subscriptionStandings).nullable(),
  /** A day it speaks of: when Stripe tries again, when the plan ends. */
  on: z.iso.date().nullable(),
  /** What a message says. */
  text: z.string().nullable(),
})

export type StoryLine = z.infer<typeof StoryLine>

/** A plan that can be chosen in the rehearsal. */
export const RehearsalPlan = z.object({
  id: z.number().int(),
  name: z.string(),
  tier: z.string(),
  costCents: Cents,
  currency: z.string(),
})

export type RehearsalPlan = z.infer<typeof RehearsalPlan>

/** A payment that was taken, or tried, in one go: at Stripe beside what stands here of it. */
export const RehearsalPayment = z.object({
  on: z.iso.date(),
  amountCents: Cents,
  currency: z.string(),
  atStripe: z.enum(topUpStates),
  here: z.enum(topUpStates).nullable(),
})

export type RehearsalPayment = z.infer<typeof RehearsalPayment>

/** The member who is watched, as they stand today. */
export const RehearsalStanding = z.object({
  begunOn: z.iso.date(),
  today: z.iso.date(),
  memberName: z.string(),
  plan: z
    .object({
      id: z.number().int(),
      name: z.string(),
      costCents: Cents,
      currency: z.string(),
      state: z.enum(subscriptionStandings),
      /** The first day that is not paid. */
      paidThrough: z.iso.date(),
      endsOn: z.iso.date().nullable(),
    })
    .nullable(),
  card: z.enum(rehearsalCards),
  owedCents: Cents,
  owedCurrency: z.string(),
  isDoorOpen: z.boolean(),
  /** When something is charged next; null when nothing will be. */
  nextPaymentOn: z.iso.date().nullable(),
  /** What makes sense now. */
  acts: z.array(z.enum(rehearsalActs)),
  plans: z.array(RehearsalPlan),
  /** Whether the currency can be paid by bank debit. */
  hasDebit: z.boolean(),
  /** All that was paid less what was given back, here and at Stripe: the same, unless something is wrong. */
  paidHereCents: Cents,
  paidAtStripeCents: Cents,
  payments: z.array(RehearsalPayment),
  story: z.array(StoryLine),
})

export type RehearsalStanding = z.infer<typeof RehearsalStanding>

export const Rehearsal = z.object({
  state: z.enum(rehearsalStates),
  /** The tour plays by itself. */
  isOnTour: z.boolean(),
  /** What went wrong, where it failed. */
  problem: z.string().nullable(),
  /** When it ends by itself if no page asks for it. */
  endsAt: Instant.nullable(),
  standing: RehearsalStanding.nullable(),
})

export type Rehearsal = z.infer<typeof Rehearsal>
