import i18next from 'i18next'
import { z } from 'zod'
import { Booking, maxAmountCents } from '@spacekeeper/contract/memberbucks.ts'
import { parseAmount } from '#platform/form/parse-amount.ts'

const problemWith = (cents: number | null) => {
  if (cents === null || cents === 0) return 'amountWrong'
  return cents > maxAmountCents ? 'amountTooMuch' : null
}

/** What is typed for a booking; the amount becomes cents. */
export const readBooking = z.object({
  amount: z.string().transform((text, context) => {
    const cents = parseAmount(text)
    const problem = problemWith(cents)
    if (problem) context.addIssue({ code: 'custom', message: i18next.t(`memberbucks:${problem}`) })
    return cents ?? 0
  }),
  description: Booking.shape.description,
})
