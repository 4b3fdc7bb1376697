import { randomUUID } from 'node:crypto'
import { systemCtx, type Services } from '#platform/ctx.ts'
import { coalesceRuns } from './coalesce-runs.ts'
import { deviceAnswers, deviceChanges, deviceConnections, deviceOrders } from './channels.ts'
import type { DeviceProtocol, DeviceSession } from './device-protocol.ts'
import { listSocketFacts } from './queries.ts'
import type { ConnectionRecorder, LeaveReason } from './record-connections.ts'
import type { ServedSocket } from './serve-socket.ts'

/** The socket of a device that has proved who it is. */
export type LiveSocket = {
  session: DeviceSession
  protocol: DeviceProtocol
  socket: ServedSocket
  keyId: number
  /** The serial number the line was opened with. */
  serial: string
  connectionId: string
  /** Its arrival has been heard by all processes, so an arrival heard later is a newer one. */
  isAnnounced: boolean
  /** The initial pushes are done. */
  isWelcome: boolean
  hasLeft: boolean
  sentLockedOut: boolean | undefined
}

type Sockets = Map<number, LiveSocket>
type Held = { sockets: Sockets; drop: (entry: LiveSocket, reason: LeaveReason) => void }

type SocketFacts = Awaited<ReturnType<typeof listSocketFacts>>[number]
const mayStay = ({ keyId, serial }: LiveSocket, fact: SocketFacts) =>
  fact.is_authorised && (fact.key_ids?.includes(keyId) ?? false) && fact.serial?.toLowerCase() === serial.toLowerCase()

/** Makes sockets follow the database: closed when the device may no longer connect, told when its lockout changed. */
const createFollow = (services: Services, { sockets, drop }: Held) => {
  const ctx = systemCtx(services)
  const isHeld = (id: number) => sockets.get(id)?.isWelcome ?? false
  return coalesceRuns(async (deviceIds: number[]) => {
    const held = deviceIds.filter(isHeld)
    if (held.length === 0) return
    const facts = new Map((await listSocketFacts(ctx, held)).map((fact) => [fact.id, fact]))
    for (const id of held) {
      const entry = sockets.get(id)
      if (!entry?.isWelcome) continue
      const fact = facts.get(id)
      if (!fact || !mayStay(entry, fact)) drop(entry, 'withdrawn')
      else if (fact.is_locked_out !== entry.sentLockedOut) {
        entry.sentLockedOut = fact.is_locked_out
        entry.session.send({ command: 'update_device_locked_out', locked_out: fact.is_locked_out })
      }
    }
  })
}

/** Passes orders on to the sockets of this process, and says so to whoever gave them. */
const passOrders = ({ live, log }: Services, sockets: Sockets) =>
  live.on(deviceOrders, ({ orderId, deviceId, command }) => {
    const entry = sockets.get(deviceId)
    if (!entry?.isWelcome || !entry.socket.isOpen()) return
    const obey = async () => {
      await entry.protocol.obey(entry.session, command)
      await live.send([deviceAnswers.notice({ orderId })])
    }
    obey().catch((error: unknown) => log.error({ err: error }, 'an order was not passed on'))
  })

/** Lets the newest socket of a device win, wherever it arrives: all processes hear of arrivals in the same order. */
const hearArrivals = ({ live }: Services, { sockets, drop }: Held) =>
  live.on(deviceConnections, ({ deviceId, connectionId }) => {
    const entry = sockets.get(deviceId)
    if (entry?.connectionId === connectionId) entry.isAnnounced = true
    else if (entry?.isAnnounced) drop(entry, 'replaced')
  })

/** Holds the one living socket of each device that is connected to this process, and keeps it true to the database. */
export const trackSockets = (services: Services, connections: ConnectionRecorder) => {
  const { live, log } = services
  const sockets: Sockets = new Map()

  const drop = (entry: LiveSocket, reason: LeaveReason) => {
    if (!entry.hasLeft) connections.leave({ connectionId: entry.connectionId, reason })
    entry.hasLeft = true
    if (sockets.get(entry.session.deviceId) === entry) sockets.delete(entry.session.deviceId)
    entry.protocol.leave(entry.session)
    entry.socket.close()
  }
  const follow = createFollow(services, { sockets, drop })
  const followOrLog = (deviceIds: readonly number[]) =>
    void follow(deviceIds).catch((error: unknown) => log.error({ err: error }, 'device sockets could not be checked'))
  const stops = [
    live.on(deviceChanges, ({ deviceIds }) => followOrLog(deviceIds)),
    hearArrivals(services, { sockets, drop }),
    passOrders(services, sockets),
    live.onReconnect(() => {
      // Their own arrival may have gone unheard; whatever is heard from now on is newer.
      for (const entry of sockets.values()) entry.isAnnounced = true
      followOrLog([...sockets.keys()])
    }),
  ]

  return {
    /** Takes a socket in; an older one of the same device is closed. */
    add: (input: Pick<LiveSocket, 'session' | 'protocol' | 'socket' | 'keyId' | 'serial'>): LiveSocket => {
      const { deviceId } = input.session
      const older = sockets.get(deviceId)
      if (older) drop(older, 'replaced')
      const entry: LiveSocket = {
        ...input,
        connectionId: randomUUID(),
        isAnnounced: false,
        isWelcome: false,
        hasLeft: false,
        sentLockedOut: undefined,
      }
      sockets.set(deviceId, entry)
      return entry
    },
    /** The initial pushes: those of its kind, then the lockout state. */
    welcome: async (entry: LiveSocket) => {
      if (sockets.get(entry.session.deviceId) !== entry) return
      await entry.protocol.welcome(entry.session)
      entry.isWelcome = true
      await follow([entry.session.deviceId])
    },
    drop,
    close: () => {
      for (const stop of stops) stop()
    },
  }
}
