import { claimMinutes } from '@spacekeeper/contract/cards.ts'
import { Text } from '@spacekeeper/contract/fields.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { explainClash } from './explain-clash.ts'
import { giveCard, type Replaced } from './give-card.ts'

type Claim = { memberId: number; swipeId: number; label: string; replaces?: Replaced | undefined }

const findSwipe = async (ctx: Ctx, swipeId: number) => {
  const swipe = await ctx.db
    .selectFrom('swipes')
    .select(['card_number', 'device_id', 'swiped_at'])
    .where('id', '=', swipeId)
    .where('member_id', 'is', null)
    .where('card_number', 'is not', null)
    .executeTakeFirst()
  if (!swipe) throw new AppError('notFound')
  if (ctx.now().getTime() - swipe.swiped_at.getTime() > claimMinutes * 60_000) throw new AppError('swipeTooOld')
  const number = Text(50).safeParse(swipe.card_number?.trim())
  if (!number.success || number.data === '') throw badField('swipeId', 'The number of this card cannot be read.')
  return { number: number.data, deviceId: swipe.device_id }
}

/**
 * Gives a member the card of a swipe that nobody has. Of two who claim it at once, the second is told who has it:
 * the database alone decides.
 */
export const claimCard = async (ctx: Ctx, input: Claim): Promise<void> => {
  const { number, deviceId } = await findSwipe(ctx, input.swipeId)
  const data = { swipeId: input.swipeId, deviceId }
  await explainClash(ctx, {
    wanted: { card: number },
    run: () => change(ctx, 'card.added', (tx) => giveCard(tx, { ...input, number, data, ctx })),
  })
}
