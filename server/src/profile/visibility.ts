// On its own: neither the details nor the account, but a choice of its own.
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { screens } from '#platform/live/screens.ts'
import { lockMember, storeDifferences } from '../members/member-row.ts'

/** The caller's own choice whether other members read of them: on site, in last seen, in recent swipes and at machines. */
export const setVisibility = (ctx: Ctx, isHidden: boolean): Promise<void> => {
  const { id } = memberOf(ctx)
  return change(ctx, isHidden ? 'member.hidden' : 'member.shown', async (work) => {
    const member = await lockMember(work, id)
    if (member.is_hidden_from_members === isHidden) return unchanged(undefined)
    await storeDifferences(work, { memberId: id, differences: {}, stamps: { is_hidden_from_members: isHidden } })
    return {
      result: undefined,
      subject: { kind: 'member', id },
      tell: [
        screens.notice({ topic: 'visits', audience: 'activeMembers' }),
        screens.notice({ topic: 'swipes', audience: 'activeMembers' }),
        screens.notice({ topic: 'access', audience: 'activeMembers' }),
        screens.notice({ topic: 'profile', audience: { memberId: id } }),
      ],
    }
  })
}
