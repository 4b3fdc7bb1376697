import type { KnownIssue, OwnIssue } from '@spacekeeper/contract/issues/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { likePattern } from '#platform/db/like-pattern.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { listIssueEntries, type StoredEntry } from './entries.ts'
import { tellingWords } from './rules.ts'

const mostPlaces = 500
const mostAreas = 50

/** Where a problem can be. Devices hidden from members are for those who were granted them. */
export const listReportPlaces = async (
  ctx: Ctx,
): Promise<{ devices: { id: number; name: string }[]; areas: string[] }> => {
  const { id: memberId } = memberOf(ctx)
  const [devices, areas] = await Promise.all([
    ctx.db
      .selectFrom('devices as d')
      .select(['d.id', 'd.name'])
      .where('d.removed_at', 'is', null)
      .where((is) =>
        is.or([
          is('d.is_hidden', '=', false),
          is.exists(
            is
              .selectFrom('grants as g')
              .select('g.member_id')
              .whereRef('g.device_id', '=', 'd.id')
              .where('g.member_id', '=', memberId),
          ),
        ]),
      )
      .orderBy(sql`lower(d.name)`)
      .limit(mostPlaces)
      .execute(),
    ctx.db
      .selectFrom('issue_reports')
      .select('area')
      .where('area', '!=', '')
      .groupBy('area')
      .having((is) => is.fn.countAll(), '>', 1)
      .orderBy((is) => is.fn.max('id'), 'desc')
      .limit(mostAreas)
      .execute(),
  ])
  return { devices, areas: areas.map(({ area }) => area) }
}

const mostKnown = 5

/** Members who have a problem: the reporter and those who follow it. */
const memberCount = sql<number>`(case when r.reporter_id is null then 0 else 1 end)
  + (select count(*)::int from issue_followers f where f.report_id = r.id)`

const isFollowedBy = (memberId: number) =>
  sql<boolean>`exists (select from issue_followers f where f.report_id = r.id and f.member_id = ${memberId})`

/** Reports that are not done, of the device or with words of the title in theirs, the likeliest first. */
export const listKnown = async (
  ctx: Ctx,
  { deviceId, text }: { deviceId?: number | undefined; text: string },
): Promise<KnownIssue[]> => {
  const { id: memberId } = memberOf(ctx)
  const words = tellingWords(text)
  if (deviceId === undefined && words.length === 0) return []
  const hits = sql<number>`(${sql.join(
    [sql`0::int`, ...words.map((word) => sql`(lower(r.title) like ${likePattern(word)})::int`)],
    sql` + `,
  )})`
  const isThere = sql<boolean>`(r.device_id is not distinct from ${deviceId ?? null}::int and r.device_id is not null)`
  const rows = await ctx.db
    .selectFrom('issue_reports as r')
    .leftJoin('devices as d', 'd.id', 'r.device_id')
    .select(columns('r.id, r.title, r.area, d.name, r.state, r.is_unsafe, r.reported_at, r.reporter_id'))
    .select([memberCount.as('members'), isFollowedBy(memberId).as('isFollowed')])
    .where('r.state', '!=', 'done')
    .where(sql<boolean>`(${isThere} or ${hits} > 0)`)
    .where(sql<boolean>`(d.id is null or not d.is_hidden or ${isThere})`)
    .orderBy(isThere, 'desc')
    .orderBy(hits, 'desc')
    .orderBy('r.id', 'desc')
    .limit(mostKnown)
    .execute()
  return rows.map(({ area, name, reporterId, ...row }) => ({
    ...withTimes(row),
    place: name ?? area,
    state: row.state === 'inProgress' ? 'inProgress' : 'open',
    isMine: reporterId === memberId,
  }))
}

/** What staff answer, and what others wrote, is for the reporter. */
const entriesOf = (entries: readonly StoredEntry[], { id, isMine }: { id: number; isMine: boolean }) =>
  entries
    .filter(({ reportId, kind }) => reportId === id && (isMine || kind !== 'reply'))
    .map(({ reportId: _, ...entry }) => entry)

/** What the caller reported, and what they follow, newest first. Of what others reported they read no more than the title. */
export const listOwn = async (
  ctx: Ctx,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<{ issues: OwnIssue[]; hasMore: boolean }> => {
  const { id: memberId } = memberOf(ctx)
  const rows = await ctx.db
    .selectFrom('issue_reports as r')
    .leftJoin('devices as d', 'd.id', 'r.device_id')
    .leftJoin('issue_reports as t', 't.id', 'r.merged_into')
    .select(columns('r.id, r.title, r.description, r.area, d.name, r.state, r.is_unsafe, r.reported_at, r.done_at'))
    .select(['r.reporter_id as reporterId', 't.title as mergedInto'])
    .select([memberCount.as('members'), isFollowedBy(memberId).as('isFollowed')])
    .select(
      sql<number[]>`array(select p.id from issue_pictures p
        where p.report_id = r.id and p.member_id = ${memberId} order by p.id)`.as('pictureIds'),
    )
    .where(sql<boolean>`(r.reporter_id = ${memberId} or ${isFollowedBy(memberId)})`)
    .$if(before !== undefined, (query) => query.where('r.id', '<', before ?? 0))
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const entries = await listIssueEntries(ctx, { reportIds: shown.map(({ id }) => id), isForStaff: false })
  const issues = shown.map(({ area, name, reporterId, ...row }) => {
    const isMine = reporterId === memberId
    return {
      ...withTimes(row),
      description: isMine ? row.description : '',
      place: name ?? area,
      isMine,
      entries: entriesOf(entries, { id: row.id, isMine }),
    }
  })
  return { issues, hasMore: rows.length > limit }
}
