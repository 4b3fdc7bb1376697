import { z } from 'zod'
import { bareAccount, isIban, looksLikeIban } from '../bank/account-numbers.ts'
import { fieldMessages, Text } from '../fields.ts'
import { Instant } from '../route.ts'
import { leavingReasons, leavingStates, leavingStepStates, refundSources, refundStates } from './words.ts'

export const LeavingStepView = z.object({
  name: z.string(),
  title: z.string(),
  dueOn: z.string(),
  state: z.enum(leavingStepStates),
  /** What was done, or what it waits for. */
  words: z.string(),
  settledAt: Instant.nullable(),
})
export type LeavingStepView = z.infer<typeof LeavingStepView>

const checklist = {
  reason: z.enum(leavingReasons),
  endedOn: z.string(),
  state: z.enum(leavingStates),
  steps: z.array(LeavingStepView),
}

/** The checklist of a member who leaves, as staff see it. */
export const Leaving = z.object({
  id: z.number().int(),
  member: z.object({ id: z.number().int(), name: z.string(), isClosed: z.boolean() }),
  ...checklist,
  overAt: Instant.nullable(),
})
export type Leaving = z.infer<typeof Leaving>

export const LeavingList = z.object({
  leavings: z.array(Leaving),
  /** The number to ask for the page after this one. */
  next: z.number().int().nullable(),
  counts: z.object({ open: z.number().int(), over: z.number().int() }),
})
export type LeavingList = z.infer<typeof LeavingList>

const OwnRefund = z.object({
  amountCents: z.number().int(),
  state: z.enum(refundStates),
  accountName: z.string(),
  accountEnd: z.string(),
  reason: z.string(),
})

/** A member's own checklist, and what they can choose. */
export const OwnLeaving = z.object({
  leaving: z.object(checklist).nullable(),
  balanceCents: z.number().int(),
  /** The balance can be asked back or donated now. */
  mayChoose: z.boolean(),
  refund: OwnRefund.nullable(),
  /** The sum left over of payments, once no plan uses it. */
  credit: z.object({
    cents: z.number().int(),
    currency: z.string(),
    mayAsk: z.boolean(),
    refund: OwnRefund.nullable(),
  }),
})
export type OwnLeaving = z.infer<typeof OwnLeaving>

export const BalanceRefundRequest = z.object({
  source: z.enum(refundSources).default('balance'),
  accountName: z.string().trim().min(1, fieldMessages.empty).pipe(Text(70)),
  accountNumber: z
    .string()
    .trim()
    .min(1, fieldMessages.empty)
    .pipe(Text(60))
    .refine((text) => bareAccount(text).length >= 5, 'Enter the number of your bank account, such as an IBAN.')
    .refine((text) => !looksLikeIban(text) || isIban(text), 'This IBAN has a mistake in it. Please check it.'),
})

/** A balance or a credit that goes back, as the treasurer sees it. */
export const BalanceRefund = z.object({
  id: z.number().int(),
  member: z.object({ id: z.number().int(), name: z.string() }),
  source: z.enum(refundSources),
  currency: z.string(),
  amountCents: z.number().int(),
  /** The sum there is of it now. */
  balanceCents: z.number().int(),
  accountName: z.string(),
  accountNumber: z.string(),
  state: z.enum(refundStates),
  askedAt: Instant,
  decidedAt: Instant.nullable(),
  reason: z.string(),
})
export type BalanceRefund = z.infer<typeof BalanceRefund>

export const Reason = z.string().trim().min(1, fieldMessages.empty).pipe(Text(300))
