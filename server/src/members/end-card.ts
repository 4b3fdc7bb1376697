import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { doorLists } from '../devices/channels.ts'
import { checkAuthority } from './check-authority.ts'
import { lockMember } from './lock-member.ts'
import { memberNotices } from './member-notices.ts'

type Ended = { memberId: number; cardId: number; state: 'lost' | 'retired' }

/** Takes a card off every door for good. Of one that was retired it can still be said that it is lost. */
export const endCard = (ctx: Ctx, { memberId, cardId, state }: Ended): Promise<void> =>
  change(ctx, `card.${state}`, async (tx) => {
    checkAuthority(ctx, { tasks: ['cards'], row: await lockMember(tx, memberId) })
    const card = await tx
      .selectFrom('cards')
      .select(['number', 'state', 'ended_at'])
      .where('id', '=', cardId)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (!card) throw new AppError('notFound')
    if (card.state === state || card.state === 'lost') return unchanged(undefined)
    await tx
      .updateTable('cards')
      .set({ state, ended_at: card.ended_at ?? ctx.now() })
      .where('id', '=', cardId)
      .execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { cardId, number: card.number, from: card.state },
      tell: [
        ...(card.state === 'active' ? [doorLists.notice({ memberIds: [memberId] })] : []),
        ...memberNotices(memberId),
      ],
    }
  })
