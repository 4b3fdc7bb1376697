import { bareAccount } from '@spacekeeper/contract/bank/account-numbers.ts'
import type { Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'

export const findOpenRefund = ({ tx }: Work, memberId: number) =>
  tx
    .selectFrom('balance_refunds')
    .select(['id', 'amount_cents as amountCents'])
    .where('member_id', '=', memberId)
    .where('state', '=', 'asked')
    .executeTakeFirst()

/** Takes back what was asked for and not paid yet; how much that was. */
export const withdrawOpenRefund = async ({ tx, now }: Work, memberId: number): Promise<number | null> => {
  const row = await tx
    .updateTable('balance_refunds')
    .set({ state: 'withdrawn', decided_at: now })
    .where('member_id', '=', memberId)
    .where('state', '=', 'asked')
    .returning('amount_cents')
    .executeTakeFirst()
  return row?.amount_cents ?? null
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
export const accountEnd = (account: string): string => bareAccount(account).slice(-4)
