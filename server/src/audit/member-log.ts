import type { LogFilter, LogKind, LogEntry } from '@spacekeeper/contract/audit/shapes.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { type RawBuilder, sql } from 'kysely'
import { writeCsv } from '#platform/csv/write-csv.ts'
import type { Actor, Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { likePattern } from '#platform/db/like-pattern.ts'
import { getMember } from '../members/summaries.ts'
import { shownAddressOf } from '../messages/shown-address.ts'
import { sources, type LogRow, asLogEntry, describeEntry } from './entry-words.ts'
import { type EventRow, allOf, saysText, isAmong, selectEvents, asEvent } from './event-selection.ts'
import { mostExported, writeFacts } from './facts.ts'
import { namesOf } from './rules.ts'

type PageRow = EventRow & { source: number; micros: number; label: string | null; ended_at: Date | null }

/** The part of a stream that makes a page. */
export type Stretch = {
  filter: Pick<LogFilter, 'from' | 'until' | 'text'>
  before?: string | undefined
  limit: number
}

type MemberLogPage = Stretch & { memberId: number; filter: LogFilter }

/** How a branch of the stream names its columns. */
type Columns = { source: number; at: RawBuilder<unknown>; owner: RawBuilder<boolean>; words: RawBuilder<boolean> }

/** Rows of one table that belong into the page: after the last one, in the period, with the text in them. */
export const rowsOf = (wanted: Stretch, { source, at, owner, words }: Columns) => {
  const { filter, before } = wanted
  const conditions = [owner]
  if (before !== undefined) {
    const [micros = '', lastSource = '', lastId = ''] = before.split('~')
    const last = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`
    // The first says the same to an index.
    conditions.push(
      sql<boolean>`${at} <= ${last}`,
      sql<boolean>`(${at}, ${source}::int, id) < (${last}, ${Number(lastSource)}::int, ${lastId}::bigint)`,
    )
  }
  if (filter.from !== undefined) conditions.push(sql<boolean>`${at} >= ${new Date(filter.from)}`)
  if (filter.until !== undefined) conditions.push(sql<boolean>`${at} < ${new Date(filter.until)}`)
  if (filter.text.trim() !== '') conditions.push(words)
  return sql`${allOf(conditions)} order by ${at} desc, id desc limit ${wanted.limit + 1}`
}

const columns = sql`at, source, id, event, actor_kind, actor_id, subject_kind, subject_id, data, label, ended_at`

const events = (source: number, owner: RawBuilder<boolean>) => (wanted: MemberLogPage) =>
  sql`(select at, ${source}::int, id, event, actor_kind, actor_id, subject_kind, subject_id, data,
    null::text, null::timestamptz
    from audit_events where ${rowsOf(wanted, { source, at: sql`at`, owner, words: saysText(wanted.filter.text.trim()) })})`

/** Signing in and out by oneself is told by the visit. */
const ownVisits = sql<boolean>`not (event = any(${namesOf('visits')}::text[]) and actor_kind = 'member' and actor_id = subject_id)`

const apart = [...namesOf('cards'), ...namesOf('logins'), ...namesOf('messages')]

const about = (wanted: MemberLogPage, more: RawBuilder<boolean>) =>
  events(
    sources.about,
    sql<boolean>`subject_kind = 'member' and subject_id = ${wanted.memberId} and ${ownVisits} and ${more}`,
  )(wanted)

const aboutNamed = (wanted: MemberLogPage, names: readonly string[]) =>
  about(wanted, sql<boolean>`event = any(${names}::text[])`)

const deeds = (wanted: MemberLogPage) =>
  events(
    sources.deeds,
    sql<boolean>`actor_kind = 'member' and actor_id = ${wanted.memberId}
      and (subject_kind is distinct from 'member' or subject_id is distinct from ${wanted.memberId})`,
  )(wanted)

const aboutMany = (wanted: MemberLogPage) =>
  events(
    sources.many,
    sql<boolean>`${isAmong(wanted.memberId)} and (subject_kind is distinct from 'member' or subject_id <> ${wanted.memberId})`,
  )(wanted)

const noEvent = sql`null::text, null::int, null::text, null::int`

const swipes = (wanted: MemberLogPage) => {
  const pattern = likePattern(wanted.filter.text.trim())
  const words = sql<boolean>`(device_id in (select id from devices where lower(name) like ${pattern})
    or lower(card_number) like ${pattern})`
  return sql`(select swiped_at, ${sources.swipes}::int, id, outcome, ${noEvent},
    jsonb_build_object('deviceId', device_id, 'refusal', refusal, 'card', card_number), null::text, null::timestamptz
    from swipes where ${rowsOf(wanted, {
      source: sources.swipes,
      at: sql`swiped_at`,
      owner: sql<boolean>`member_id = ${wanted.memberId}`,
      words,
    })})`
}

/** A machine begins one use at a time, so its number tells those of one instant apart. */
const uses = (wanted: MemberLogPage) => {
  const pattern = likePattern(wanted.filter.text.trim())
  return sql`(select started_at, ${sources.uses}::int, id, 'use', ${noEvent},
    jsonb_build_object(
      'deviceId', device_id, 'cents', cost_cents, 'mwh', energy_mwh, 'review', review, 'reason', end_reason,
      'seconds', extract(epoch from coalesce(ended_at, last_heard_at) - started_at)
    ), null::text, ended_at
    from (
      select device_id::bigint as id, device_id, member_id, started_at, last_heard_at, ended_at, end_reason, cost_cents,
        energy_mwh, review
      from interlock_sessions
    ) as s where ${rowsOf(wanted, {
      source: sources.uses,
      at: sql`started_at`,
      owner: sql<boolean>`member_id = ${wanted.memberId}`,
      words: sql<boolean>`device_id in (select id from devices where lower(name) like ${pattern})`,
    })})`
}

const visits = (wanted: MemberLogPage) => {
  const text = wanted.filter.text.trim()
  const says = 'signed in on site'.includes(text.toLowerCase())
  const words = sql<boolean>`(${says} or lower(array_to_string(guests, ' ')) like ${likePattern(text)})`
  return sql`(select signed_in_at, ${sources.visits}::int, id, 'visit', ${noEvent},
    jsonb_build_object('guests', cardinality(guests)), null::text, signed_out_at
    from visits where ${rowsOf(wanted, {
      source: sources.visits,
      at: sql`signed_in_at`,
      owner: sql<boolean>`member_id = ${wanted.memberId}`,
      words,
    })})`
}

const messages = (wanted: MemberLogPage) =>
  sql`(select created_at, ${sources.messages}::int, id, state, ${noEvent},
    jsonb_build_object('channel', channel, 'to', ${shownAddressOf('messages')}),
    case when channel = 'sms' then regexp_replace(coalesce(text, subject), '\\s+', ' ', 'g') else subject end, null::timestamptz
    from messages where ${rowsOf(wanted, {
      source: sources.messages,
      at: sql`created_at`,
      owner: sql<boolean>`(member_id = ${wanted.memberId} or about @> array[${wanted.memberId}::int])`,
      words: sql<boolean>`lower(subject || ' ' || ${shownAddressOf('messages')} || ' ' || case when channel = 'sms' then coalesce(text, '') else '' end) like ${likePattern(wanted.filter.text.trim())}`,
    })})`

const branches: Record<LogKind, (wanted: MemberLogPage) => RawBuilder<unknown>[]> = {
  swipes: (wanted) => [swipes(wanted)],
  uses: (wanted) => [uses(wanted)],
  visits: (wanted) => [aboutNamed(wanted, namesOf('visits')), visits(wanted)],
  changes: (wanted) => [
    about(wanted, sql<boolean>`event <> all(${[...apart, ...namesOf('visits')]}::text[])`),
    aboutMany(wanted),
  ],
  cards: (wanted) => [aboutNamed(wanted, namesOf('cards'))],
  logins: (wanted) => [aboutNamed(wanted, namesOf('logins'))],
  messages: (wanted) => [aboutNamed(wanted, namesOf('messages')), messages(wanted)],
  deeds: (wanted) => [deeds(wanted)],
}

const everything = (wanted: MemberLogPage) => [
  about(wanted, sql<boolean>`true`),
  aboutMany(wanted),
  swipes(wanted),
  uses(wanted),
  visits(wanted),
  messages(wanted),
]

/** What a member did to others and to the settings is only shown to staff who may read the whole audit. */
const mayReadAudit = (actor: Actor) => actor.kind === 'system' || (actor.kind === 'member' && actor.isAdmin)

/**
 * The rows of a member's stream: what was done to and by them, swipes, uses of machines, visits and messages, newest first. One query; each
 * table gives at most a page from its own index.
 */
export const readMemberLog = async (ctx: Ctx, wanted: MemberLogPage): Promise<{ rows: LogRow[]; hasMore: boolean }> => {
  const { memberId, filter, limit } = wanted
  await getMember(ctx, memberId)
  const mayReadDeeds = mayReadAudit(ctx.actor)
  if (filter.kind === 'deeds' && !mayReadDeeds) return { rows: [], hasMore: false }
  const all = () => [...everything(wanted), ...(mayReadDeeds ? [deeds(wanted)] : [])]
  const parts = filter.kind === undefined ? all() : branches[filter.kind](wanted)
  const page = sql<PageRow>`(
    select *, (extract(epoch from at) * 1000000)::bigint as micros from (${sql.join(parts, sql` union all `)}) as stream (${columns})
    order by at desc, source desc, id desc limit ${limit + 1}
  )`
  const rows = await selectEvents(ctx, page)
    .orderBy('e.at', 'desc')
    .orderBy('e.source', 'desc')
    .orderBy('e.id', 'desc')
    .execute()
  return { rows: rows.slice(0, limit).map((row) => ({ ...row, stored: asEvent(row) })), hasMore: rows.length > limit }
}

export const listMemberLog = async (
  ctx: Ctx,
  wanted: MemberLogPage,
): Promise<{ entries: LogEntry[]; hasMore: boolean }> => {
  const { rows, hasMore } = await readMemberLog(ctx, wanted)
  return { entries: rows.map(asLogEntry), hasMore }
}

const exportedColumns = [
  { header: 'When (UTC)', value: ({ at }: LogEntry) => new Date(at) },
  { header: 'Until (UTC)', value: ({ endedAt }: LogEntry) => (endedAt === null ? null : new Date(endedAt)) },
  { header: 'Kind', value: ({ kind }: LogEntry) => kind },
  { header: 'What happened', value: describeEntry },
  { header: 'Details', value: ({ facts }: LogEntry) => writeFacts(facts) },
]

/** A member's log as a table, as it is filtered; who took it away stands in the audit. */
export const exportMemberLog = async (ctx: Ctx, input: { memberId: number; filter: LogFilter }): Promise<File> => {
  const { memberId, filter } = input
  const { entries } = await listMemberLog(ctx, { memberId, filter, limit: mostExported + 1 })
  const result = await writeCsv({
    name: `member-${memberId}-log.csv`,
    columns: exportedColumns,
    rows: entries,
    most: mostExported,
  })
  return change(ctx, 'audit.memberLogExported', async () => ({
    result,
    subject: { kind: 'member', id: memberId },
    data: { rows: Math.min(entries.length, mostExported), filter },
  }))
}
