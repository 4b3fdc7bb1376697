import type { AgendaItem } from '@spacekeeper/contract/meetings/shapes.ts'
import { mostItems } from '@spacekeeper/contract/meetings/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Tx, type Work, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { lockUncancelled, meetingNotices, type MeetingRow, meetingSubject } from './meeting-row.ts'
import { reorder } from './rules.ts'

/** The agenda in its order. */
export const listItems = (db: Ctx['db'] | Tx, meetingId: number): Promise<AgendaItem[]> =>
  db
    .selectFrom('meeting_items')
    .select(['id', 'title', 'details'])
    .where('meeting_id', '=', meetingId)
    .orderBy('position')
    .orderBy('id')
    .limit(mostItems)
    .execute()

const agendaChanged = <T>(row: MeetingRow, result: T, facts: Record<string, unknown>) => {
  const { subject, data } = meetingSubject(row)
  return { result, subject, data: { ...data, ...facts }, tell: meetingNotices }
}

type ItemWords = { title: string; details: string }

/** Adds an item to the end. */
export const addItem = (ctx: Ctx, { meetingId, title, details }: ItemWords & { meetingId: number }) =>
  change(ctx, 'meeting.agendaChanged', async (work) => {
    const row = await lockUncancelled(work, meetingId)
    const { count, last } = await work.tx
      .selectFrom('meeting_items')
      .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(max(position), -1)`.as('last')])
      .where('meeting_id', '=', meetingId)
      .executeTakeFirstOrThrow()
    if (count >= mostItems) throw badField('title', `An agenda holds ${mostItems} items. Remove one first.`)
    const { id } = await work.tx
      .insertInto('meeting_items')
      .values({ meeting_id: meetingId, position: last + 1, title, details })
      .returning('id')
      .executeTakeFirstOrThrow()
    return agendaChanged(row, { id }, { added: title })
  })

const findItem = async ({ tx }: Work, { meetingId, itemId }: { meetingId: number; itemId: number }) => {
  const item = await tx
    .selectFrom('meeting_items')
    .selectAll()
    .where('id', '=', itemId)
    .where('meeting_id', '=', meetingId)
    .executeTakeFirst()
  if (!item) throw new AppError('notFound')
  return item
}

type ItemKey = { meetingId: number; itemId: number }

export const updateItem = (ctx: Ctx, { title, details, ...key }: ItemKey & ItemWords): Promise<void> =>
  change(ctx, 'meeting.agendaChanged', async (work) => {
    const row = await lockUncancelled(work, key.meetingId)
    const item = await findItem(work, key)
    if (item.title === title && item.details === details) return unchanged(undefined)
    await work.tx.updateTable('meeting_items').set({ title, details }).where('id', '=', item.id).execute()
    return agendaChanged(row, undefined, { changed: title })
  })

/** Removes an item. Its documents stay with the meeting. */
export const removeItem = (ctx: Ctx, key: ItemKey): Promise<void> =>
  change(ctx, 'meeting.agendaChanged', async (work) => {
    const row = await lockUncancelled(work, key.meetingId)
    const item = await findItem(work, key)
    await work.tx.deleteFrom('meeting_items').where('id', '=', item.id).execute()
    return agendaChanged(row, undefined, { removed: item.title })
  })

/** Puts the agenda in a new order. An order that misses an item added meanwhile is refused. */
export const orderItems = (
  ctx: Ctx,
  { meetingId, itemIds }: { meetingId: number; itemIds: readonly number[] },
): Promise<void> =>
  change(ctx, 'meeting.agendaChanged', async (work) => {
    const row = await lockUncancelled(work, meetingId)
    const items = await listItems(work.tx, meetingId)
    const order = reorder(
      items.map(({ id }) => id),
      itemIds,
    )
    if (order === null) throw badField('itemIds', 'The agenda has changed meanwhile. Reload the page and try again.')
    await sql`update meeting_items i set position = o.position - 1
      from unnest(${order}::int[]) with ordinality as o(id, position) where i.id = o.id`.execute(work.tx)
    return agendaChanged(row, undefined, { order: items.length })
  })
