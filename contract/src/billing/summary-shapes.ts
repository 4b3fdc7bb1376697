import { z } from 'zod'
import { CurrencySum } from './desk-shapes.ts'
import { paymentMethods } from './words.ts'

const Cents = z.number().int()

/** A member in one of the cards above the lists, once for each currency. */
export const DeskMember = z.object({
  memberId: z.number().int(),
  memberName: z.string(),
  amountCents: Cents,
  currency: z.string(),
  /** The first day without access. */
  until: z.iso.date().nullable(),
})

export type DeskMember = z.infer<typeof DeskMember>

export const DeskCreditor = DeskMember.extend({
  /** How the payments came of which something is left. */
  methods: z.array(z.enum(paymentMethods)),
})

export type DeskCreditor = z.infer<typeof DeskCreditor>

/** How many there are, what they come to, and the first of them. */
const DeskCount = z.object({ count: z.number().int(), sums: z.array(CurrencySum), members: z.array(DeskMember) })

export const DeskSummary = z.object({
  today: z.iso.date(),
  /** Members with a charge that was due before today, those who owe most first. */
  owing: DeskCount,
  /** Members who lose access unless they pay: within seven days, or later where their paid days are over already. */
  losingAccess: DeskCount,
  /** Members whose payments came to more than their charges. */
  credits: DeskCount.extend({ members: z.array(DeskCreditor) }),
})

export type DeskSummary = z.infer<typeof DeskSummary>
