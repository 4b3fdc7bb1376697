import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { WebSocket, type RawData } from 'ws'

export type DeviceLinkOptions = {
  kind: DeviceKind
  /** Address of the portal, `ws://…` or `http://…`. */
  server: string
  serial: string
  key: string
  ipAddress: string
  pingMs: number
  /** Without a pong for this long, the line counts as dead. */
  silenceMs: number
  /** Longest wait before the next try. */
  reconnectMs: number
  /** Gets what came, parsed as JSON; the portal's own pings are answered already. */
  onMessage: (message: unknown) => void
  onState: (state: 'connected' | 'disconnected') => void
}

export type DeviceLink = { send: (message: object) => boolean; restart: () => void; close: () => Promise<void> }

const firmware = 'Spacekeeper simulator'

const address = ({ server, kind, serial }: DeviceLinkOptions) =>
  `${server.replace(/^http/, 'ws').replace(/\/+$/, '')}/ws/access/${kind}/${serial}`

const parse = (data: RawData): unknown => {
  try {
    return Buffer.isBuffer(data) ? JSON.parse(data.toString()) : null
  } catch {
    return null
  }
}

const isPing = (raw: unknown) => typeof raw === 'object' && raw !== null && 'command' in raw && raw.command === 'ping'

/** Authenticates and names its address without waiting for an answer, as boards in the field do. */
const greet = (socket: WebSocket, options: DeviceLinkOptions) => {
  socket.send(JSON.stringify({ command: 'authenticate', secret_key: options.key }))
  socket.send(JSON.stringify({ command: 'ip_address', ip_address: options.ipAddress, firmware }))
}

/** Pings and listens as long as the line is open; a line that has gone silent is given up. */
const attend = (line: WebSocket, options: DeviceLinkOptions) => {
  let heardAt = Date.now()
  const heartbeat = setInterval(() => {
    if (Date.now() - heardAt > options.silenceMs) line.terminate()
    else line.send(JSON.stringify({ command: 'ping' }))
  }, options.pingMs)
  line.on('close', () => clearInterval(heartbeat))
  line.on('message', (data) => {
    heardAt = Date.now()
    const raw = parse(data)
    if (isPing(raw)) line.send(JSON.stringify({ command: 'pong' }))
    else options.onMessage(raw)
  })
}

const hangUp = (line: WebSocket): Promise<void> =>
  new Promise((resolve) => {
    if (line.readyState === WebSocket.CLOSED) return resolve()
    line.once('close', () => resolve())
    line.close()
    setTimeout(() => line.terminate(), 1_000).unref()
  })

/** The line to the portal: comes back for ever, and holds nothing back for later while it is down. */
export const openDeviceLink = (options: DeviceLinkOptions): DeviceLink => {
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const connect = () => {
    const line = new WebSocket(address(options), { perMessageDeflate: false, handshakeTimeout: 10_000 })
    line.on('open', () => {
      attend(line, options)
      options.onState('connected')
      greet(line, options)
    })
    // The close that follows every error is what counts.
    line.on('error', () => undefined)
    line.on('close', () => {
      options.onState('disconnected')
      if (isClosed) return
      retry = setTimeout(() => {
        socket = connect()
      }, Math.random() * options.reconnectMs)
    })
    return line
  }
  let socket = connect()

  return {
    send: (message) => {
      if (socket.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(message))
      return true
    },
    restart: () => socket.terminate(),
    close: () => {
      isClosed = true
      clearTimeout(retry)
      return hangUp(socket)
    },
  }
}
