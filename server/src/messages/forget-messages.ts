import type { Tx } from '#platform/db/change.ts'

/** Whose messages, and whether also those that still wait to be sent. */
type Whose = { memberIds: readonly number[]; isWaitingToo: boolean }

/** Empties what was written to people and about them; that a message of its kind left, and when, stays. */
export const forgetMessages = async (tx: Tx, { memberIds, isWaitingToo }: Whose): Promise<void> => {
  if (memberIds.length === 0) return
  await tx
    .updateTable('messages')
    .set({ recipient: 'closed account', reply_to: null, text: null, html: null, error: null })
    .where('member_id', 'in', memberIds)
    .where('recipient', '<>', 'closed account')
    .$if(!isWaitingToo, (query) => query.where('state', '<>', 'queued'))
    .execute()
}
