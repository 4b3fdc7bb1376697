import { type RawBuilder, sql } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { type Services, systemCtx, type Ctx } from '#platform/ctx.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import type { Database } from '#platform/db/database.gen.ts'
import type { Day } from '#platform/local-day.ts'
import { createReconciler } from '#platform/reconciler.ts'
import { type FactReader, findSpaceFacts, hasCertificates, isOnSite } from '../access/card-facts.ts'
import { splitTags } from '../access/card-forms.ts'
import { doorLists } from '../devices/channels.ts'
import type { DeviceSession } from '../gateway/device-protocol.ts'
import { hashTags, sortTags } from './rules.ts'
import { batchSentLists } from './sent-lists.ts'

/** So many lists are read in one query; fewer after one that failed, which may have taken too long. */
const together = 64

type ConnectedDoor = {
  session: DeviceSession
  /** Of the list that was last sent on this socket. */
  sentHash: string | undefined
  isAskedFor: boolean
}

type ConnectedDoors = Map<number, ConnectedDoor>

type ServedDoor = { id: number; door: ConnectedDoor; isForced: boolean }

/** Takes the doors to serve now. A door that asks later is served by the next run. */
const take = (doors: ConnectedDoors, deviceIds: readonly number[]): ServedDoor[] => {
  const served: ServedDoor[] = []
  for (const id of deviceIds) {
    const door = doors.get(id)
    if (!door) continue
    served.push({ id, door, isForced: door.isAskedFor })
  }
  return served
}

type ListsInput = { doors: ConnectedDoors; sent: ReturnType<typeof batchSentLists> }

/** Reads the lists of doors and sends those that changed, one run at a time. */
const createPush = (services: Services, { doors, sent }: ListsInput) => {
  const ctx = systemCtx(services)
  const { db, settings, now } = ctx
  /** Reads on connections of its own, not on the lines that all share. */
  const apart = { db, settings, now }
  let size = together
  const read = async (served: readonly ServedDoor[]) =>
    served.length > 0
      ? listTags(
          // A list that took too long may do so again, and would end what others read beside it.
          size < together ? apart : ctx,
          served.map(({ id }) => id),
        )
      : null
  const send = ({ id, door, isForced }: ServedDoor, tags: string[]) => {
    if (doors.get(id) !== door) return
    const hash = hashTags(tags)
    if (hash === door.sentHash && !isForced) return
    if (isForced) door.isAskedFor = false
    door.sentHash = hash
    door.session.send({ command: 'sync', tags, hash })
    sent.note(id, { hash, tags })
  }
  const runAll = async (deviceIds: readonly number[], signal: AbortSignal) => {
    let served = take(doors, deviceIds.slice(0, size))
    let reading = read(served)
    for (let at = size; at < deviceIds.length + size; at += size) {
      const lists = await reading
      if (signal.aborted) return
      const sending = served
      // The database reads the next lists while these are sent.
      served = take(doors, deviceIds.slice(at, at + size))
      reading = read(served)
      // Its failure is told where it is awaited.
      reading.catch(() => undefined)
      for (const one of sending) send(one, lists?.get(one.id) ?? [])
    }
  }
  return async (deviceIds: number[], signal: AbortSignal) => {
    try {
      await runAll(deviceIds, signal)
      size = Math.min(together, size * 2)
    } catch (error) {
      size = Math.max(1, Math.floor(size / 4))
      throw error
    }
  }
}

/** Brings lists in line whenever a change is told, and until it worked. */
const followLists = (services: Services, { doors, sent }: ListsInput) => {
  const { live, log } = services
  const connected = () => [...doors.keys()]
  const lists = createReconciler({
    all: connected,
    run: createPush(services, { doors, sent }),
    log,
    failure: 'door lists were not computed',
  })
  /** Members whose doors have still to be found. */
  const members = createReconciler<number>({
    all: () => [],
    run: async (memberIds) =>
      lists.followSoon(await listGrantedDevices(systemCtx(services), { memberIds, among: connected() })),
    log,
    failure: 'the doors of members were not found',
  })

  const stops = [
    live.on(doorLists, ({ all, deviceIds = [], memberIds = [] }) => {
      if (doors.size === 0) return
      lists.followSoon(all ? connected() : deviceIds.filter((id) => doors.has(id)))
      if (!all && memberIds.length > 0) members.followSoon(memberIds)
    }),
    live.onReconnect(() => lists.followSoon(connected())),
    services.lags.add('lists', lists.behindMs),
    services.lags.add('lists', members.behindMs),
    lists.close,
    members.close,
  ]
  return { lists, stops }
}

/**
 * Keeps the lists of the doors that are connected to this process up to date. Lists are computed from the database, one
 * run at a time, so a door never gets an older list after a newer one, nor the same list twice unless it asks.
 */
export const pushLists = (services: Services) => {
  const doors: ConnectedDoors = new Map()
  const sent = batchSentLists(services)
  const { lists, stops } = followLists(services, { doors, sent })

  return {
    /** Sends a door its list for the first time, and from then on whenever it changes. */
    join: (session: DeviceSession): Promise<void> => {
      doors.set(session.deviceId, { session, sentHash: undefined, isAskedFor: false })
      return lists.follow([session.deviceId])
    },
    /** Sends a door its list, changed or not. */
    resend: (session: DeviceSession): Promise<void> => {
      const door = doors.get(session.deviceId)
      if (door?.session !== session) return Promise.resolve()
      door.isAskedFor = true
      return lists.follow([session.deviceId])
    },
    /** Sends a door that it opens for no card. */
    empty: (session: DeviceSession) => {
      const hash = hashTags([])
      session.send({ command: 'sync', tags: [], hash })
      sent.note(session.deviceId, { hash, tags: [] })
    },
    leave: (session: DeviceSession) => {
      if (doors.get(session.deviceId)?.session === session) doors.delete(session.deviceId)
    },
    close: () => {
      for (const stop of stops) stop()
      return sent.flush()
    },
  }
}

type TagsQuery = { device: RawBuilder<number>; today: Day; isSignInAsked: boolean }

const selectTags = (db: ReadonlyKysely<Database>, { device, today, isSignInAsked }: TagsQuery) =>
  db
    .selectFrom('grants as g')
    .innerJoin('members as m', 'm.id', 'g.member_id')
    .innerJoin('cards as c', 'c.member_id', 'm.id')
    .select('g.device_id')
    // Doors compare what they read as text, so each way in which a reader wrote the number stands there.
    // Takes half the time of an array or JSON, and there can be 100,000 cards.
    .select(sql<string>`string_agg(concat_ws(E'\\x1f', c.number, c.spellings), E'\\x1f')`.as('tags'))
    .where('g.device_id', '=', device)
    // Written out, so that the indexes that hold nothing else are used.
    .where('m.state', '=', sql.lit('active'))
    .where('c.state', '=', sql.lit('active'))
    .where(hasCertificates(today))
    .$if(isSignInAsked, (query) =>
      query
        .innerJoin('devices as d', 'd.id', 'g.device_id')
        .where((is) => is.or([is('d.is_exempt_from_signin', '=', true), isOnSite(is.ref('m.id'))])),
    )
    .groupBy('g.device_id')

const tagQueries = (isSignInAsked: boolean) => ({
  /** Planned once where short reads share a line: planning takes as long as reading, and a revoked card waits for both. */
  ofOne: selectOnce((db, { deviceId, today }: { deviceId: number; today: Day }) =>
    selectTags(db, { device: sql`${deviceId}::int`, today, isSignInAsked }),
  ),
  ofMany: selectOnce((db, { deviceIds, today }: { deviceIds: readonly number[]; today: Day }) =>
    selectTags(db, { device: sql`any(${deviceIds}::int[])`, today, isSignInAsked }),
  ),
})
const whereSignInIsAsked = tagQueries(true)
const elsewhere = tagQueries(false)

/** The cards each of these doors opens for, sorted, in one query. It must agree with `missingFromList`. */
export const listTags = async (ctx: FactReader, deviceIds: readonly number[]): Promise<Map<number, string[]>> => {
  const { isSignInAsked, today } = await findSpaceFacts(ctx)
  const { ofOne, ofMany } = isSignInAsked ? whereSignInIsAsked : elsewhere
  const [deviceId] = deviceIds
  const rows =
    deviceId !== undefined && deviceIds.length === 1
      ? await ofOne.all(ctx, { deviceId, today })
      : // Takes long, and its plan depends on how many they are, so on a connection of its own.
        await ofMany.all({ db: ctx.db }, { deviceIds, today })
  const lists = new Map<number, string[]>(deviceIds.map((id) => [id, []]))
  for (const row of rows) lists.set(row.device_id, sortTags(splitTags(row.tags)))
  return lists
}

/** The devices among these that any of these members has a grant for. */
export const listGrantedDevices = async (
  ctx: Ctx,
  input: { memberIds: readonly number[]; among: readonly number[] },
): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('grants')
    .select('device_id')
    .distinct()
    .where('member_id', '=', sql<number>`any(${input.memberIds}::int[])`)
    .where('device_id', '=', sql<number>`any(${input.among}::int[])`)
    .execute()
  return rows.map((row) => row.device_id)
}
