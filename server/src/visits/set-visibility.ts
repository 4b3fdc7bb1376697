import { change, unchanged } from '#platform/db/change.ts'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { screens } from '#platform/live/screens.ts'

/** The caller's own choice: whether other members find him in members on site and last seen. */
export const setVisibility = (ctx: Ctx, isHidden: boolean): Promise<void> => {
  const { id } = memberOf(ctx)
  return change(ctx, isHidden ? 'member.hidden' : 'member.shown', async (tx) => {
    const changed = await tx
      .updateTable('members')
      .set({ is_hidden_from_members: isHidden })
      .where('id', '=', id)
      .where('is_hidden_from_members', '!=', isHidden)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'member', id },
      tell: [
        screens.notice({ topic: 'visits', audience: 'activeMembers' }),
        screens.notice({ topic: 'profile', audience: { memberId: id } }),
      ],
    }
  })
}
