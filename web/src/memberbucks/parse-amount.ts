import i18next from 'i18next'
import { z } from 'zod'
import { Booking, maxAmountCents } from '@spacekeeper/contract/memberbucks.ts'

/** "12.50", "12,5" or "1234" as cents, exactly; null for anything else. */
export const parseAmount = (text: string): number | null => {
  const [, whole, rest = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(rest.padEnd(2, '0'))
}

const problemWith = (cents: number | null) => {
  if (cents === null || cents === 0) return 'amountWrong'
  return cents > maxAmountCents ? 'amountTooMuch' : null
}

/** What is typed for a booking; the amount becomes cents. */
export const bookingFields = z.object({
  amount: z.string().transform((text, context) => {
    const cents = parseAmount(text)
    const problem = problemWith(cents)
    if (problem) context.addIssue({ code: 'custom', message: i18next.t(`memberbucks:${problem}`) })
    return cents ?? 0
  }),
  description: Booking.shape.description,
})
