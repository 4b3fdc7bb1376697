import type { Mailing } from '@spacekeeper/contract/mailings/shapes.ts'
import type { MessageState } from '@spacekeeper/contract/messages/shapes.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { fullNameOf } from '#platform/shown-name.ts'

/** The place of a mailing that has no message yet: before all others. */
const topPlace = 2_147_483_647

export type PlacedMailing = Mailing & { place: number }

const mailingRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('mailings as m')
    .innerJoin('members as starter', 'starter.id', 'm.started_by')
    .leftJoin('members as stopper', 'stopper.id', 'm.stopped_by')
    .selectAll('m')
    .select([fullNameOf('starter').as('startedBy'), fullNameOf<string | null>('stopper').as('stoppedBy')])

type MailingRow = Awaited<ReturnType<ReturnType<typeof mailingRows>['execute']>>[number]

type StateCounts = Partial<Record<MessageState, number>>

/** How many messages of each state each of these mailings has. */
const countStates = async (ctx: Ctx, mailingIds: readonly number[]): Promise<Map<number, StateCounts>> => {
  const counts = new Map<number, StateCounts>(mailingIds.map((id) => [id, {}]))
  if (mailingIds.length === 0) return counts
  const rows = await ctx.db
    .selectFrom('messages')
    .select(['mailing_id', 'state', sql<number>`count(*)::int`.as('count')])
    .where('mailing_id', 'in', mailingIds)
    .groupBy(['mailing_id', 'state'])
    .execute()
  for (const row of rows) Object.assign(counts.get(row.mailing_id ?? 0) ?? {}, { [row.state]: row.count })
  return counts
}

const asProgress = (row: MailingRow, states: StateCounts): PlacedMailing => {
  const { sent = 0, kept = 0, failed = 0, queued = 0, cancelled = 0 } = states
  /** Recipients without a message: not written yet, or not any more. */
  const unwritten = row.recipient_count - (sent + kept + failed + queued + cancelled)
  const isStopped = row.stopped_at !== null
  const isPreparing = !isStopped && row.prepared_at === null
  const waiting = queued + (isPreparing ? unwritten : 0)
  return {
    id: row.id,
    subject: row.subject,
    startedAt: row.started_at.toISOString(),
    startedBy: row.startedBy,
    total: row.recipient_count,
    sent,
    kept,
    failed,
    waiting,
    cancelled: cancelled + (isStopped ? unwritten : 0),
    skipped: isStopped || isPreparing ? 0 : unwritten,
    isDone: waiting === 0 && !isPreparing,
    stopped: row.stopped_at && { at: row.stopped_at.toISOString(), by: row.stoppedBy ?? '' },
    place: row.first_message_id ?? topPlace,
  }
}

const withProgress = async (ctx: Ctx, rows: readonly MailingRow[]): Promise<PlacedMailing[]> => {
  const counts = await countStates(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => asProgress(row, counts.get(row.id) ?? {}))
}

/** The newest mailings. */
export const listNewestMailings = async (ctx: Ctx, limit: number): Promise<PlacedMailing[]> =>
  withProgress(ctx, await mailingRows(ctx).orderBy('m.id', 'desc').limit(limit).execute())

export const findMailing = async (ctx: Ctx, mailingId: number): Promise<Mailing | null> => {
  const [found] = await withProgress(ctx, await mailingRows(ctx).where('m.id', '=', mailingId).execute())
  if (!found) return null
  const { place: _, ...mailing } = found
  return mailing
}

type MailingFilter = {
  before: number | undefined
  limit: number
  state: MessageState | undefined
  /** Of a message, with the table of its member. */
  matches: RawBuilder<boolean> | null
}

/** Mailings with a message that the filter of the outbox lets through, in the order of the outbox. */
export const listPlacedMailings = async (ctx: Ctx, filter: MailingFilter): Promise<PlacedMailing[]> => {
  const { before, limit, state, matches } = filter
  const isFiltered = state !== undefined || matches !== null
  const found = sql<boolean>`exists (
    select from messages left join members on members.id = messages.member_id
    where messages.mailing_id = m.id and ${matches ?? sql`true`}
    ${state === undefined ? sql`` : sql`and messages.state = ${state}`})`
  const rows = await mailingRows(ctx)
    .$if(before !== undefined, (query) => query.where('m.first_message_id', '<', before ?? 0))
    .$if(isFiltered, (query) => query.where(found))
    .orderBy('m.first_message_id', (order) => order.desc().nullsFirst())
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute()
  return withProgress(ctx, rows)
}
