import { z } from 'zod'
import { creditChanges, paymentMethods } from './words.ts'

/** Something that raised or used what a member has left over. */
export const CreditChange = z.object({
  key: z.string(),
  kind: z.enum(creditChanges),
  /** Its purpose, or the words of those who booked it. */
  what: z.string(),
  /** How the money came or went; null where it only moved between what is left over and what is owed. */
  method: z.enum(paymentMethods).nullable(),
  day: z.iso.date(),
  currency: z.string(),
  amountCents: z.number().int(),
  /** The sum left over after it. */
  leftCents: z.number().int(),
})

export type CreditChange = z.infer<typeof CreditChange>

export const CreditHistory = z.object({ changes: z.array(CreditChange), hasMore: z.boolean() })
