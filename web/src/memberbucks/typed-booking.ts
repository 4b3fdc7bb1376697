// On its own: the dialog of staff and that of the member share it.
import { tooMuchMoney } from '@spacekeeper/contract/field-words.ts'
import { z } from 'zod'
import { parseAmount } from '#platform/form/amounts.ts'
import { typedNumber } from '#platform/form/typed-number.ts'
import { describeKey } from '#platform/i18n/use-text.ts'

const words = () => describeKey('memberbucks:amountWrong')

/** An amount as it is typed, which becomes cents: more than nothing, and at most so much. */
export const TypedAmountUpTo = (mostCents: number) =>
  typedNumber(z.number().min(1, { error: words }).max(mostCents, tooMuchMoney(mostCents)), { read: parseAmount, words })
