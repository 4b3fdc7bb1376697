import type { SetAsideAccount } from '@spacekeeper/contract/stripe/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addDays, laterDay } from '#platform/local-day.ts'
import { closedThrough } from '../../books/closing.ts'
import { findClearingFaults } from './clearing.ts'

type NewSetAside = { movementIds: readonly number[]; account: SetAsideAccount; note: string }

/**
 * Books movements of Stripe's balance that are none of the portal's, such as tickets that were sold through the same
 * account, so that the payouts they are in come to zero. Each on its day, or on the first that is open. Refused for what
 * is ours: that is put right where it was booked.
 */
export const setAside = async (ctx: Ctx, { movementIds, account, note }: NewSetAside): Promise<void> => {
  const ids = new Set(movementIds)
  const foreign = (await findClearingFaults(ctx)).filter(
    ({ kind, movementId }) => kind === 'notOurs' && movementId !== null && ids.has(movementId),
  )
  if (foreign.length !== ids.size) throw new AppError('alreadyDecided')
  const closed = await closedThrough(ctx)
  await change(ctx, 'stripe.setAside', async (tx) => {
    const movements = await tx
      .selectFrom('stripe_movements')
      .select(['id', 'booked_on', 'amount_cents'])
      .where('id', 'in', [...ids])
      .execute()
    const inserted = await tx
      .insertInto('stripe_set_asides')
      .values(
        movements.map(({ id, booked_on: day }) => ({
          movement_id: id,
          account,
          note,
          booked_on: closed === null ? day : laterDay(day, addDays(closed, 1)),
          at: ctx.now(),
          by_id: ctx.actor.kind === 'member' ? ctx.actor.id : null,
        })),
      )
      .onConflict((same) => same.doNothing())
      .returning('movement_id')
      .execute()
    if (inserted.length !== ids.size) throw new AppError('alreadyDecided')
    const amountCents = movements.reduce((sum, movement) => sum + movement.amount_cents, 0)
    return { result: undefined, data: { movementIds: [...ids], count: ids.size, amountCents, account, note } }
  })
}
