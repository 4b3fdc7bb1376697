import type { StaffIssue, StaffIssueDetail } from '@spacekeeper/contract/issues/shapes.ts'
import type { issueFilters } from '@spacekeeper/contract/issues/words.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { matchWords, searchText } from '#platform/db/search-words.ts'
import { AppError } from '#platform/http/app-error.ts'
import { type Day, localDay } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { keyLapse } from '../devices/key-owners.ts'
import { listIssueEntries } from './entries.ts'
import { listPosts } from './posts.ts'
import { isReportOverdue } from './rules.ts'

type Filter = (typeof issueFilters)[number]

export type ReportQuery = {
  which: Filter
  deviceId?: number | undefined
  ownerId?: number | undefined
  isOverdue?: boolean
  text?: string
  offset: number
  limit: number
}

const states: Record<Filter, readonly StaffIssue['state'][]> = {
  unfinished: ['open', 'inProgress'],
  open: ['open'],
  inProgress: ['inProgress'],
  done: ['done'],
  all: ['open', 'inProgress', 'done'],
}

const nameOf = (table: string): RawBuilder<string | null> =>
  sql<string | null>`(case when ${sql.ref(`${table}.closed_at`)} is null
    then ${fullNameOf(table)} end)`

/** Reports with all that lists show of them, in one query. */
const selectReports = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('issue_reports as r')
    .leftJoin('devices as d', 'd.id', 'r.device_id')
    .leftJoin('members as m', 'm.id', 'r.reporter_id')
    .leftJoin('members as o', 'o.id', 'r.owner_id')

const columns = [
  'r.id',
  'r.title',
  'r.area',
  'r.state',
  'r.is_unsafe',
  'r.reported_at',
  'r.plan_id',
  'r.due_on',
  'r.device_id',
  'd.name as device_name',
  'r.owner_id',
] as const

const counts = [
  nameOf('m').as('reporter'),
  nameOf('o').as('owner'),
  sql<number>`((case when r.reporter_id is null then 0 else 1 end)
    + (select count(*)::int from issue_followers f where f.report_id = r.id))`.as('members'),
  sql<number>`(select count(*)::int from issue_pictures p where p.report_id = r.id)`.as('pictures'),
  sql<StaffIssue['failedChannels']>`array(select p.channel from issue_posts p
    left join messages e on e.id = p.message_id
    where p.report_id = r.id and (p.state in ('failed', 'givenUp') or p.state = 'waiting' and p.tries > 0
      or e.state in ('failed', 'cancelled')) order by p.channel)`.as('failed'),
] as const

type ReportRow = {
  id: number
  title: string
  area: string
  state: StaffIssue['state']
  is_unsafe: boolean
  reported_at: Date
  plan_id: number | null
  due_on: Day | null
  device_id: number | null
  device_name: string | null
  owner_id: number | null
  reporter: string | null
  owner: string | null
  members: number
  pictures: number
  failed: StaffIssue['failedChannels']
}

const placed = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? 'Closed account' })

const describe = (row: ReportRow, today: Day): StaffIssue => ({
  id: row.id,
  title: row.title,
  device: placed(row.device_id, row.device_name),
  area: row.area,
  state: row.state,
  isUnsafe: row.is_unsafe,
  reportedAt: row.reported_at.toISOString(),
  reporter: row.reporter,
  isMaintenance: row.plan_id !== null,
  owner: placed(row.owner_id, row.owner),
  dueOn: row.due_on,
  isOverdue: isReportOverdue({ state: row.state, dueOn: row.due_on }, today),
  members: row.members,
  pictures: row.pictures,
  failedChannels: row.failed,
})

const todayOf = async (ctx: Ctx) => localDay(ctx.now(), await ctx.settings.get('SITE_TIME_ZONE'))

/** Reports as staff work through them: unsafe ones first while they are not done, then overdue ones, then the newest. */
export const listReports = async (
  ctx: Ctx,
  input: ReportQuery,
): Promise<{ issues: StaffIssue[]; count: number; hasMore: boolean }> => {
  const { which, deviceId, ownerId, text = '', offset, limit } = input
  const today = await todayOf(ctx)
  const isLate = sql<boolean>`(r.state <> 'done' and coalesce(r.due_on < ${today}::date, false))`
  const words = text.trim()
  const searched = searchText(sql`r.title || ' ' || r.description || ' ' || r.area || ' ' || coalesce(d.name, '')`)
  const query = selectReports(ctx)
    .where('r.state', 'in', [...states[which]])
    .$if(deviceId !== undefined, (narrowed) => narrowed.where('r.device_id', '=', deviceId ?? 0))
    .$if(ownerId !== undefined, (narrowed) => narrowed.where('r.owner_id', '=', ownerId ?? 0))
    .$if(input.isOverdue === true, (narrowed) => narrowed.where(isLate))
    .$if(words !== '', (narrowed) => narrowed.where(matchWords(searched, words)))
  const [rows, { count }] = await Promise.all([
    query
      .select([...columns])
      .select([...counts])
      .orderBy(sql`(r.state <> 'done' and r.is_unsafe)`, 'desc')
      .orderBy(isLate, 'desc')
      .orderBy('r.id', 'desc')
      .offset(offset)
      .limit(limit + 1)
      .execute(),
    query.select((is) => is.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return {
    issues: rows.slice(0, limit).map((row) => describe(row, today)),
    count,
    hasMore: rows.length > limit,
  }
}

/** One report as staff see it. */
export const getReport = async (ctx: Ctx, reportId: number): Promise<StaffIssueDetail> => {
  const row = await selectReports(ctx)
    .leftJoin('issue_reports as t', 't.id', 'r.merged_into')
    .select([...columns])
    .select([...counts])
    .select(['r.description', 'r.reporter_id', 'r.done_at', 'r.locked_at', 'd.is_locked_out'])
    .select(['t.id as into_id', 't.title as into_title'])
    .where('r.id', '=', reportId)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const [today, channels, entries, pictures] = await Promise.all([
    todayOf(ctx),
    listPosts(ctx, reportId),
    listIssueEntries(ctx, { reportIds: [reportId], isForStaff: true }),
    ctx.db.selectFrom('issue_pictures').select('id').where('report_id', '=', reportId).orderBy('id').execute(),
  ])
  const { into_id, into_title } = row
  return {
    ...describe(row, today),
    description: row.description,
    reporterId: row.reporter === null ? null : row.reporter_id,
    doneAt: row.done_at?.toISOString() ?? null,
    mergedInto: into_id === null || into_title === null ? null : { id: into_id, title: into_title },
    isLockedOut: row.is_locked_out ?? false,
    hasLocked: row.locked_at !== null,
    pictureIds: pictures.map(({ id }) => id),
    channels,
    entries: entries.map(({ reportId: _, ...entry }) => entry),
  }
}

const mostOwners = 500

/** Who can own a report: those who look after devices. */
export const listOwners = ({ db }: Pick<Ctx, 'db'>): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('members as m')
    .select(['m.id', fullNameOf('m').as('name')])
    .where(keyLapse('m'), 'is', null)
    .orderBy(sql`lower(${fullNameOf('m')})`)
    .orderBy('m.id')
    .limit(mostOwners)
    .execute()
