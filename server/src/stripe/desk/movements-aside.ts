import type { SetAside } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import type { SetAsideAccount } from '@spacekeeper/contract/stripe/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addDays, laterDay } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { billingToday } from '../../billing/billing-work.ts'
import { closedThrough } from '../../books/closing.ts'
import { findClearingFaults } from './clearing.ts'

/** How often each was set aside or that was undone: set aside now where that is odd. */
const turnsOf = async ({ tx }: Work, ids: readonly number[]): Promise<Map<number, number>> => {
  const { rows } = await sql<{ id: number; turn: number }>`select movement_id::float8 as id, max(turn) as turn
    from stripe_set_asides where movement_id = any(${ids}::bigint[]) group by movement_id`.execute(tx)
  return new Map(rows.map(({ id, turn }) => [id, turn]))
}

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
  await change(ctx, 'stripe.setAside', async (work) => {
    const movements = await work.tx
      .selectFrom('stripe_movements')
      .select(['id', 'booked_on', 'amount_cents'])
      .where('id', 'in', [...ids])
      .execute()
    const turns = await turnsOf(work, [...ids])
    const inserted = await work.tx
      .insertInto('stripe_set_asides')
      .values(
        movements.map(({ id, booked_on: day }) => ({
          movement_id: id,
          account,
          note,
          turn: (turns.get(id) ?? 0) + 1,
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

const page = 20

/** What is set aside, newest first. */
export const listSetAsides = async (
  ctx: Ctx,
  { skip }: { skip: number },
): Promise<{ setAsides: SetAside[]; hasMore: boolean }> => {
  const rows = await readRows(
    ctx,
    sql<
      Omit<SetAside, 'at'> & { at: Date }
    >`select m.id::float8 as "movementId", coalesce(m.intent_id, m.source, m.ref) as ref,
        m.type, m.amount_cents as "amountCents", m.currency, s.account, s.note, s.at,
        ${fullNameOf('b')} as by
      from stripe_set_asides s join stripe_movements m on m.id = s.movement_id left join members b on b.id = s.by_id
      where s.turn % 2 = 1 and not exists (select from stripe_set_asides n
        where n.movement_id = s.movement_id and n.turn > s.turn)
      order by s.at desc, m.id desc offset ${skip}::int limit ${page + 1}`,
  )
  const setAsides = rows.slice(0, page).map((row) => ({ ...row, at: row.at.toISOString() }))
  return { setAsides, hasMore: rows.length > page }
}

/** Books a movement that was set aside the other way round, today: it is named again, and can be set aside as something else. */
export const undoSetAside = async (ctx: Ctx, movementId: number): Promise<void> => {
  const today = await billingToday(ctx)
  await change(ctx, 'stripe.setAsideUndone', async ({ tx }) => {
    const last = await tx
      .selectFrom('stripe_set_asides')
      .select(['turn', 'account', 'note'])
      .where('movement_id', '=', movementId)
      .orderBy('turn', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!last || last.turn % 2 === 0) throw new AppError('alreadyUndone')
    const inserted = await tx
      .insertInto('stripe_set_asides')
      .values({
        movement_id: movementId,
        turn: last.turn + 1,
        account: last.account,
        note: last.note,
        booked_on: today,
        at: ctx.now(),
        by_id: ctx.actor.kind === 'member' ? ctx.actor.id : null,
      })
      .onConflict((same) => same.doNothing())
      .returning('movement_id')
      .executeTakeFirst()
    if (!inserted) throw new AppError('alreadyUndone')
    return { result: undefined, data: { movementId, account: last.account, note: last.note } }
  })
}
