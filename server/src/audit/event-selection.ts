import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { likePattern } from '#platform/db/like-pattern.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { shownAddressOf } from '../messages/shown-address.ts'
import { type StoredEvent, namesSaying } from './rules.ts'

/** What a page of the audit, or of a log that holds events, has in each row. */
export type EventRow = {
  at: Date
  id: number
  event: string
  actor_kind: string | null
  actor_id: number | null
  subject_kind: string | null
  subject_id: number | null
  data: unknown
}

/** How many of many members are named. */
const maxNamed = 20

const memberNames = sql<string | null>`case when jsonb_typeof(e.data->'memberIds') = 'array' then (
  select string_agg(${fullNameOf('chosen')}, ', ' order by last_name, first_name) from (
    select named.first_name, named.last_name from jsonb_array_elements(e.data->'memberIds') as one
    join members as named on to_jsonb(named.id) = one limit ${sql.lit(maxNamed)}
  ) as chosen
) end`

const deviceNames = (key: 'granted' | 'revoked') => sql<
  string | null
>`case when jsonb_typeof(e.data->${sql.lit(key)}) = 'array' then (
  select string_agg(named.name, ', ' order by named.name) from jsonb_array_elements(e.data->${sql.lit(key)}) as one
  join devices as named on to_jsonb(named.id) = one->'deviceId'
) end`

const Data = z.record(z.string(), z.unknown()).catch({})

/** The rows of a page with the names in them, resolved in the same query, closed accounts included. */
export const selectEvents = <Row extends EventRow>(ctx: Ctx, page: RawBuilder<Row>) =>
  ctx.db
    .selectFrom(page.as('e'))
    .leftJoin('members as a', (on) => on.on(sql<boolean>`e.actor_kind = 'member' and a.id = e.actor_id`))
    .leftJoin('api_keys as k', (on) => on.on(sql<boolean>`e.actor_kind = 'apiKey' and k.id = e.actor_id`))
    .leftJoin('devices as ad', (on) => on.on(sql<boolean>`e.actor_kind = 'device' and ad.id = e.actor_id`))
    .leftJoin('members as s', (on) => on.on(sql<boolean>`e.subject_kind = 'member' and s.id = e.subject_id`))
    .leftJoin('devices as sd', (on) => on.on(sql<boolean>`e.subject_kind = 'device' and sd.id = e.subject_id`))
    .leftJoin('messages as sm', (on) => on.on(sql<boolean>`e.subject_kind = 'message' and sm.id = e.subject_id`))
    .leftJoin('devices as d', (on) =>
      on.on(sql<boolean>`d.id = case when e.data->>'deviceId' ~ '^[0-9]{1,9}$' then (e.data->>'deviceId')::int end`),
    )
    .selectAll('e')
    .select([
      'd.name as device_name',
      sql<string | null>`coalesce(${fullNameOf('a')}, 'API key ' || k.name, ad.name)`.as('actor_name'),
      sql<
        string | null
      >`coalesce(${fullNameOf('s')}, sd.name, '“' || sm.subject || '” to ' || ${shownAddressOf('sm')})`.as(
        'subject_name',
      ),
      memberNames.as('member_names'),
      deviceNames('granted').as('granted_names'),
      deviceNames('revoked').as('revoked_names'),
    ])

type NameColumn = 'device_name' | 'actor_name' | 'subject_name' | 'member_names' | 'granted_names' | 'revoked_names'

type NamedRow = EventRow & Record<NameColumn, string | null>

export const asEvent = (row: NamedRow): StoredEvent => ({
  id: row.id,
  at: row.at,
  event: row.event,
  actorKind: row.actor_kind ?? 'system',
  actorId: row.actor_id,
  actorName: row.actor_name,
  subjectKind: row.subject_kind,
  subjectId: row.subject_id,
  subjectName: row.subject_name,
  deviceName: row.device_name,
  data: Data.parse(row.data),
  many: { members: row.member_names, granted: row.granted_names, revoked: row.revoked_names },
})

/** Events in whose sentence or data a text stands. Names are looked up once for the query, not once for a row. */
export const saysText = (text: string) => {
  const pattern = likePattern(text)
  const people = sql`(select id from members where lower(${fullNameOf('members')}) like ${pattern})`
  const devices = sql`(select id from devices where lower(name) like ${pattern})`
  return sql<boolean>`(
    event = any(${namesSaying(text)}::text[])
    or actor_kind = 'member' and actor_id in ${people}
    or subject_kind = 'member' and subject_id in ${people}
    or subject_kind = 'device' and subject_id in ${devices}
    or data->>'deviceId' in (select id::text from devices where lower(name) like ${pattern})
    or exists (
      select from jsonb_path_query(data, '$.** ? (@.type() == "string" || @.type() == "number")') as part
      where lower(part #>> '{}') like ${pattern}
    )
  )`
}

/** An event about many names its members, and belongs to the log of each. Worded as its index is. */
export const isAmong = (memberId: number) =>
  sql<boolean>`(data ? 'memberIds' and data->'memberIds' @> ${JSON.stringify(memberId)}::jsonb)`

export const allOf = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
