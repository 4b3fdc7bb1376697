import { z } from 'zod'
import { fieldMessages, Text } from '../fields.ts'
import { Instant } from '../route.ts'
import { debitSchemes, debitStates } from './words.ts'

const Cents = z.number().int()
const Day = z.iso.date()

/** A mandate as its member and staff see it: never the whole account number. */
export const Mandate = z.object({
  id: z.number().int(),
  scheme: z.enum(debitSchemes),
  reference: z.string(),
  holder: z.string(),
  /** The last four characters. */
  account: z.string(),
  text: z.string(),
  signedAt: Instant,
  revokedAt: Instant.nullable(),
  revokedReason: z.string().nullable(),
})

export type Mandate = z.infer<typeof Mandate>

/** What a member is asked when they give a mandate; null where the space takes no direct debits. */
export const MandateOffer = z.object({
  scheme: z.enum(debitSchemes),
  creditorName: z.string(),
  creditorId: z.string(),
  /** What they agree to. */
  text: z.string(),
  /** How many days before a debit they are told. */
  noticeDays: z.number().int(),
})

export type MandateOffer = z.infer<typeof MandateOffer>

export const NewMandate = z.object({
  holder: z.string().trim().min(1, fieldMessages.empty).pipe(Text(70)),
  accountNumber: z.string().trim().min(1, fieldMessages.empty).pipe(Text(60)),
  /** The text as they read it: it may have changed since. */
  text: z.string().max(2000),
  agrees: z.literal(true, 'Tick the box to give the mandate.'),
})

export const StaffMandate = Mandate.omit({ text: true }).extend({
  memberId: z.number().int(),
  memberName: z.string(),
})

export type StaffMandate = z.infer<typeof StaffMandate>

/** A charge that would be collected, or why it is not. */
export const DebitCandidate = z.object({
  chargeId: z.number().int(),
  memberId: z.number().int(),
  memberName: z.string(),
  description: z.string(),
  amountCents: Cents,
  dueOn: Day,
  account: z.string(),
})

export type DebitCandidate = z.infer<typeof DebitCandidate>

export const DebitPreview = z.object({
  charges: z.array(DebitCandidate),
  count: z.number().int(),
  totalCents: Cents,
  /** The first day that leaves members the notice they were promised. */
  earliestOn: Day,
  /** What has to be set up first; empty when files can be made. */
  missing: z.array(z.string()),
  /** Stands for exactly these charges. */
  fingerprint: z.string(),
})

export type DebitPreview = z.infer<typeof DebitPreview>

export const Debit = z.object({
  id: z.number().int(),
  chargeId: z.number().int(),
  memberId: z.number().int(),
  memberName: z.string(),
  description: z.string(),
  amountCents: Cents,
  account: z.string(),
  state: z.enum(debitStates),
  returnReason: z.string().nullable(),
})

export type Debit = z.infer<typeof Debit>

export const DebitRun = z.object({
  id: z.number().int(),
  reference: z.string(),
  scheme: z.enum(debitSchemes),
  collectOn: Day,
  madeAt: Instant,
  by: z.string().nullable(),
  /** When its file was downloaded first. */
  sentAt: Instant.nullable(),
  count: z.number().int(),
  totalCents: Cents,
  settledCents: Cents,
  returnedCents: Cents,
  waiting: z.number().int(),
  /** How many were booked as paid, and whether by a line of a statement. */
  settled: z.number().int(),
  hasLine: z.boolean(),
  isCancelled: z.boolean(),
})

export type DebitRun = z.infer<typeof DebitRun>
