import { change, unchanged } from '#platform/db/change.ts'
import type { Ctx } from '#platform/ctx.ts'
import { visitNotices } from './visit-notices.ts'

/** Ends a member's visit. Nothing happens to somebody who is not on site. */
export const signOut = (ctx: Ctx, memberId: number): Promise<void> =>
  change(ctx, 'visit.signedOut', async (tx) => {
    const ended = await tx
      .updateTable('visits')
      .set((is) => ({ signed_out_at: is.fn('greatest', ['signed_in_at', is.val(ctx.now())]) }))
      .where('member_id', '=', memberId)
      .where('signed_out_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!ended) return unchanged(undefined)
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: visitNotices(memberId) }
  })
