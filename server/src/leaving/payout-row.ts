import { bareAccount, formatAccount } from '@spacekeeper/contract/bank/account-numbers.ts'
import type { RefundSource } from '@spacekeeper/contract/leaving/words.ts'
import type { Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { encrypt } from '#platform/secrets/encryption.ts'

/** The money a member asked back and waits for; one of each source can. */
export const findOpenRefund = ({ tx }: Work, memberId: number, source: RefundSource = 'balance') =>
  tx
    .selectFrom('balance_refunds')
    .select(['id', 'amount_cents as amountCents'])
    .where('member_id', '=', memberId)
    .where('source', '=', source)
    .where('state', '=', 'asked')
    .executeTakeFirst()

/** Takes back what was asked for and not paid yet; how much that was. */
export const withdrawOpenRefund = async (
  { tx, now }: Work,
  { memberId, source }: { memberId: number; source: RefundSource },
): Promise<number | null> => {
  const row = await tx
    .updateTable('balance_refunds')
    .set({ state: 'withdrawn', decided_at: now })
    .where('member_id', '=', memberId)
    .where('source', '=', source)
    .where('state', '=', 'asked')
    .returning('amount_cents')
    .executeTakeFirst()
  return row?.amount_cents ?? null
}

export type RefundAccount = { accountName: string; accountNumber: string }

type NewRefund = {
  memberId: number
  amountCents: number
  account: RefundAccount
  source: RefundSource
  /** The currency of a credit. */
  currency?: string
}

/** Stores what a member asks back and where it goes to, and says its number. */
export const insertRefund = async ({ tx, ctx, now }: Work, refund: NewRefund): Promise<number> => {
  const { memberId, amountCents, account, source, currency = null } = refund
  const { id } = await tx
    .insertInto('balance_refunds')
    .values({
      member_id: memberId,
      amount_cents: amountCents,
      account_name: account.accountName,
      sealed_account: encrypt(ctx.secretKey, formatAccount(account.accountNumber)),
      account_end: accountEnd(account.accountNumber),
      asked_at: now,
      source,
      currency,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whose a refund is: the member is locked before it. */
export const ownerOfBalanceRefund = async ({ tx }: Work, refundId: number): Promise<number> => {
  const row = await tx.selectFrom('balance_refunds').select('member_id').where('id', '=', refundId).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row.member_id
}

/** One that waits for the treasurer, locked. */
export const lockAskedRefund = async ({ tx }: Work, refundId: number) => {
  const row = await tx
    .selectFrom('balance_refunds')
    .selectAll()
    .where('id', '=', refundId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.state !== 'asked') throw new AppError('alreadyDecided')
  return row
}

/** So much of an account number its owner knows it by. */
const accountEnd = (account: string): string => bareAccount(account).slice(-4)
