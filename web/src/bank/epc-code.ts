import { bareAccount, isIban } from '@spacekeeper/contract/bank/account-numbers.ts'
import type { BankDetails } from '@spacekeeper/contract/bank/shapes.ts'

type Transfer = { bank: BankDetails; amountCents: number; currency: string }

/** The most that the scheme takes: 999,999,999.99. */
const mostCents = 99_999_999_999

const longestName = 70

/**
 * Writes what banking apps read to fill in a transfer in euros: EPC069-12, version 002, by SEPA credit transfer, with the reference
 * as an ISO 11649 one. Null where the account or the currency takes no part in that.
 */
export const epcCode = ({ bank, amountCents, currency }: Transfer): string | null => {
  const { accountName, accountNumber, bic, isComplete, duesReference } = bank
  if (!isComplete || currency !== 'EUR' || !isIban(accountNumber)) return null
  if (amountCents < 1 || amountCents > mostCents) return null
  const name = accountName.replaceAll(/\s+/g, ' ').slice(0, longestName)
  const amount = `EUR${(amountCents / 100).toFixed(2)}`
  const utf8 = '1'
  const purpose = ''
  return [
    'BCD',
    '002',
    utf8,
    'SCT',
    bic,
    name,
    bareAccount(accountNumber),
    amount,
    purpose,
    duesReference.replaceAll(' ', ''),
  ].join('\n')
}
