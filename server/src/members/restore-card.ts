import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { doorLists } from '../devices/channels.ts'
import { checkAuthority } from './check-authority.ts'
import { explainClash } from './explain-clash.ts'
import { lockMember } from './lock-member.ts'
import { memberNotices } from './member-notices.ts'

const findCard = async (ctx: Ctx, input: { memberId: number; cardId: number }) => {
  const card = await ctx.db
    .selectFrom('cards')
    .select('number')
    .where('id', '=', input.cardId)
    .where('member_id', '=', input.memberId)
    .executeTakeFirst()
  if (!card) throw new AppError('notFound')
  return card
}

/** Brings a retired card back, unless somebody else has its number by now. What is lost may be in anybody's hands. */
export const restoreCard = async (ctx: Ctx, input: { memberId: number; cardId: number }): Promise<void> => {
  const { memberId, cardId } = input
  const { number } = await findCard(ctx, input)
  const run = () =>
    change(ctx, 'card.restored', async (tx) => {
      checkAuthority(ctx, { tasks: ['cards'], row: await lockMember(tx, memberId) })
      const { state } = await tx.selectFrom('cards').select('state').where('id', '=', cardId).executeTakeFirstOrThrow()
      if (state === 'lost') throw new AppError('cardLost')
      if (state === 'active') return unchanged(undefined)
      await tx.updateTable('cards').set({ state: 'active', ended_at: null }).where('id', '=', cardId).execute()
      return {
        result: undefined,
        subject: { kind: 'member', id: memberId },
        data: { cardId, number },
        tell: [doorLists.notice({ memberIds: [memberId] }), ...memberNotices(memberId)],
      }
    })
  await explainClash(ctx, { wanted: { card: number }, run })
}
