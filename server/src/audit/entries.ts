import type { AuditFilter, AuditEntry, NamedThing, DetailChange } from '@spacekeeper/contract/audit/shapes.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql, type RawBuilder } from 'kysely'
import { writeCsv } from '#platform/csv/write-csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { likePattern } from '#platform/db/like-pattern.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { getMember } from '../members/summaries.ts'
import { isAmong, saysText, type EventRow, allOf, selectEvents, asEvent } from './event-selection.ts'
import { listFacts, mostExported, writeFacts } from './facts.ts'
import { namesOf, knownNames, type StoredEvent, asEntry, actorPiece, textOfSentence } from './rules.ts'

const inGroup = (group: NonNullable<AuditFilter['group']>) =>
  group === 'other'
    ? sql<boolean>`(event = any(${namesOf('other')}::text[]) or event <> all(${knownNames}::text[]))`
    : sql<boolean>`event = any(${namesOf(group)}::text[])`

/** As an event about many names a device. */
const asGroup = (deviceId: number) => JSON.stringify([{ deviceId }])

const conditionsOf = (filter: AuditFilter): RawBuilder<boolean>[] => {
  const { group, actorId, memberId, deviceId, from, until } = filter
  const text = filter.text.trim()
  const conditions: (RawBuilder<boolean> | false)[] = [
    group !== undefined && inGroup(group),
    actorId !== undefined && sql<boolean>`actor_kind = 'member' and actor_id = ${actorId}`,
    memberId !== undefined &&
      sql<boolean>`(subject_kind = 'member' and subject_id = ${memberId} or ${isAmong(memberId)})`,
    deviceId !== undefined &&
      sql<boolean>`(subject_kind = 'device' and subject_id = ${deviceId} or data->>'deviceId' = ${String(deviceId)}
        or data->'granted' @> ${asGroup(deviceId)}::jsonb or data->'revoked' @> ${asGroup(deviceId)}::jsonb)`,
    from !== undefined && sql<boolean>`at >= ${new Date(from)}`,
    until !== undefined && sql<boolean>`at < ${new Date(until)}`,
    text !== '' && saysText(text),
  ]
  return conditions.filter((condition) => condition !== false)
}

/** Events that fit a filter, newest first, in one query with all names in it. */
export const listAuditEvents = async (
  ctx: Ctx,
  input: { filter: AuditFilter; before?: number | undefined; limit: number },
): Promise<StoredEvent[]> => {
  const { filter, before, limit } = input
  const conditions = conditionsOf(filter)
  if (before !== undefined) conditions.push(sql<boolean>`id < ${before}`)
  const page = sql<EventRow>`(
    select at, id, event, actor_kind, actor_id, subject_kind, subject_id, data
    from audit_events where ${allOf(conditions)} order by id desc limit ${limit}
  )`
  const rows = await selectEvents(ctx, page).orderBy('e.id', 'desc').execute()
  return rows.map(asEvent)
}

export const listAudit = async (
  ctx: Ctx,
  input: { filter: AuditFilter; before?: number | undefined; limit: number },
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> => {
  const events = await listAuditEvents(ctx, { ...input, limit: input.limit + 1 })
  return { entries: events.slice(0, input.limit).map(asEntry), hasMore: events.length > input.limit }
}

const maxNames = 20

export const findNames = async (ctx: Ctx, text: string): Promise<NamedThing[]> => {
  const pattern = likePattern(text.trim())
  const members = ctx.db
    .selectFrom('members')
    .select(['id', sql<'member' | 'device'>`'member'`.as('kind')])
    .select(fullNameOf('members').as('name'))
    .where('closed_at', 'is', null)
    .where(sql<boolean>`lower(${fullNameOf('members')} || ' ' || screen_name) like ${pattern}`)
  const devices = ctx.db
    .selectFrom('devices')
    .select(['id', sql<'member' | 'device'>`'device'`.as('kind'), 'name'])
    .where(sql<boolean>`lower(name) like ${pattern}`)
  return ctx.db
    .selectFrom(members.unionAll(devices).as('named'))
    .selectAll()
    .orderBy(sql`lower(name)`)
    .limit(maxNames)
    .execute()
}

/** What changed in a member's details and state, field by field. A page is of events, some of which changed several. */
export const listDetailChanges = async (
  ctx: Ctx,
  input: { memberId: number; before?: number | undefined; limit: number },
): Promise<{ changes: DetailChange[]; hasMore: boolean; next: number | null }> => {
  const { memberId, before = Number.MAX_SAFE_INTEGER, limit } = input
  await getMember(ctx, memberId)
  const page = sql<EventRow>`(
    select at, id, event, actor_kind, actor_id, subject_kind, subject_id, data from audit_events
    where subject_kind = 'member' and subject_id = ${memberId} and id < ${before}
      and (data->'changes' <> '{}' or data ?& array['from', 'to'])
    order by id desc limit ${limit + 1}
  )`
  const rows = await selectEvents(ctx, page).orderBy('e.id', 'desc').execute()
  const events = rows.slice(0, limit).map(asEvent)
  const changes = events.flatMap((event) =>
    listFacts(event).flatMap(({ name, isChange, from, to }) =>
      isChange ? [{ eventId: event.id, at: event.at.toISOString(), by: actorPiece(event), field: name, from, to }] : [],
    ),
  )
  return { changes, hasMore: rows.length > limit, next: events.at(-1)?.id ?? null }
}

const maxVisits = 2000

/** When the visits of the last twelve months began, oldest first. */
export const listVisitStarts = async (ctx: Ctx, memberId: number): Promise<string[]> => {
  await getMember(ctx, memberId)
  const since = ctx.now()
  since.setUTCFullYear(since.getUTCFullYear() - 1)
  const rows = await ctx.db
    .selectFrom('visits')
    .select('signed_in_at')
    .where('member_id', '=', memberId)
    .where('signed_in_at', '>', since)
    .orderBy('signed_in_at', 'desc')
    .limit(maxVisits)
    .execute()
  return rows.map((row) => row.signed_in_at.toISOString()).toReversed()
}

const dayOf = (ctx: Ctx) => ctx.now().toISOString().slice(0, 10)

const columns = [
  { header: 'When (UTC)', value: (event: StoredEvent) => event.at },
  { header: 'What happened', value: (event: StoredEvent) => textOfSentence(asEntry(event).sentence) },
  { header: 'Who', value: (event: StoredEvent) => event.actorName ?? event.actorKind },
  { header: 'About', value: (event: StoredEvent) => event.subjectName ?? event.subjectKind },
  { header: 'Details', value: (event: StoredEvent) => writeFacts(asEntry(event).facts) },
  { header: 'Event', value: (event: StoredEvent) => event.event },
  { header: 'Number', value: (event: StoredEvent) => event.id },
]

/** The audit as a table, as it is filtered; who took it away stands in the audit. */
export const exportAudit = async (ctx: Ctx, filter: AuditFilter): Promise<File> => {
  const events = await listAuditEvents(ctx, { filter, limit: mostExported + 1 })
  const result = await writeCsv({ name: `audit-${dayOf(ctx)}.csv`, columns, rows: events, most: mostExported })
  return change(ctx, 'audit.exported', async () => ({
    result,
    data: { rows: Math.min(events.length, mostExported), filter },
  }))
}
