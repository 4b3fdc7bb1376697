import type { BookClosing } from '@spacekeeper/contract/books/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { hasCode } from '#platform/db/has-code.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addDays, type Day, localDay } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { keepBalances } from './opening.ts'

/** The last day that is over where the space is: what may still be booked on today cannot be closed. */
export const lastDayOver = async (ctx: Ctx): Promise<Day> =>
  addDays(localDay(ctx.now(), await ctx.settings.get('SITE_TIME_ZONE')), -1)

/** Through which day the books are closed; null while they are open. */
export const closedThrough = async (ctx: Ctx): Promise<Day | null> =>
  (await ctx.db.selectFrom('books_closed').select('closed_through').executeTakeFirst())?.closed_through ?? null

/** Every closing and reopening, newest first. */
export const listClosings = async (ctx: Ctx): Promise<BookClosing[]> => {
  const rows = await ctx.db
    .selectFrom('book_closings')
    .leftJoin('members', 'members.id', 'book_closings.by_id')
    .select(columns('book_closings.id, closed_through, reason, at', fullNameOf<string | null>('members').as('by')))
    .orderBy('book_closings.id', 'desc')
    .limit(50)
    .execute()
  return rows.map(withTimes)
}

/** How long a closing waits for what is being booked; machines and members wait behind it meanwhile. */
const lockTimeout = sql`set local lock_timeout = '1s'`
const lockNotAvailable = '55P03'

/** Waits for bookings under way, and lets others wait: those that begin later see the closing. */
const lockBookings = async ({ tx }: Work): Promise<void> => {
  await lockTimeout.execute(tx)
  await sql`select lock_bookings()`.execute(tx)
}

type NewClosing = { through: Day | null; reason: string }

const insertClosing = async ({ tx, ctx }: Work, { through, reason }: NewClosing): Promise<number> => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const { id } = await tx
    .insertInto('book_closings')
    .values({
      closed_through: through,
      closed_until: through === null ? null : sql<Date>`(${through}::date + 1)::timestamp at time zone ${zone}`,
      reason,
      at: ctx.now(),
      by_id: ctx.actor.kind === 'member' ? ctx.actor.id : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks the day, so that two closings take turns. */
const lockClosing = async ({ tx }: Work): Promise<Day | null> => {
  const row = await tx.selectFrom('books_closed').select('closed_through').forUpdate().executeTakeFirst()
  return row?.closed_through ?? null
}

const insertLocked = async (ctx: Ctx, through: Day): Promise<number> => {
  try {
    return await change(ctx, 'books.closed', async (work) => {
      await lockBookings(work)
      const before = await lockClosing(work)
      if (before !== null && through <= before) {
        throw badField('through', 'The books are closed through this day already.')
      }
      const id = await insertClosing(work, { through, reason: '' })
      return { result: id, data: { closedThrough: through, before } }
    })
  } catch (error) {
    throw hasCode(error, lockNotAvailable) ? new AppError('booksBusy') : error
  }
}

/** Closes the books through a day that is over: the database refuses what comes on it or before it. */
export const closeBooks = async (ctx: Ctx, { through }: { through: Day }): Promise<void> => {
  if (through > (await lastDayOver(ctx))) {
    throw badField('through', 'This day is not over yet. Choose yesterday or an earlier day.')
  }
  const id = await insertLocked(ctx, through)
  try {
    await keepBalances(ctx, { id, through })
  } catch (error) {
    // The books are closed. Months are read more slowly until the next closing.
    ctx.log.error({ err: error }, 'the balances of a closing were not added up')
  }
}

/** Opens the books again after a day, or all of them. Only administrators do. */
export const reopenBooks = (ctx: Ctx, { through, reason }: { through: Day | null; reason: string }): Promise<void> =>
  change(ctx, 'books.reopened', async (work) => {
    const before = await lockClosing(work)
    if (before === null) throw badField('through', 'The books are open already.')
    if (through !== null && through >= before) {
      throw badField('through', 'Choose a day before the one the books are closed through.')
    }
    await insertClosing(work, { through, reason })
    return { result: undefined, data: { closedThrough: through, before, reason } }
  })
