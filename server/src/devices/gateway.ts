import websocket from '@fastify/websocket'
import { Authenticate, DeviceKind, Serial } from '@spacekeeper/contract/devices.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { systemCtx, type Ctx, type Services } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { networkOf } from '#platform/http/network-of.ts'
import { screens } from '#platform/live/screens.ts'
import { batchLastSeen } from './batch-last-seen.ts'
import { deviceConnections } from './channels.ts'
import type { DeviceProtocol, DeviceSession } from './device-protocol.ts'
import { handleCommon } from './handle-common.ts'
import { limitAddresses, type AddressLimits } from './limit-addresses.ts'
import { findDeviceBySerial, findDeviceKey } from './queries.ts'
import { recordConnections, type ConnectionRecorder } from './record-connections.ts'
import { recordKnock } from './record-knock.ts'
import { isOffline } from './rules.ts'
import { serveSocket, type SocketLimits } from './serve-socket.ts'
import { trackSockets, type LiveSocket } from './track-sockets.ts'

export type GatewayOptions = {
  services: Services
  /** The kinds that can connect; others are turned away as unknown. */
  protocols: Partial<Record<DeviceKind, DeviceProtocol>>
  limits?: Partial<GatewayLimits>
}
/** `authenticateMs`: how long a device may take to say who it is. */
export type GatewayLimits = SocketLimits & AddressLimits & { authenticateMs: number }

const ordinaryLimits: GatewayLimits = {
  burst: 200,
  perSecond: 50,
  idleMs: 90_000,
  maxUnsentBytes: 4 * 1024 * 1024,
  maxUnproven: 256,
  knocksPerMinute: 10,
  authenticateMs: 30_000,
}
const maxMessageBytes = 16 * 1024
const serverFault = 1011
const tryLater = 1013
const drainMs = 2_000

type Gateway = Required<GatewayOptions> & {
  limits: GatewayLimits
  addresses: ReturnType<typeof limitAddresses>
  sockets: ReturnType<typeof trackSockets>
  lastSeen: ReturnType<typeof batchLastSeen>
  connections: ConnectionRecorder
  isClosing: boolean
}

/** The device this socket may claim to be. Who is unknown or not authorised is accepted and closed, as devices expect. */
const admit = async (gateway: Gateway, request: FastifyRequest) => {
  const { kind, serial } = addressOf(request)
  if (kind === null || !Serial.safeParse(serial).success) return null
  const ctx = { ...systemCtx(gateway.services), requestId: request.id }
  const device = await findDeviceBySerial(ctx, { kind, serial })
  if (!device) {
    if (gateway.addresses.mayKnock(networkOf(request.ip)))
      await recordKnock(ctx, { kind, serial, ipAddress: request.ip })
    return null
  }
  const protocol = gateway.protocols[kind]
  return device.is_authorised && protocol ? { device, protocol } : null
}

const admitOrLog = (gateway: Gateway, request: FastifyRequest) =>
  admit(gateway, request).catch((error: unknown) => {
    gateway.services.log.error({ err: error }, 'a device could not be looked up')
    return null
  })

const addressOf = (request: FastifyRequest): { kind: DeviceKind | null; serial: string } => {
  const params: { kind?: string; serial?: string } = Object(request.params)
  const kind = DeviceKind.safeParse(params.kind)
  return { kind: kind.success ? kind.data : null, serial: params.serial ?? '' }
}

/** The socket with its device behind it, or null if the first message does not prove it. */
const prove = async (
  gateway: Gateway,
  input: Pick<LiveSocket, 'session' | 'protocol' | 'socket' | 'serial'> & { message: unknown },
): Promise<LiveSocket | null> => {
  const { session, protocol, socket, serial } = input
  const said = Authenticate.safeParse(input.message)
  const { deviceId, ctx } = session
  const keyId = said.success ? await findDeviceKey(ctx, { deviceId, key: said.data.secret_key }) : null
  if (keyId === null || !socket.isOpen()) {
    socket.send({ authorised: false })
    socket.close()
    return null
  }
  socket.send({ authorised: true })
  return gateway.sockets.add({ session, protocol, socket, serial, keyId })
}

/** Written at once, so that an administrator who waits for the device sees it. */
const recordArrival = ({ session, connectionId }: LiveSocket, wasOffline: boolean) =>
  record(session.ctx, async (tx) => {
    const { deviceId, ctx } = session
    await tx.updateTable('devices').set({ last_seen_at: ctx.now() }).where('id', '=', deviceId).execute()
    const tell = [
      deviceConnections.notice({ deviceId, connectionId }),
      screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } }),
    ]
    if (wasOffline) tell.push(screens.notice({ topic: 'access', audience: 'everybody' }))
    return { result: undefined, tell }
  })

/** A device that cannot be told what it needs is better off trying again. */
const welcome = async (gateway: Gateway, input: { entry: LiveSocket; lastSeenAt: Date | null }) => {
  const { entry, lastSeenAt } = input
  try {
    await recordArrival(entry, isOffline(lastSeenAt, gateway.services.now()))
    await gateway.sockets.welcome(entry)
  } catch (error) {
    entry.socket.close(serverFault)
    throw error
  }
}

const serve = (gateway: Gateway, call: { socket: WebSocket; request: FastifyRequest }) => {
  const { request } = call
  const { services, limits, sockets, lastSeen, connections } = gateway
  const log = services.log.child({ requestId: request.id })
  const leave = gateway.addresses.enter(networkOf(request.ip))
  let entry: LiveSocket | null = null

  const handle = async (message: Record<string, unknown> | null) => {
    const known = await admission
    if (!known || !socket.isOpen()) return
    const { device, protocol } = known
    if (!entry) {
      const ctx: Ctx = { ...services, actor: { kind: 'device', id: device.id }, requestId: request.id }
      const session: DeviceSession = { deviceId: device.id, ctx, send: (push) => socket.send(push) }
      const { serial } = addressOf(request)
      entry = await prove(gateway, { session, protocol, socket, serial, message })
      if (!entry) return
      const { connectionId, keyId } = entry
      connections.arrive({
        connectionId,
        keyId,
        deviceId: device.id,
        ipAddress: request.ip,
        lastSeenAt: device.last_seen_at,
      })
      clearTimeout(patience)
      leave?.()
      await welcome(gateway, { entry, lastSeenAt: device.last_seen_at })
      return
    }
    if (message === null || typeof message.command !== 'string') return socket.send({ command: 'error' })
    if (!(await handleCommon(entry.session, message))) await protocol.handle(entry.session, message)
  }
  const onSign = () => {
    if (entry) lastSeen.note(entry.session.deviceId)
  }
  const onClose = (isSilent: boolean) => {
    clearTimeout(patience)
    leave?.()
    if (entry) sockets.drop(entry, gateway.isClosing ? 'portal' : isSilent ? 'silent' : 'closed')
  }
  const socket = serveSocket(call.socket, { limits, log, onSign, handle, onClose })
  const patience = setTimeout(() => socket.close(), limits.authenticateMs)
  const turnAway = (code?: number) => {
    clearTimeout(patience)
    socket.close(code)
    return null
  }
  const admission = leave ? admitOrLog(gateway, request) : Promise.resolve(null)
  void admission.then((known) => known ?? turnAway(leave ? 1000 : tryLater))
}

/** The line to the hardware: `/ws/access/<kind>/<serial>`. */
export const deviceGateway = async (app: FastifyInstance, options: GatewayOptions): Promise<void> => {
  const limits = { ...ordinaryLimits, ...options.limits }
  const { services } = options
  const connections = recordConnections(services)
  const gateway: Gateway = {
    ...options,
    limits,
    addresses: limitAddresses(limits),
    sockets: trackSockets(services, connections),
    connections,
    isClosing: false,
    lastSeen: batchLastSeen(services),
  }
  await app.register(websocket, {
    options: { maxPayload: maxMessageBytes, perMessageDeflate: false },
    preClose(done) {
      gateway.isClosing = true
      const server = app.websocketServer
      for (const client of server.clients) client.close(1001)
      const late = setTimeout(() => server.clients.forEach((client) => client.terminate()), drainMs)
      server.close(() => {
        clearTimeout(late)
        done()
      })
    },
  })
  app.get('/ws/access/:kind/:serial', { websocket: true }, (socket, request) => serve(gateway, { socket, request }))
  app.addHook('onClose', async () => {
    gateway.sockets.close()
    for (const protocol of Object.values(options.protocols)) await protocol.close()
    gateway.addresses.close()
    await gateway.lastSeen.close()
    await connections.close()
  })
}
