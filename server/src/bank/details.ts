// On its own: members are told of the account here, and staff see those of payers by it.
import { formatAccount, maskAccount } from '@spacekeeper/contract/bank/account-numbers.ts'
import { duesReference, topUpReference } from '@spacekeeper/contract/bank/references.ts'
import type { BankDetails } from '@spacekeeper/contract/bank/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Where a member transfers money to, and what they write on it. */
export const getBankDetails = async (ctx: Ctx, memberId: number): Promise<BankDetails> => {
  const settings = await ctx.settings.all()
  const { BANK_ACCOUNT_NAME: accountName, BANK_ACCOUNT_NUMBER: accountNumber } = settings
  return {
    accountName,
    accountNumber: formatAccount(accountNumber),
    bic: settings.BANK_BIC,
    bankName: settings.BANK_NAME,
    alias: settings.BANK_ALIAS === '' ? null : { name: settings.BANK_ALIAS_NAME, address: settings.BANK_ALIAS },
    isComplete: accountNumber !== '',
    duesReference: duesReference(memberId),
    topUpReference: topUpReference(memberId),
  }
}

/** An account as the queue shows it: enough to know it by. */
export const shownAccount = (account: string): string => (account === '' ? '' : maskAccount(account))
