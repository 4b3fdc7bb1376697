// On its own: what is typed into two forms.
import { leastTopUpCents } from '@spacekeeper/contract/stripe/words.ts'
import { z } from 'zod'
import { parseAmount } from '#platform/form/amounts.ts'
import { describeKey } from '#platform/i18n/use-text.ts'

type Bounds = { least: number; most: number; money: (cents: number) => string }

/** An amount as it is typed, which becomes cents within its bounds. */
export const typedCents = ({ least, most, money }: Bounds) =>
  z.string().transform((text, context) => {
    const cents = parseAmount(text)
    const issue = (message: string) => context.addIssue({ code: 'custom', message })
    if (cents === null) issue(describeKey('stripe:amountWrong'))
    else if (cents < least) issue(describeKey('stripe:amountLeast', { least: money(least) }))
    else if (cents > most) issue(describeKey('stripe:amountMost', { most: money(most) }))
    return cents ?? 0
  })

export const typedTopUp = (most: number, money: Bounds['money']) =>
  z.object({ amount: typedCents({ least: leastTopUpCents, most, money }) })
