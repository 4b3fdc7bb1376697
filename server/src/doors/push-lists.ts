import { systemCtx, type Services } from '#platform/ctx.ts'
import { doorLists } from '../devices/channels.ts'
import { coalesceRuns } from '../devices/coalesce-runs.ts'
import type { DeviceSession } from '../devices/device-protocol.ts'
import { batchSentLists } from './batch-sent-lists.ts'
import { listGrantedDevices, listTags } from './queries.ts'
import { hashTags } from './rules.ts'

/** Lists are looked at again this often, should a notice have been lost. */
const safetyMs = 60_000
/** So many lists are read at a time. */
const together = 64

type ConnectedDoor = {
  session: DeviceSession
  /** Of the list this very socket got last. */
  sentHash: string | undefined
  isAskedFor: boolean
}
type Doors = Map<number, ConnectedDoor>
type Served = { id: number; door: ConnectedDoor; isForced: boolean }

/** Takes the doors that are served now. Who asks after this is served by the next run. */
const take = (doors: Doors, deviceIds: readonly number[]): Served[] => {
  const served: Served[] = []
  for (const id of deviceIds) {
    const door = doors.get(id)
    if (!door) continue
    served.push({ id, door, isForced: door.isAskedFor })
    door.isAskedFor = false
  }
  return served
}

/** Reads the lists of doors and sends those that are news to them, one run at a time. */
const createPush = (services: Services, { doors, sent }: { doors: Doors; sent: ReturnType<typeof batchSentLists> }) => {
  const ctx = systemCtx(services)

  const read = async (served: readonly Served[]) =>
    served.length > 0
      ? listTags(
          ctx,
          served.map(({ id }) => id),
        )
      : null
  const send = ({ id, door, isForced }: Served, tags: string[]) => {
    if (doors.get(id) !== door) return
    const hash = hashTags(tags)
    if (hash === door.sentHash && !isForced) return
    door.sentHash = hash
    door.session.send({ command: 'sync', tags, hash })
    sent.note(id, { hash, tags })
  }
  return coalesceRuns(async (deviceIds: number[]) => {
    let served = take(doors, deviceIds.slice(0, together))
    let reading = read(served)
    for (let at = together; at < deviceIds.length + together; at += together) {
      const lists = await reading
      const sending = served
      // The database reads the next lists while these are sent.
      served = take(doors, deviceIds.slice(at, at + together))
      reading = read(served)
      for (const one of sending) send(one, lists?.get(one.id) ?? [])
    }
  })
}

/**
 * Keeps the lists of the doors connected to this process true. Lists are computed from the state of the database, one
 * run at a time, so a door never gets an older list after a newer one, nor the same one twice unless it is asked for.
 */
export const pushLists = (services: Services) => {
  const { live, log } = services
  const ctx = systemCtx(services)
  const doors: Doors = new Map()
  const sent = batchSentLists(services)
  const push = createPush(services, { doors, sent })

  const orLog = (work: Promise<void>) =>
    void work.catch((error: unknown) => log.error({ err: error }, 'door lists were not computed'))
  const connected = () => [...doors.keys()]
  const pushFor = async (memberIds: readonly number[]) =>
    push(await listGrantedDevices(ctx, { memberIds, among: connected() }))

  const stops = [
    live.on(doorLists, ({ all, deviceIds = [], memberIds = [] }) => {
      if (doors.size === 0) return
      orLog(push(all ? connected() : deviceIds.filter((id) => doors.has(id))))
      if (!all && memberIds.length > 0) orLog(pushFor(memberIds))
    }),
    live.onReconnect(() => orLog(push(connected()))),
  ]
  const timer = setInterval(() => orLog(push(connected())), safetyMs)

  return {
    /** Sends a door its list for the first time, and from then on whenever it changes. */
    join: (session: DeviceSession): Promise<void> => {
      doors.set(session.deviceId, { session, sentHash: undefined, isAskedFor: false })
      return push([session.deviceId])
    },
    /** Sends a door its list, changed or not. */
    resend: (session: DeviceSession): Promise<void> => {
      const door = doors.get(session.deviceId)
      if (door?.session !== session) return Promise.resolve()
      door.isAskedFor = true
      return push([session.deviceId])
    },
    leave: (session: DeviceSession) => {
      if (doors.get(session.deviceId)?.session === session) doors.delete(session.deviceId)
    },
    close: () => {
      clearInterval(timer)
      for (const stop of stops) stop()
      return sent.flush()
    },
  }
}
