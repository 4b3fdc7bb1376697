import type { Tx } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'

/** A message as it is now, which nobody else changes until the transaction ends. */
export const holdMessage = async (tx: Tx, messageId: number) => {
  const row = await tx.selectFrom('messages').selectAll().where('id', '=', messageId).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}
