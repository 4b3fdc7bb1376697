import websocket from '@fastify/websocket'
import { DeviceKind, Serial } from '@spacekeeper/contract/devices/shapes.ts'
import { Authenticate } from '@spacekeeper/contract/gateway/shapes.ts'
import type { FastifyRequest, FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { type Services, systemCtx, type Ctx } from '#platform/ctx.ts'
import { ipAddressOf, networkOf } from '#platform/http/network-of.ts'
import { countAtDevice } from '../devices/device-counts.ts'
import { recordPendingDevice } from '../devices/pending.ts'
import { type AddressLimits, limitAddresses } from './address-limits.ts'
import { batchArrivals } from './arrivals.ts'
import { handleCommon } from './common-messages.ts'
import { type ConnectionRecorder, recordConnections } from './connections.ts'
import type { DeviceProtocol, DeviceSession } from './device-protocol.ts'
import { batchHeartbeats } from './heartbeats.ts'
import { trackSockets, type LiveSocket } from './live-sockets.ts'
import { type SocketLimits, serveSocket } from './sockets.ts'

export type GatewayOptions = {
  services: Services
  /** The kinds that can connect; others are turned away as unknown. */
  protocols: Partial<Record<DeviceKind, DeviceProtocol>>
  limits?: Partial<GatewayLimits>
}

/** `authenticateMs`: how long a device may take to authenticate. */
export type GatewayLimits = SocketLimits & AddressLimits & { authenticateMs: number }

const ordinaryLimits: GatewayLimits = {
  burst: 200,
  perSecond: 50,
  // Sent as a message: known firmware hangs up on pings of the WebSocket protocol, and answers this one.
  quietMs: 45_000,
  idleMs: 90_000,
  maxUnsentBytes: 4 * 1024 * 1024,
  maxUnproven: 1_024,
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
  heartbeats: ReturnType<typeof batchHeartbeats>
  connections: ConnectionRecorder
  arrivals: ReturnType<typeof batchArrivals>
  isClosing: boolean
}

/** The device this socket may authenticate as. For unknown or unauthorised devices it is accepted and closed, as devices expect. */
const admit = async (gateway: Gateway, request: FastifyRequest) => {
  const { kind, serial } = addressOf(request)
  if (kind === null || !Serial.safeParse(serial).success) return null
  const ctx = { ...systemCtx(gateway.services), requestId: request.id }
  const device = await gateway.arrivals.findDevice({ kind, serial })
  if (!device) {
    if (gateway.addresses.mayKnock(networkOf(ipAddressOf(request))))
      await recordPendingDevice(ctx, { kind, serial, ipAddress: ipAddressOf(request) })
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

/** The socket with its device, or null if the first message carries no valid credentials. */
const authenticate = async (
  gateway: Gateway,
  input: Pick<LiveSocket, 'session' | 'protocol' | 'socket' | 'serial'> & { message: unknown },
): Promise<LiveSocket | null> => {
  const { session, protocol, socket, serial } = input
  const said = Authenticate.safeParse(input.message)
  const { deviceId } = session
  const keyId = said.success ? await gateway.arrivals.findKey({ deviceId, key: said.data.secret_key }) : null
  if (keyId === null || !socket.isOpen()) {
    socket.send({ authorised: false })
    socket.close()
    return null
  }
  socket.send({ authorised: true })
  return gateway.sockets.add({ session, protocol, socket, serial, keyId })
}

/** If the initial messages cannot be sent the socket is closed, so that the device tries again. */
const welcome = async (gateway: Gateway, input: { entry: LiveSocket; lastSeenAt: Date | null }) => {
  const { entry, lastSeenAt } = input
  try {
    const { connectionId, session } = entry
    await gateway.arrivals.record({ deviceId: session.deviceId, connectionId, lastSeenAt })
    await gateway.sockets.welcome(entry)
  } catch (error) {
    entry.socket.close(serverFault)
    throw error
  }
}

/** Says that a device is there before it is answered. */
const noteArrival = (
  { connections }: Gateway,
  input: { entry: LiveSocket; request: FastifyRequest; lastSeenAt: Date | null },
) => {
  const { entry, request, lastSeenAt } = input
  const { connectionId, keyId, session } = entry
  const { deviceId } = session
  connections.arrive({ connectionId, keyId, deviceId, ipAddress: ipAddressOf(request), lastSeenAt })
  countAtDevice('mm_device_authentications_total', deviceId)
}

/** Something was heard of a device. */
const noteSign = ({ heartbeats, sockets }: Gateway, entry: LiveSocket) => {
  const { session, protocol } = entry
  countAtDevice('mm_device_checkins_total', session.deviceId)
  heartbeats.note(session.deviceId)
  sockets.heard(entry)
  protocol.heard?.(session)
}

const serve = (gateway: Gateway, call: { socket: WebSocket; request: FastifyRequest }) => {
  const { request } = call
  const { services, limits, sockets } = gateway
  const log = services.log.child({ requestId: request.id })
  const leave = gateway.addresses.enter(networkOf(ipAddressOf(request)))
  let entry: LiveSocket | null = null

  const handle = async (message: Record<string, unknown> | null) => {
    const known = await admission
    if (!known || !socket.isOpen()) return
    const { device, protocol } = known
    if (!entry) {
      const ctx: Ctx = { ...services, actor: { kind: 'device', id: device.id }, requestId: request.id }
      const session: DeviceSession = { deviceId: device.id, ctx, send: (push) => socket.send(push) }
      entry = await authenticate(gateway, { session, protocol, socket, message, serial: addressOf(request).serial })
      if (!entry) return
      noteArrival(gateway, { entry, request, lastSeenAt: device.last_seen_at })
      clearTimeout(patience)
      leave?.()
      await welcome(gateway, { entry, lastSeenAt: device.last_seen_at })
      return
    }
    if (message === null || typeof message.command !== 'string') return socket.send({ command: 'error' })
    if (!(await handleCommon(entry.session, message))) await protocol.handle(entry.session, message)
  }
  const onSign = () => {
    if (entry) noteSign(gateway, entry)
  }
  const onQuiet = () => entry?.session.send({ command: 'ping' })
  const onClose = (isSilent: boolean) => {
    clearTimeout(patience)
    leave?.()
    if (!entry) return
    countAtDevice('mm_device_disconnections_total', entry.session.deviceId)
    sockets.drop(entry, gateway.isClosing ? 'portal' : isSilent ? 'silent' : 'closed')
  }
  const socket = serveSocket(call.socket, { limits, log, onSign, onQuiet, handle, onClose })
  const patience = setTimeout(() => socket.close(), limits.authenticateMs)
  const turnAway = (code?: number) => {
    clearTimeout(patience)
    socket.close(code)
    return null
  }
  const admission = leave ? admitOrLog(gateway, request) : Promise.resolve(null)
  void admission.then((known) => {
    if (known) countAtDevice('mm_device_connections_total', known.device.id)
    else turnAway(leave ? 1000 : tryLater)
  })
}

/** The WebSocket endpoint of all hardware: `/ws/access/<kind>/<serial>`. */
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
    arrivals: batchArrivals(services),
    isClosing: false,
    heartbeats: batchHeartbeats(services),
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
    await gateway.heartbeats.close()
    await connections.close()
  })
}
