import type { Mailing } from '@spacekeeper/contract/mailings.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'

const most = 10

const inState = (...states: string[]) =>
  sql<number>`(count(*) filter (where messages.state = any(${states}::text[])))::int`

/** The newest mailings and how far each is, in one query. */
export const listMailings = async (ctx: Ctx): Promise<Mailing[]> => {
  const rows = await ctx.db
    .selectFrom((is) => is.selectFrom('mailings').selectAll().orderBy('id', 'desc').limit(most).as('m'))
    .innerJoin('members as starter', 'starter.id', 'm.started_by')
    .innerJoin('mailing_recipients as r', 'r.mailing_id', 'm.id')
    .leftJoin('messages', 'messages.id', 'r.message_id')
    .select(['m.id', 'm.subject', 'm.started_at', 'starter.first_name', 'starter.last_name'])
    .select([
      sql<number>`count(*)::int`.as('total'),
      inState('sent').as('sent'),
      inState('kept').as('kept'),
      inState('failed').as('failed'),
      sql<number>`(count(*) filter (where messages.id is null or messages.state = 'queued'))::int`.as('open'),
    ])
    .groupBy(['m.id', 'm.subject', 'm.started_at', 'starter.id'])
    .orderBy('m.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    startedAt: row.started_at.toISOString(),
    startedBy: `${row.first_name} ${row.last_name}`,
    total: row.total,
    sent: row.sent,
    kept: row.kept,
    failed: row.failed,
    isDone: row.open === 0,
  }))
}
