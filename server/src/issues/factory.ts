import type { IssueChannel, IssueEntry, IssueState } from '@spacekeeper/contract/issues/shapes.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'

type ReportedEntry = { at: Date; memberId?: number; kind: IssueEntry['kind']; state?: IssueState; text?: string }

type ReportedPost = {
  channel: IssueChannel
  state: 'waiting' | 'sent' | 'failed' | 'givenUp'
  url?: string
  error?: string
  at: Date
}

type ReportRowFacts = {
  title: string
  description?: string
  deviceId?: number
  area?: string
  isUnsafe?: boolean
  state?: IssueState
  /** Left out for maintenance. */
  reporterId?: number
  planId?: number
  at: Date
  ownerId?: number
  dueOn?: string
  doneAt?: Date
  mergedInto?: number
  followerIds?: readonly number[]
  pictures?: readonly { content: Buffer; width: number; height: number }[]
  entries?: readonly ReportedEntry[]
  posts?: readonly ReportedPost[]
}

const insertReport = (db: Kysely<Database>, facts: ReportRowFacts) =>
  db
    .insertInto('issue_reports')
    .values({
      title: facts.title,
      description: facts.description ?? '',
      device_id: facts.deviceId ?? null,
      area: facts.area ?? '',
      is_unsafe: facts.isUnsafe ?? false,
      state: facts.state ?? 'open',
      reporter_id: facts.reporterId ?? null,
      plan_id: facts.planId ?? null,
      reported_at: facts.at,
      owner_id: facts.ownerId ?? null,
      due_on: facts.dueOn ?? null,
      done_at: facts.doneAt ?? null,
      merged_into: facts.mergedInto ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

const insertEntries = async (db: Kysely<Database>, reportId: number, entries: readonly ReportedEntry[]) => {
  const rows = entries.map(({ at, memberId = null, kind, state = null, text = '' }) => ({
    report_id: reportId,
    at,
    member_id: memberId,
    kind,
    state,
    text,
  }))
  await db.insertInto('issue_entries').values(rows).execute()
}

const insertPosts = async (db: Kysely<Database>, reportId: number, posts: readonly ReportedPost[]) => {
  const rows = posts.map(({ channel, state, url = null, error = null, at }) => ({
    report_id: reportId,
    channel,
    state,
    url,
    error,
    tries: 1,
    tried_at: at,
  }))
  if (rows.length > 0) await db.insertInto('issue_posts').values(rows).execute()
}

/** A report with its history as it stands, for demonstrations. */
export const aReport = async (db: Kysely<Database>, facts: ReportRowFacts): Promise<{ id: number }> => {
  const { at, reporterId, followerIds = [], pictures = [], entries = [], posts = [] } = facts
  const { id } = await insertReport(db, facts)
  const reported = { at, kind: 'reported' as const, ...(reporterId !== undefined && { memberId: reporterId }) }
  await insertEntries(db, id, [reported, ...entries])
  await insertPosts(db, id, posts)
  for (const memberId of followerIds)
    await db.insertInto('issue_followers').values({ report_id: id, member_id: memberId, since: at }).execute()
  for (const picture of pictures)
    await db
      .insertInto('issue_pictures')
      .values({ report_id: id, member_id: reporterId ?? 0, media_type: 'image/jpeg', added_at: at, ...picture })
      .execute()
  return { id }
}

/** Maintenance of a device, last done at some time. */
export const aMaintenancePlan = async (
  db: Kysely<Database>,
  facts: {
    deviceId: number
    title: string
    instructions: string
    every: number
    unit: 'hours' | 'days' | 'months'
    at: Date
  },
): Promise<{ id: number }> =>
  db
    .insertInto('maintenance_plans')
    .values({
      device_id: facts.deviceId,
      title: facts.title,
      instructions: facts.instructions,
      every: facts.every,
      unit: facts.unit,
      last_done_at: facts.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
