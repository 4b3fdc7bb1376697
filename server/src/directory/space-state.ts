import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'

/** `isOpen` is null while it is not known; `changedAt` is when that became so, `lastOpenAt` when it was last open. */
export type SpaceState = { isOpen: boolean | null; message: string; changedAt: Date | null; lastOpenAt: Date | null }

export const stateNotice = screens.notice({ topic: 'directory', audience: 'everybody' })

/** Whether the space is open. */
export const readSpaceState = async (ctx: Pick<Ctx, 'db' | 'now'>): Promise<SpaceState> => {
  const row = await ctx.db.selectFrom('space_state').selectAll().executeTakeFirst()
  if (!row) return { isOpen: null, message: '', changedAt: null, lastOpenAt: null }
  const { is_open: isOpen, message, changed_at: changedAt, last_open_at: lastOpenAt } = row
  return { isOpen, message, changedAt, lastOpenAt: isOpen ? ctx.now() : lastOpenAt }
}

type StateChange = { isOpen?: boolean | null; message?: string }

const eventOf = (isOpen: boolean | null) =>
  isOpen === null ? 'space.unknown' : isOpen ? 'space.opened' : 'space.closed'

/** Says that the space is open, or closed, or that it is not known; what is left out stays. */
export const setSpaceState = (ctx: Ctx, wanted: StateChange): Promise<void> =>
  change(ctx, 'space.messageChanged', async ({ tx }) => {
    await tx
      .insertInto('space_state')
      .values({ id: 1 })
      .onConflict((on) => on.column('id').doNothing())
      .execute()
    const row = await tx.selectFrom('space_state').selectAll().forUpdate().executeTakeFirstOrThrow()
    const isOpen = wanted.isOpen === undefined ? row.is_open : wanted.isOpen
    const message = wanted.message ?? row.message
    const isOther = isOpen !== row.is_open
    if (!isOther && message === row.message) return unchanged(undefined)
    await tx
      .updateTable('space_state')
      .set({ is_open: isOpen, message })
      // An opening that ends was the last one until now; a closing that repeats says nothing of it.
      .$if(isOther, (query) => query.set({ changed_at: ctx.now() }))
      .$if(isOther && (isOpen === true || row.is_open === true), (query) =>
        query.set({ last_open_at: sql<Date>`${ctx.now()}` }),
      )
      .execute()
    return {
      result: undefined,
      ...(isOther && { event: eventOf(isOpen) }),
      data: { message },
      tell: [stateNotice],
    }
  })
