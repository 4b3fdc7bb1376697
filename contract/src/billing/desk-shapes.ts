import { z } from 'zod'
import { AnyDay } from '../days.ts'
import { tooMuchMoney } from '../field-words.ts'
import { fieldMessages, Text } from '../fields.ts'
import { someKeysOf } from '../keys-of.ts'
import { PlanCurrency } from '../plans/shapes.ts'
import { Id, Instant } from '../route.ts'
import {
  cardRefundFailures,
  cardRefundStates,
  chargeKinds,
  chargeLists,
  chargeStates,
  collectors,
  handMethods,
  maxChargeCents,
  paymentMethods,
  refundMethods,
} from './words.ts'

const Cents = z.number().int()

/** Amounts of different currencies are never added up: one for each, the largest first. */
export const CurrencySum = z.object({ currency: z.string(), cents: Cents })

export type CurrencySum = z.infer<typeof CurrencySum>

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
  currency: z.string(),
  dueOn: z.iso.date(),
  /** When its members lose access unless it is paid; null where access does not hang on it. */
  accessUntil: z.iso.date().nullable(),
  /** Why it was written off or cancelled. */
  reason: z.string().nullable(),
  /** The last time it was to be taken by itself, where that took nothing; null where it was not, or is taken meanwhile. */
  lastTry: z.object({ state: z.enum(['failed', 'unconfirmed']), nextTryOn: z.iso.date().nullable() }).nullable(),
})

export type DeskCharge = z.infer<typeof DeskCharge>

/** A refund that goes back through the provider the payment came from. */
export const CardRefund = z.object({
  id: z.number().int(),
  amountCents: Cents,
  currency: z.string(),
  state: z.enum(cardRefundStates),
  failure: z.enum(someKeysOf(cardRefundFailures)).nullable(),
  /** Staff who asked for it; null where it was given back at the provider. */
  by: z.string().nullable(),
  at: Instant,
})

export type CardRefund = z.infer<typeof CardRefund>

/** Money that arrived, or was given back, with what it paid. */
export const BookedPayment = z.object({
  id: z.number().int(),
  memberId: z.number().int(),
  memberName: z.string(),
  amountCents: Cents,
  currency: z.string(),
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
  /** Whether it went out by mistake of those who booked it, who can undo it. */
  canUndo: z.boolean(),
  /** Given back of it. */
  refundedCents: Cents,
  /** The payment of which it gave money back. */
  refunds: z.number().int().nullable(),
  canRefund: z.boolean(),
  /** The newest refund through its provider that is under way, or failed and nothing was given back since. */
  cardRefund: CardRefund.nullable(),
})

export type BookedPayment = z.infer<typeof BookedPayment>

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
  .max(maxChargeCents, tooMuchMoney(maxChargeCents))

const Key = z.string().min(1).max(100)

/** How and when money arrived. */
export const Arrival = z.object({
  method: z.enum(handMethods),
  paidOn: AnyDay,
  reference: Text(200).default(''),
})

export const TickOff = Arrival.extend({
  /** Each with what is open of it, as its reader saw it, and a key of its own. */
  charges: z
    .array(z.object({ chargeId: Id, amountCents: PaidCents, idempotencyKey: Key }))
    .min(1, 'Choose at least one charge.')
    .max(100, 'At most 100 at a time.'),
})

export const TickResult = z.object({
  booked: z.number().int(),
  sums: z.array(CurrencySum),
  /** Charges that are not as they were, and nothing was booked for. */
  skipped: z.array(
    z.object({
      chargeId: z.number().int(),
      memberName: z.string(),
      reason: z.enum(['changed', 'ownPayment', 'keptAtStripe']),
    }),
  ),
})

export type TickResult = z.infer<typeof TickResult>

/** That of the member's newest charge, unless it is said. */
const Currency = PlanCurrency.optional()

/** One payment of a member; it pays the charges named, then the oldest, and what is left waits for the next. */
export const NewPayment = Arrival.extend({
  amountCents: PaidCents,
  currency: Currency,
  note: Text(300).default(''),
  chargeIds: z.array(Id).max(50, 'At most 50 charges.').default([]),
  idempotencyKey: Key,
})

export const ReasonBody = z.object({ reason: z.string().trim().min(1, fieldMessages.empty).pipe(Text(300)) })

/** A booking that was a mistake: it counts on its own day or, where that is closed, on the first that is open. */
export const UndoneBooking = ReasonBody.extend({ paidOn: AnyDay.optional() })

/** Credit that leaves again. */
export const GivenBack = Arrival.extend({
  amountCents: PaidCents,
  currency: Currency,
  ...ReasonBody.shape,
  idempotencyKey: Key,
})

/** What is given back: of a payment, of a charge, or what a charge got of a payment. */
const RefundTarget = {
  paymentId: Id.optional(),
  chargeId: Id.optional(),
  /** The days of a period that is given back as a whole go on counting as paid. */
  keepsAccess: z.boolean().default(false),
}

export const RefundQuery = z.object({
  ...RefundTarget,
  keepsAccess: z.stringbool().default(false),
  /** As much as can be given back, unless it is said. */
  amountCents: z.coerce.number().pipe(PaidCents).optional(),
})

export const RefundRequest = z.object({
  ...RefundTarget,
  amountCents: PaidCents,
  method: z.enum(refundMethods),
  paidOn: AnyDay,
  reference: Text(200).default(''),
  ...ReasonBody.shape,
  idempotencyKey: z.string().min(1).max(80),
})

export type RefundRequest = z.infer<typeof RefundRequest>

/** What goes back the way it was paid. */
export const NewCardRefund = RefundRequest.omit({ method: true, paidOn: true, reference: true })

export type NewCardRefund = z.infer<typeof NewCardRefund>

/** What a refund would do, worked out by doing it and taking it back. */
export const RefundPreview = z.object({
  memberId: z.number().int(),
  memberName: z.string(),
  currency: z.string(),
  /** The most that can be given back. */
  mostCents: Cents,
  amountCents: Cents,
  /** What of it the member had left over. */
  creditCents: Cents,
  charges: z.array(
    z.object({
      chargeId: z.number().int(),
      description: z.string(),
      from: z.iso.date().nullable(),
      to: z.iso.date().nullable(),
      cents: Cents,
      isWhole: z.boolean(),
      /** It was not paid in full, and is still owed. */
      isOpen: z.boolean(),
    }),
  ),
  /** Days from today on that no longer count as paid, each with the first day after them. */
  lostDays: z.array(z.object({ from: z.iso.date(), to: z.iso.date() })),
  endsAccessToday: z.boolean(),
  /** Others of their household, who lose access with them. */
  people: z.number().int(),
  /** When the plan goes on with a period that is charged as usual; null without a plan that does. */
  nextFrom: z.iso.date().nullable(),
  /** Whether it can go on the prepaid balance. */
  hasBalance: z.boolean(),
  /** How it was paid. */
  methods: z.array(z.enum(paymentMethods)),
  /** Whether its provider can give all of it back the way it was paid. */
  isByCard: z.boolean(),
  /** What is on its way back already, and is not part of the most. */
  waitingCents: Cents,
})

export type RefundPreview = z.infer<typeof RefundPreview>

export const RefundResult = z.object({
  refundIds: z.array(z.number().int()),
  creditCents: Cents,
})

export type RefundResult = z.infer<typeof RefundResult>

/** What a member owes, oldest first, and what they paid beyond it. */
export const MemberDues = z.object({
  memberId: z.number().int(),
  memberName: z.string(),
  charges: z.array(DeskCharge),
  /** What they paid beyond their charges. */
  credits: z.array(CurrencySum),
  /** In which a payment is booked, unless it is said: that of their newest charge. */
  currency: z.string(),
  /** Whether the caller may book for this member. */
  canBook: z.boolean(),
  /** Until when access is given whatever is open. */
  moreTimeUntil: z.iso.date().nullable(),
  hasPlan: z.boolean(),
  /** How their plan is paid; null without one. */
  collector: z.enum(collectors).nullable(),
})

export type MemberDues = z.infer<typeof MemberDues>
