import type { Tx } from '#platform/db/change.ts'

/**
 * Ends a member's visit, if he is on site, and answers whether he was. With `startedBefore` only a visit that began by
 * then. In the transaction of whatever ends it.
 */
export const endVisit = async (
  tx: Tx,
  { memberId, now, startedBefore }: { memberId: number; now: Date; startedBefore?: Date },
): Promise<boolean> => {
  const ended = await tx
    .updateTable('visits')
    .set((is) => ({ signed_out_at: is.fn('greatest', ['signed_in_at', is.val(now)]) }))
    .where('member_id', '=', memberId)
    .where('signed_out_at', 'is', null)
    .$if(startedBefore !== undefined, (query) => query.where('signed_in_at', '<=', startedBefore ?? now))
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}
