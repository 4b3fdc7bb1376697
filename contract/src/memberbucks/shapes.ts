import { z } from 'zod'
import { fieldMessages, Text } from '../fields.ts'
import { Plan, SubscriptionState, Tier } from '../members/shapes.ts'
import { Instant } from '../route.ts'
import { maxAmountCents, staffTypes } from './words.ts'

/** One movement; `amount` and `balance` (afterwards) in currency units, as existing clients read them. */
export const Transaction = z.object({
  id: z.number().int(),
  amount: z.number(),
  balance: z.number(),
  /** The label of its type. */
  type: z.string(),
  description: z.string(),
  date: Instant,
})

export type Transaction = z.infer<typeof Transaction>

/** The same for staff, in cents, with who did it and whether it was put right since. */
export const LedgerEntry = z.object({
  id: z.number().int(),
  amountCents: z.number().int(),
  balanceCents: z.number().int(),
  type: z.enum(['stripe', 'bank', 'cash', 'card', 'interlock', 'web', 'other']),
  description: z.string(),
  at: Instant,
  /** The member or the device that caused it; null for the portal itself. */
  by: z.string().nullable(),
  /** The entry it puts right. */
  reverses: z.number().int().nullable(),
  isReversed: z.boolean(),
})

export type LedgerEntry = z.infer<typeof LedgerEntry>

const UnixSeconds = z.number().int()

/** The subscription of a member. Existing clients read every part of it without looking, so it is whole or not there. */
export const MemberSubscription = z.object({
  status: SubscriptionState,
  billingCycleAnchor: UnixSeconds,
  startDate: UnixSeconds,
  currentPeriodEnd: UnixSeconds,
  cancelAt: UnixSeconds.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  membershipTier: Tier,
  membershipPlan: Plan,
})

const Key = z.string().min(1).max(100)

/** What staff book: money in (positive) or out (negative), with the reason the member reads. */
export const Booking = z.object({
  amountCents: z
    .number()
    .int('An amount in whole cents.')
    .min(-maxAmountCents, 'At most 10,000.00.')
    .max(maxAmountCents, 'At most 10,000.00.')
    .refine((cents) => cents !== 0, 'Enter an amount.'),
  type: z.enum(staffTypes),
  description: z.string().trim().min(1, fieldMessages.empty).pipe(Text(500)),
  /** Chosen anew for each booking; sent again with the same key it books nothing more. */
  idempotencyKey: Key,
})
