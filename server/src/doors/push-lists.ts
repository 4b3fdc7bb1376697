import { systemCtx, type Services } from '#platform/ctx.ts'
import { doorLists } from '../devices/channels.ts'
import { coalesceRuns } from '../devices/coalesce-runs.ts'
import type { DeviceSession } from '../devices/device-protocol.ts'
import { listGrantedDevices, listTags } from './queries.ts'
import { hashTags } from './rules.ts'

/** Lists are looked at again this often, should a notice have been lost. */
const safetyMs = 60_000

type ConnectedDoor = {
  session: DeviceSession
  /** Of the list this very socket got last. */
  sentHash: string | undefined
  isAskedFor: boolean
}

/**
 * Keeps the lists of the doors connected to this process true. Lists are computed from the state of the database, one
 * run at a time, so a door never gets an older list after a newer one, nor the same one twice unless it is asked for.
 */
export const pushLists = (services: Services) => {
  const { live, log } = services
  const ctx = systemCtx(services)
  const doors = new Map<number, ConnectedDoor>()

  const push = coalesceRuns(async (deviceIds: number[]) => {
    const connected = deviceIds.filter((id) => doors.has(id))
    if (connected.length === 0) return
    // Before the lists are read: who comes or asks meanwhile is served by the next run.
    const served = connected.map((id) => ({ id, door: doors.get(id), isForced: doors.get(id)?.isAskedFor ?? false }))
    for (const { door } of served) if (door) door.isAskedFor = false
    const lists = await listTags(ctx, connected)
    for (const { id, door, isForced } of served) {
      const tags = lists.get(id)
      if (!door || !tags || doors.get(id) !== door) continue
      const hash = hashTags(tags)
      if (hash === door.sentHash && !isForced) continue
      door.sentHash = hash
      door.session.send({ command: 'sync', tags, hash })
    }
  })
  const pushOrLog = (deviceIds: readonly number[]) =>
    void push(deviceIds).catch((error: unknown) => log.error({ err: error }, 'door lists were not computed'))
  const pushAll = () => pushOrLog([...doors.keys()])
  const pushFor = async (memberIds: readonly number[]) =>
    pushOrLog(await listGrantedDevices(ctx, { memberIds, among: [...doors.keys()] }))

  const stops = [
    live.on(doorLists, ({ all, deviceIds = [], memberIds = [] }) => {
      if (doors.size === 0) return
      if (all) return pushAll()
      pushOrLog(deviceIds)
      if (memberIds.length > 0) {
        pushFor(memberIds).catch((error: unknown) => log.error({ err: error }, 'doors of members were not found'))
      }
    }),
    live.onReconnect(pushAll),
  ]
  const timer = setInterval(pushAll, safetyMs)

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
    },
  }
}
