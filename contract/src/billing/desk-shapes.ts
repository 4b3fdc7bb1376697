import { z } from 'zod'
import { fieldMessages, Text } from '../fields.ts'
import { Id, Instant } from '../route.ts'
import {
  chargeKinds,
  chargeLists,
  chargeStates,
  collectors,
  handMethods,
  maxChargeCents,
  paymentMethods,
} from './words.ts'

const Cents = z.number().int()

/** A charge as the treasurer's desk lists it. */
export const DeskCharge = z.object({
  id: z.number().int(),
  memberId: z.number().int(),
  memberName: z.string(),
  description: z.string(),
  kind: z.enum(chargeKinds),
  state: z.enum(chargeStates),
  /** Null for a charge that belongs to no plan. */
  plan: z.string().nullable(),
  collector: z.enum(collectors).nullable(),
  amountCents: Cents,
  paidCents: Cents,
  dueOn: z.iso.date(),
  /** When its members lose access unless it is paid; null where access does not hang on it. */
  accessUntil: z.iso.date().nullable(),
  /** Why it was written off or cancelled. */
  reason: z.string().nullable(),
})

export type DeskCharge = z.infer<typeof DeskCharge>

/** Money that arrived, or was given back, with what it paid. */
export const BookedPayment = z.object({
  id: z.number().int(),
  memberId: z.number().int(),
  memberName: z.string(),
  amountCents: Cents,
  method: z.enum(paymentMethods),
  reference: z.string(),
  note: z.string(),
  paidOn: z.iso.date(),
  at: Instant,
  /** Staff who booked it; null for the portal itself. */
  by: z.string().nullable(),
  covers: z.array(z.object({ chargeId: z.number().int(), description: z.string(), amountCents: Cents })),
  /** The payment that it takes back. */
  reverses: z.number().int().nullable(),
  isReversed: z.boolean(),
  canReverse: z.boolean(),
})

export type BookedPayment = z.infer<typeof BookedPayment>

/** A member in one of the cards above the lists. */
export const DeskMember = z.object({
  memberId: z.number().int(),
  memberName: z.string(),
  amountCents: Cents,
  /** The first day without access. */
  until: z.iso.date().nullable(),
})

export type DeskMember = z.infer<typeof DeskMember>

/** How many there are, what they come to, and the first of them. */
const DeskCount = z.object({ count: z.number().int(), amountCents: Cents, members: z.array(DeskMember) })

export const DeskSummary = z.object({
  today: z.iso.date(),
  /** Members with a charge that was due before today, those who owe most first. */
  owing: DeskCount,
  /** Members whose paid days are over and who still have access. */
  inGrace: DeskCount,
  /** Members who lose access within the next seven days unless they pay. */
  losingAccess: DeskCount,
  /** Members whose payments came to more than their charges. */
  credits: DeskCount,
})

export type DeskSummary = z.infer<typeof DeskSummary>

const Filter = z.object({
  /** Found in the member's name, in what a charge is for, in references; an amount such as 65 or 65.00 finds that amount. */
  text: Text(100).optional(),
  plan: Id.optional(),
  collector: z.enum(collectors).optional(),
})

export const ChargeFilter = Filter.extend({ list: z.enum(chargeLists).default('open') })

export const PaymentFilter = Filter.extend({ method: z.enum(paymentMethods).optional() })

export const PageOf = {
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(50),
}

export const PaidCents = z
  .number()
  .int('An amount in whole cents.')
  .min(1, 'Enter an amount above 0.')
  .max(maxChargeCents, 'At most 1,000,000.00.')

const Key = z.string().min(1).max(100)

/** How and when money arrived. */
export const Arrival = z.object({
  method: z.enum(handMethods),
  paidOn: z.iso.date('Enter a day such as 2026-03-31.'),
  reference: Text(200).default(''),
})

export const TickOff = Arrival.extend({
  /** Each with what is open of it, as its reader saw it, and a key of its own. */
  charges: z
    .array(z.object({ chargeId: Id, amountCents: PaidCents, idempotencyKey: Key }))
    .min(1, 'Choose at least one charge.')
    .max(100, 'At most 100 at a time.'),
})

export const TickedOff = z.object({
  booked: z.number().int(),
  amountCents: Cents,
  /** Charges that are not as they were, and nothing was booked for. */
  skipped: z.array(
    z.object({ chargeId: z.number().int(), memberName: z.string(), reason: z.enum(['changed', 'ownPayment']) }),
  ),
})

export type TickedOff = z.infer<typeof TickedOff>

/** One payment of a member; it pays the charges named, then the oldest, and what is left waits for the next. */
export const NewPayment = Arrival.extend({
  amountCents: PaidCents,
  note: Text(300).default(''),
  chargeIds: z.array(Id).max(50, 'At most 50 charges.').default([]),
  idempotencyKey: Key,
})

export const Reason = z.object({ reason: z.string().trim().min(1, fieldMessages.empty).pipe(Text(300)) })

/** Credit that leaves again. */
export const GivenBack = Arrival.extend({ amountCents: PaidCents, ...Reason.shape, idempotencyKey: Key })

/** What a member owes, oldest first, and what they paid beyond it. */
export const MemberDues = z.object({
  memberId: z.number().int(),
  memberName: z.string(),
  charges: z.array(DeskCharge),
  creditCents: Cents,
  /** Whether the caller may book for this member. */
  canBook: z.boolean(),
  /** Until when access is given whatever is open. */
  moreTimeUntil: z.iso.date().nullable(),
  hasPlan: z.boolean(),
})

export type MemberDues = z.infer<typeof MemberDues>
