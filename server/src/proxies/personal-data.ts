import { sql } from 'kysely'
import { columns } from '#platform/db/columns.ts'
import { ownQuery, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { proxyNotices } from './proxy-facts.ts'
import { mailProxyNews } from './proxy-row.ts'

const proxyList = ownQuery(
  'proxies',
  (db, memberId) =>
    db
      .selectFrom('proxies as p')
      .innerJoin('meetings as g', 'g.id', 'p.meeting_id')
      .select(
        columns(
          'p.id',
          sql<string>`case when g.name = '' then g.type else g.name end`.as('meeting'),
          'g.starts_at as meetingAt, p.created_at as givenAt, p.accepted_at, p.ended_at, p.end_reason as end',
          sql<string>`case when p.member_id = ${memberId}::int then 'member' else 'proxy' end`.as('role'),
          sql<string>`case when p.member_id = ${memberId}::int then p.member_city else p.holder_city end`.as('city'),
        ),
      )
      .where((is) => is.or([is('p.member_id', '=', memberId), is('p.holder_id', '=', memberId)])),
  ['id', 'meeting', 'meetingAt', 'role', 'city', 'givenAt', 'acceptedAt', 'endedAt', 'end'],
)

export const proxyRetentions: Retention[] = [
  {
    name: 'proxies',
    title: 'Proxies of past meetings',
    table: 'proxies',
    setting: 'KEEP_PROXIES_DAYS',
    remove: async ({ tx }, { before, most }) => {
      const { numAffectedRows } = await sql`
        delete from proxies where ctid = any(array(
          select p.ctid from proxies p join meetings g on g.id = p.meeting_id
          where g.starts_at < ${before} limit ${most} for update of p skip locked))`.execute(tx)
      return Number(numAffectedRows ?? 0)
    },
  },
]

/** Proxies of meetings that are not over end with the account; the member on the other side is mailed. */
export const proxyPersonalData: PersonalData = {
  tables: {
    proxies: {
      exported: 'proxies',
      kept: ['proxies'],
      closing: {
        kept: 'That a proxy was given for a meeting, without a name, a city and words of staff, as proof of how it was decided.',
      },
    },
  },
  lists: [proxyList],
  erase: async (work, memberId) => {
    const living = await work.tx
      .updateTable('proxies')
      .set({
        ended_at: work.now,
        end_reason: sql`case when member_id = ${memberId}::int then 'withdrawn' else 'declined' end`,
      })
      .where((is) => is.or([is('member_id', '=', memberId), is('holder_id', '=', memberId)]))
      .where('ended_at', 'is', null)
      .where((is) =>
        is.exists(
          is
            .selectFrom('meetings as g')
            .select('g.id')
            .whereRef('g.id', '=', 'proxies.meeting_id')
            .where('g.closed_at', 'is', null)
            .where('g.starts_at', '>', new Date(work.now.getTime() - 24 * 3_600_000)),
        ),
      )
      .returning(['id', 'end_reason as reason'])
      .execute()
    await work.tx
      .updateTable('proxies')
      .set({
        member_city: sql`case when member_id = ${memberId}::int then '' else member_city end`,
        holder_city: sql`case when holder_id = ${memberId}::int then '' else holder_city end`,
        end_words: '',
      })
      .where((is) => is.or([is('member_id', '=', memberId), is('holder_id', '=', memberId)]))
      .execute()
    for (const { id: proxyId, reason } of living)
      await mailProxyNews(work, { proxyId, news: reason === 'withdrawn' ? 'withdrawn' : 'declined' })
    return living.length === 0 ? undefined : { data: { proxies: living.length }, tell: proxyNotices }
  },
}
