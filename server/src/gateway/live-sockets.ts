import { randomUUID } from 'node:crypto'
import { plainSerial } from '@spacekeeper/contract/devices/shapes.ts'
import { sql } from 'kysely'
import { type Services, systemCtx, type Ctx } from '#platform/ctx.ts'
import { createReconciler, type Reconciler } from '#platform/reconciler.ts'
import { deviceOrders, deviceAnswers, deviceConnections, deviceChanges } from '../devices/channels.ts'
import { takeOrder } from '../devices/orders.ts'
import type { LeaveReason, ConnectionRecorder } from './connections.ts'
import type { DeviceSession, DeviceProtocol } from './device-protocol.ts'
import { storeHeardLockouts } from './heard-lockouts.ts'
import type { ServedSocket } from './sockets.ts'

/** The socket of an authenticated device. */
export type LiveSocket = {
  session: DeviceSession
  protocol: DeviceProtocol
  socket: ServedSocket
  keyId: number
  /** The serial number the socket was opened with. */
  serial: string
  connectionId: string
  /** All processes have received its arrival, so an arrival received later is newer. */
  isAnnounced: boolean
  /** The initial pushes are done. */
  isWelcome: boolean
  hasLeft: boolean
  sentLockedOut: boolean | undefined
  /** Something was heard of the device after that was sent. */
  isLockoutHeard: boolean
}

type Sockets = Map<number, LiveSocket>

type HeldSockets = { sockets: Sockets; drop: (entry: LiveSocket, reason: LeaveReason) => void }

type SocketFacts = Awaited<ReturnType<typeof listSocketFacts>>[number]

const mayStay = ({ keyId, serial }: LiveSocket, fact: SocketFacts) =>
  fact.is_authorised &&
  (fact.key_ids?.includes(keyId) ?? false) &&
  plainSerial(fact.serial ?? '') === plainSerial(serial)

/** Closes sockets of devices that may no longer connect, and tells devices when their lockout changed. */
const createFollow = (services: Services, { sockets, drop }: HeldSockets) => {
  const ctx = systemCtx(services)
  const isHeld = (id: number) => sockets.get(id)?.isWelcome ?? false
  const run = async (deviceIds: number[], signal: AbortSignal) => {
    const held = deviceIds.filter(isHeld)
    if (held.length === 0) return
    const facts = new Map((await listSocketFacts(ctx, held)).map((fact) => [fact.id, fact]))
    for (const id of held) {
      const entry = sockets.get(id)
      if (!entry?.isWelcome || signal.aborted) continue
      const fact = facts.get(id)
      if (!fact || !mayStay(entry, fact)) {
        entry.protocol.withdraw?.(entry.session)
        drop(entry, 'withdrawn')
      } else if (fact.is_locked_out !== entry.sentLockedOut) {
        const isNew = fact.is_locked_out && entry.sentLockedOut === false
        entry.sentLockedOut = fact.is_locked_out
        entry.isLockoutHeard = false
        entry.session.send({ command: 'update_device_locked_out', locked_out: fact.is_locked_out })
        if (isNew) entry.protocol.lockOut?.(entry.session)
      }
    }
  }
  return createReconciler({
    all: () => [...sockets.keys()],
    run,
    log: services.log,
    failure: 'device sockets could not be checked',
  })
}

type OrderedSockets = Pick<HeldSockets, 'sockets'> & { reconciler: Reconciler<number> }

/** Passes orders on to the sockets of this process, and confirms each to the process that sent it. */
const passOrders = (services: Services, { sockets, reconciler }: OrderedSockets) => {
  const { live, log } = services
  const ctx = systemCtx(services)
  return live.on(deviceOrders, ({ orderId, deviceId, command }) => {
    const entry = sockets.get(deviceId)
    if (!entry?.isWelcome || !entry.socket.isOpen()) return
    const obey = async () => {
      if ((await takeOrder(ctx, orderId)) === null) return
      await entry.protocol.obey(entry.session, command)
      if (command === 'sync' && !entry.protocol.holdsList) {
        entry.sentLockedOut = undefined
        await reconciler.follow([deviceId])
      }
      await live.send([deviceAnswers.notice({ orderId })])
    }
    obey().catch((error: unknown) => log.error({ err: error }, 'an order was not passed on'))
  })
}

/** Keeps only the newest socket of a device, in whichever process: all receive arrivals in the same order. */
const hearArrivals = ({ live }: Services, { sockets, drop }: HeldSockets) =>
  live.on(deviceConnections, ({ deviceId, connectionId }) => {
    const entry = sockets.get(deviceId)
    if (entry?.connectionId === connectionId) entry.isAnnounced = true
    else if (entry?.isAnnounced) drop(entry, 'replaced')
  })

const unknownYet = {
  isAnnounced: false,
  isWelcome: false,
  hasLeft: false,
  sentLockedOut: undefined,
  isLockoutHeard: false,
}

/** Holds the one live socket of each device that is connected to this process, and keeps it in line with the database. */
export const trackSockets = (services: Services, connections: ConnectionRecorder) => {
  const { live } = services
  const sockets: Sockets = new Map()

  const drop = (entry: LiveSocket, reason: LeaveReason) => {
    if (!entry.hasLeft) connections.leave({ connectionId: entry.connectionId, reason })
    entry.hasLeft = true
    if (sockets.get(entry.session.deviceId) === entry) sockets.delete(entry.session.deviceId)
    entry.protocol.leave(entry.session)
    entry.socket.close()
  }
  const reconciler = createFollow(services, { sockets, drop })
  const lockouts = storeHeardLockouts(services)
  const stops = [
    live.on(deviceChanges, ({ deviceIds }) => reconciler.followSoon(deviceIds)),
    hearArrivals(services, { sockets, drop }),
    passOrders(services, { sockets, reconciler }),
    live.onReconnect(() => {
      // Their own arrival may have been missed; any arrival received from now on is newer.
      for (const entry of sockets.values()) entry.isAnnounced = true
      reconciler.followSoon([...sockets.keys()])
    }),
    services.lags.add('sockets', reconciler.behindMs),
    reconciler.close,
    lockouts.close,
  ]

  return {
    /** Adds a socket; an older one of the same device is closed. */
    add: (input: Pick<LiveSocket, 'session' | 'protocol' | 'socket' | 'keyId' | 'serial'>): LiveSocket => {
      const { deviceId } = input.session
      const older = sockets.get(deviceId)
      if (older) drop(older, 'replaced')
      const entry: LiveSocket = { ...input, ...unknownYet, connectionId: randomUUID() }
      sockets.set(deviceId, entry)
      return entry
    },
    /** The initial pushes: those of its kind, then the lockout state. */
    welcome: async (entry: LiveSocket) => {
      if (sockets.get(entry.session.deviceId) !== entry) return
      await entry.protocol.welcome(entry.session)
      entry.isWelcome = true
      await reconciler.follow([entry.session.deviceId])
    },
    /** Something was heard of the device: it has heard of its lockout, as far as that was sent before. */
    heard: (entry: LiveSocket) => {
      if (entry.isLockoutHeard || entry.sentLockedOut === undefined) return
      entry.isLockoutHeard = true
      lockouts.note(entry.session.deviceId, entry.sentLockedOut)
    },
    drop,
    close: () => {
      for (const stop of stops) stop()
    },
  }
}

/** What decides whether sockets of these devices may stay open; removed devices are left out. */
export const listSocketFacts = (ctx: Ctx, deviceIds: readonly number[]) =>
  ctx.db
    .selectFrom('devices')
    .select(['id', 'serial', 'is_authorised', 'is_locked_out'])
    .select((is) =>
      is
        .selectFrom('device_keys')
        .select((key) =>
          key.fn.coalesce(key.fn.agg<number[]>('array_agg', ['device_keys.id']), sql<number[]>`'{}'`).as('ids'),
        )
        .whereRef('device_keys.device_id', '=', 'devices.id')
        .where('revoked_at', 'is', null)
        .as('key_ids'),
    )
    .where('id', '=', sql<number>`any(${deviceIds}::int[])`)
    .where('removed_at', 'is', null)
    .execute()
