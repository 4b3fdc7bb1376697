import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { checkAuthority } from './check-authority.ts'
import { lockMember } from './lock-member.ts'
import { memberNotices } from './member-notices.ts'

/** Names a card, so that people tell it from the others. */
export const relabelCard = (ctx: Ctx, input: { memberId: number; cardId: number; label: string }): Promise<void> =>
  change(ctx, 'card.relabelled', async (tx) => {
    const { memberId, cardId, label } = input
    checkAuthority(ctx, { tasks: ['cards'], row: await lockMember(tx, memberId) })
    const card = await tx
      .selectFrom('cards')
      .select(['number', 'label'])
      .where('id', '=', cardId)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (!card) throw new AppError('notFound')
    if (card.label === label) return unchanged(undefined)
    await tx.updateTable('cards').set({ label }).where('id', '=', cardId).execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { cardId, number: card.number, from: card.label, to: label },
      tell: memberNotices(memberId),
    }
  })
