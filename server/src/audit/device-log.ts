import type { DeviceLogEntry, Piece, DeviceLogKind } from '@spacekeeper/contract/audit/shapes.ts'
import { commandEventWords } from '@spacekeeper/contract/devices/events.ts'
import { deviceKinds } from '@spacekeeper/contract/devices/words.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { seesEverySwipe } from '../access/rules.ts'
import { wordRefusal, wordUse } from './entry-words.ts'
import { type EventRow, selectEvents, asEvent } from './event-selection.ts'
import { wordValue, listFacts } from './facts.ts'
import { type Stretch, rowsOf } from './member-log.ts'
import { type StoredEvent, sayEvent } from './rules.ts'

/** The tables a device's log is joined from; among entries of one instant, in this order. */
export const deviceSources = { departures: 0, arrivals: 1, events: 2, swipes: 3, uses: 4, purchases: 5 } as const

export type DeviceLogRow = { source: number; micros: number; ended_at: Date | null; stored: StoredEvent }

type DeviceEventFacts = Pick<DeviceLogEntry, 'kind' | 'outcome' | 'sentence' | 'detail'> & { awaySince?: string }

const plain = (text: string): Piece[] => [{ text, memberId: null }]

const person = ({ actorId, actorName }: StoredEvent): Piece[] =>
  actorName === null ? plain('Unknown card') : [{ text: actorName, memberId: actorId }]

const tellSwipe = ({ stored }: DeviceLogRow): DeviceEventFacts => {
  const { event, data } = stored
  const card = wordValue(data['card'])
  const by = card === null ? '' : ` with card ${card}`
  const why = wordRefusal(data['refusal'])
  if (event === 'granted' && data['despite'] === true) {
    return { kind: 'uses', outcome: 'locked', sentence: person(stored), detail: `Opened${by}, although it was locked` }
  }
  return {
    kind: 'uses',
    outcome: event === 'granted' ? 'fine' : event === 'lockedOut' ? 'locked' : 'refused',
    sentence: person(stored),
    detail: event === 'granted' ? `Opened${by}` : `Refused${by}${why}`,
  }
}

const tellUse = ({ stored, ended_at }: DeviceLogRow): DeviceEventFacts => ({
  kind: 'uses',
  outcome: ended_at === null ? 'inUse' : 'fine',
  sentence: person(stored),
  detail: wordUse(stored.data, ended_at !== null),
})

const tellPurchase = ({ stored }: DeviceLogRow): DeviceEventFacts => {
  const { event, data } = stored
  const amount = (Number(data['cents'] ?? 0) / 100).toFixed(2)
  const product = wordValue(data['product'])
  const what = product === null ? `Bought for ${amount}` : `Bought ${product} for ${amount}`
  return {
    kind: 'uses',
    outcome: 'fine',
    sentence: person(stored),
    detail: event === 'credit' ? `Paid in ${amount}` : what,
  }
}

/** A line that is back this soon is no gap worth drawing. */
const shortestGapMs = 60_000

const tellArrival = ({ stored: { at, data } }: DeviceLogRow): DeviceEventFacts => {
  const before = typeof data['before'] === 'string' ? new Date(data['before']) : null
  const isGap = before !== null && at.getTime() - before.getTime() >= shortestGapMs
  const address = wordValue(data['address'])
  return {
    kind: 'connections',
    outcome: 'fine',
    sentence: plain('Connected'),
    detail: address === null ? '' : `From ${address}`,
    ...(isGap && { awaySince: before.toISOString() }),
  }
}

const reasons: Record<string, string> = {
  closed: 'The device or the network closed the connection',
  silent: 'No heartbeat for too long',
  replaced: 'The device opened a new connection',
  withdrawn: 'Its key, authorisation or serial number was no longer valid',
  portal: 'The portal stopped or restarted',
  lost: 'The portal was interrupted; this is when the device was last heard of',
}

const tellDeparture = ({ stored: { data } }: DeviceLogRow): DeviceEventFacts => ({
  kind: 'connections',
  outcome: 'offline',
  sentence: plain('Disconnected'),
  detail: reasons[String(data['reason'])] ?? '',
})

const commandEvents = new Set<string>([...Object.values(commandEventWords), 'notReached'])

const kindOf = (event: string): DeviceLogKind => (commandEvents.has(event.split('.')[1] ?? '') ? 'commands' : 'changes')

const tellEvent = ({ stored }: DeviceLogRow): DeviceEventFacts => ({
  kind: kindOf(stored.event),
  outcome: stored.event.endsWith('.notReached') ? 'refused' : stored.event === 'device.lockedOut' ? 'locked' : 'info',
  sentence: sayEvent(stored),
  detail: '',
})

const tellers: Record<number, (row: DeviceLogRow) => DeviceEventFacts> = {
  [deviceSources.departures]: tellDeparture,
  [deviceSources.arrivals]: tellArrival,
  [deviceSources.swipes]: tellSwipe,
  [deviceSources.uses]: tellUse,
  [deviceSources.purchases]: tellPurchase,
}

export const describeDeviceEntry = (row: DeviceLogRow): DeviceLogEntry => {
  const { awaySince = null, ...told } = (tellers[row.source] ?? tellEvent)(row)
  const { stored } = row
  return {
    ...told,
    cursor: `${row.micros}~${row.source}~${stored.id}`,
    at: stored.at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    facts: row.source === deviceSources.events ? listFacts(stored) : [],
    awaySince,
  }
}

type DeviceLogPageRow = EventRow & Pick<DeviceLogRow, 'source' | 'micros' | 'ended_at'>

type DeviceLogPage = { deviceId: number; kind?: DeviceLogKind | undefined; before?: string | undefined; limit: number }

type Reading = Stretch & { deviceId: number; seesWhy: boolean }

const commandNames = deviceKinds.flatMap((kind) =>
  [...Object.values(commandEventWords), 'notReached'].map((word) => `${kind}.${word}`),
)

const columns = sql`at, source, id, event, actor_kind, actor_id, subject_kind, subject_id, data, ended_at`

const noSubject = sql`null::text, null::int`

const noEvent = sql`null::text, null::int, null::text, null::int`

/** Rows are told apart by number; these have longer names, of which this much is enough for a tie. */
const shortId = sql`('x' || left(id::text, 8))::bit(32)::bigint as id`

const branch = (reading: Reading, input: { source: number; at: RawBuilder<unknown>; owner: RawBuilder<boolean> }) =>
  rowsOf(reading, { ...input, words: sql<boolean>`true` })

const ofDevice = ({ deviceId }: Reading) => sql<boolean>`device_id = ${deviceId}`

const events = (reading: Reading, more: RawBuilder<boolean>) =>
  sql`(select at, ${deviceSources.events}::int, id, event, actor_kind, actor_id, subject_kind, subject_id, data,
    null::timestamptz
    from audit_events where ${branch(reading, {
      source: deviceSources.events,
      at: sql`at`,
      owner: sql<boolean>`subject_kind = 'device' and subject_id = ${reading.deviceId} and ${more}`,
    })})`

/** Staff who may not see why others were refused see no unknown cards either. */
const swipes = (reading: Reading) =>
  sql`(select swiped_at, ${deviceSources.swipes}::int, id, outcome, 'member', member_id, ${noSubject},
    jsonb_build_object(
      'refusal', case when ${reading.seesWhy} then refusal end, 'card', case when ${reading.seesWhy} then card_number end,
      'despite', is_despite_lockout
    ), null::timestamptz
    from swipes where ${branch(reading, {
      source: deviceSources.swipes,
      at: sql`swiped_at`,
      owner: sql<boolean>`${ofDevice(reading)} and (${reading.seesWhy} or member_id is not null)`,
    })})`

const uses = (reading: Reading) =>
  sql`(select started_at, ${deviceSources.uses}::int, id, 'use', 'member', member_id, ${noSubject},
    jsonb_build_object(
      'cents', cost_cents, 'mwh', energy_mwh, 'review', review, 'reason', end_reason,
      'seconds', extract(epoch from coalesce(ended_at, last_heard_at) - started_at)
    ), ended_at
    from (
      select ${shortId}, device_id, member_id, started_at, last_heard_at, ended_at, end_reason, cost_cents,
        energy_mwh, review
      from interlock_sessions
    ) as s where ${branch(reading, { source: deviceSources.uses, at: sql`started_at`, owner: ofDevice(reading) })})`

const purchases = (reading: Reading) =>
  sql`(select purchased_at, ${deviceSources.purchases}::int, id, kind, 'member', member_id, ${noSubject},
    jsonb_build_object(
      'cents', amount_cents, 'product', (select name from products where products.id = product_id)
    ), null::timestamptz
    from purchases where ${branch(reading, {
      source: deviceSources.purchases,
      at: sql`purchased_at`,
      owner: ofDevice(reading),
    })})`

const arrivals = (reading: Reading) =>
  sql`(select connected_at, ${deviceSources.arrivals}::int, id, 'arrived', ${noEvent},
    jsonb_build_object('address', ip_address, 'before', (
      select p.disconnected_at from device_connections p
      where p.device_id = c.device_id and p.connected_at < c.connected_at order by p.connected_at desc limit 1
    )), null::timestamptz
    from (select ${shortId}, device_id, ip_address, connected_at from device_connections) as c
    where ${branch(reading, { source: deviceSources.arrivals, at: sql`connected_at`, owner: ofDevice(reading) })})`

const departures = (reading: Reading) =>
  sql`(select disconnected_at, ${deviceSources.departures}::int, id, 'left', ${noEvent},
    jsonb_build_object('reason', reason), null::timestamptz
    from (select ${shortId}, device_id, disconnected_at, reason from device_connections) as c
    where ${branch(reading, {
      source: deviceSources.departures,
      at: sql`disconnected_at`,
      owner: sql<boolean>`${ofDevice(reading)} and disconnected_at is not null`,
    })})`

const branches: Record<DeviceLogKind, (reading: Reading) => RawBuilder<unknown>[]> = {
  uses: (reading) => [swipes(reading), uses(reading), purchases(reading)],
  connections: (reading) => [arrivals(reading), departures(reading)],
  commands: (reading) => [events(reading, sql<boolean>`event = any(${commandNames}::text[])`)],
  changes: (reading) => [events(reading, sql<boolean>`event <> all(${commandNames}::text[])`)],
}

const everything = (reading: Reading) => [
  ...branches.uses(reading),
  ...branches.connections(reading),
  events(reading, sql<boolean>`true`),
]

const seesWhy = (actor: Actor) => actor.kind === 'system' || (actor.kind === 'member' && seesEverySwipe(actor))

const mustExist = async ({ db }: Ctx, deviceId: number) => {
  const device = await db.selectFrom('devices').select('id').where('id', '=', deviceId).executeTakeFirst()
  if (!device) throw new AppError('notFound')
}

/**
 * A device's stream: its uses, connections, commands and changes, newest first, also of one that is out of use. One
 * query; each table gives at most a page from its own index.
 */
export const listDeviceLog = async (
  ctx: Ctx,
  wanted: DeviceLogPage,
): Promise<{ entries: DeviceLogEntry[]; hasMore: boolean }> => {
  const { deviceId, kind, before, limit } = wanted
  await mustExist(ctx, deviceId)
  const reading: Reading = { deviceId, before, limit, filter: { text: '' }, seesWhy: seesWhy(ctx.actor) }
  const parts = kind === undefined ? everything(reading) : branches[kind](reading)
  const page = sql<DeviceLogPageRow>`(
    select *, (extract(epoch from at) * 1000000)::bigint as micros from (${sql.join(parts, sql` union all `)}) as stream (${columns})
    order by at desc, source desc, id desc limit ${limit + 1}
  )`
  const rows = await selectEvents(ctx, page)
    .orderBy('e.at', 'desc')
    .orderBy('e.source', 'desc')
    .orderBy('e.id', 'desc')
    .execute()
  const entries = rows.slice(0, limit).map((row) => describeDeviceEntry({ ...row, stored: asEvent(row) }))
  return { entries, hasMore: rows.length > limit }
}
