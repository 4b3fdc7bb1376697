// On its own: the dialog of staff and that of the member share it.
import { tooMuchMoney } from '@spacekeeper/contract/field-words.ts'
import { z } from 'zod'
import { parseAmount } from '#platform/form/amounts.ts'
import { describeKey } from '#platform/i18n/use-text.ts'

/** An amount as it is typed, which becomes cents: more than nothing, and at most so much. */
export const TypedAmountUpTo = (mostCents: number) =>
  z.string().transform((text, context) => {
    const cents = parseAmount(text)
    if (cents === null || cents === 0) {
      context.addIssue({ code: 'custom', message: describeKey('memberbucks:amountWrong') })
    } else if (cents > mostCents) context.addIssue({ code: 'custom', message: tooMuchMoney(mostCents) })
    return cents ?? 0
  })
