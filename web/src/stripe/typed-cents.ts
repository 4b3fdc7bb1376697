// On its own: what is typed into two forms.
import { tooMuchMoney } from '@spacekeeper/contract/field-words.ts'
import { leastTopUpCents } from '@spacekeeper/contract/stripe/words.ts'
import { z } from 'zod'
import { parseAmount } from '#platform/form/amounts.ts'
import { typedNumber } from '#platform/form/typed-number.ts'
import { describeKey } from '#platform/i18n/use-text.ts'

type Bounds = { least: number; most: number; money: (cents: number) => string }

/** An amount as it is typed, which becomes cents within its bounds. */
export const typedCents = ({ least, most, money }: Bounds) =>
  typedNumber(
    z
      .number()
      .min(least, { error: () => describeKey('stripe:amountLeast', { least: money(least) }) })
      .max(most, tooMuchMoney(most)),
    { read: parseAmount, words: () => describeKey('stripe:amountWrong') },
  )

export const typedTopUp = (most: number, money: Bounds['money']) =>
  z.object({ amount: typedCents({ least: leastTopUpCents, most, money }) })
