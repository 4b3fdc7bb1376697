import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { doorLists } from '../devices/channels.ts'
import { checkAuthority } from './check-authority.ts'
import { explainClash } from './explain-clash.ts'
import { lockMember } from './lock-member.ts'
import { memberNotices } from './member-notices.ts'

type NewCard = { memberId: number; number: string; label: string }

/** Gives a member one more card; the doors granted to him hear of it at once. */
export const addCard = (ctx: Ctx, { memberId, number, label }: NewCard): Promise<void> => {
  const run = () =>
    change(ctx, 'card.added', async (tx) => {
      checkAuthority(ctx, { tasks: ['cards'], row: await lockMember(tx, memberId) })
      const { id } = await tx
        .insertInto('cards')
        .values({ member_id: memberId, number, label, added_at: ctx.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return {
        result: undefined,
        subject: { kind: 'member', id: memberId },
        data: { cardId: id, number, label },
        tell: [doorLists.notice({ memberIds: [memberId] }), ...memberNotices(memberId)],
      }
    })
  return explainClash(ctx, { wanted: { card: number }, run })
}
