import { sql } from 'kysely'
import type { Tx } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'

/** A member as he is now, whom nobody else changes until the transaction ends. */
export const lockMember = async (tx: Tx, memberId: number) => {
  const member = await tx
    .selectFrom('members')
    .selectAll()
    .where('id', '=', sql<number>`${memberId}::int`)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!member) throw new AppError('notFound')
  if (member.closed_at !== null) throw new AppError('memberClosed')
  return member
}
