import type { Tx } from '#platform/db/change.ts'

/** Ends a member's visit, if he is on site; whether he was. In the transaction of whatever ends it. */
export const endVisit = async (tx: Tx, input: { memberId: number; now: Date }): Promise<boolean> => {
  const ended = await tx
    .updateTable('visits')
    .set((is) => ({ signed_out_at: is.fn('greatest', ['signed_in_at', is.val(input.now)]) }))
    .where('member_id', '=', input.memberId)
    .where('signed_out_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}
