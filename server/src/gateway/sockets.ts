import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { RawData, WebSocket } from 'ws'
import { findOddity } from '#platform/find-oddity.ts'

export type SocketLimits = {
  /** Rate limit: messages at once and per second. Messages above it wait in the network. */
  burst: number
  perSecond: number
  /** The other side is asked whether it is there after so long without a message: some clients have no heartbeat. */
  quietMs: number
  /** The socket counts as dead after so long without a message. */
  idleMs: number
  /** Unread bytes after which a device counts as stuck. */
  maxUnsentBytes: number
}

export type ServedSocket = {
  send: (message: object) => void
  close: (code?: number) => void
  isOpen: () => boolean
}

/** Protocols answer these by themselves: a machine whose card reader pads with NUL, or whose meter runs wild, still ends its use. */
const deviceLeniency = { takesOddText: true, takesLargeNumbers: true }

/** Ids with more digits than a number holds exactly. They are kept as they were sent, or two cards would be one. */
const longIds = /("(?:card_id|id_number|product_external_id|request_id)"\s*:\s*)([1-9]\d{15,})(?=\s*[,}])/g

const parse = (text: string): unknown => JSON.parse(text.replaceAll(longIds, '$1"$2"'))

const pauseAt = 32

const closeWithinMs = 2_000

/** The object in a frame, text or binary; null when there is none, or one that no device means. */
const read = (data: RawData): Record<string, unknown> | null => {
  try {
    const value: unknown = Buffer.isBuffer(data) ? parse(data.toString()) : null
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return findOddity(value, deviceLeniency) ? null : { ...value }
  } catch {
    return null
  }
}

/** A token bucket: holds `burst` tokens and refills by `perSecond`. */
const createThrottle = ({ burst, perSecond }: SocketLimits) => {
  let left = burst
  let filledAt = performance.now()
  return async () => {
    const now = performance.now()
    left = Math.min(burst, left + ((now - filledAt) / 1_000) * perSecond)
    filledAt = now
    left -= 1
    if (left < 0) await wait((-left / perSecond) * 1_000)
  }
}

/** Handles messages one after the other. The socket is paused while many are waiting. */
const createQueue = (socket: WebSocket, handle: (data: RawData) => Promise<void>) => {
  const waiting: RawData[] = []
  let isDraining = false

  const drain = async () => {
    isDraining = true
    for (let data = waiting.shift(); data !== undefined; data = waiting.shift()) {
      await handle(data)
      if (waiting.length < pauseAt && socket.isPaused) socket.resume()
    }
    isDraining = false
  }
  return {
    add: (data: RawData) => {
      waiting.push(data)
      if (waiting.length >= pauseAt) socket.pause()
      if (!isDraining) void drain()
    },
    clear: () => {
      waiting.length = 0
    },
  }
}

/** Terminates a socket that has been idle for too long, and says before that it has become quiet. */
const watchIdle = (socket: WebSocket, { quietMs, idleMs, onQuiet }: SocketLimits & { onQuiet: () => void }) => {
  let isOver = false
  const quiet = setTimeout(onQuiet, quietMs)
  const timer = setTimeout(() => {
    isOver = true
    socket.terminate()
  }, idleMs)
  const refresh = () => {
    quiet.refresh()
    timer.refresh()
  }
  const stop = () => {
    clearTimeout(quiet)
    clearTimeout(timer)
  }
  return { refresh, isOver: () => isOver, stop }
}

export type SocketHandlers = {
  limits: SocketLimits
  log: Logger
  /** A heartbeat: any message, or a WebSocket ping, as some libraries send. */
  onSign: () => void
  /** It has become quiet, and is closed unless it says something. */
  onQuiet: () => void
  /** Gets null for anything but a JSON object. */
  handle: (message: Record<string, unknown> | null) => Promise<void>
  /** `isSilent`: the socket was closed because it had been idle for too long. */
  onClose: (isSilent: boolean) => void
}

/** Handles the messages of a socket in order and within its rate limit, and closes it once it is dead. */
export const serveSocket = (
  socket: WebSocket,
  { limits, log, onSign, onQuiet, handle, onClose }: SocketHandlers,
): ServedSocket => {
  const takeTurn = createThrottle(limits)
  const idle = watchIdle(socket, { ...limits, onQuiet })
  let isOpen = true

  const send = (message: object) => {
    if (!isOpen) return
    socket.send(JSON.stringify(message))
    if (socket.bufferedAmount > limits.maxUnsentBytes) socket.terminate()
  }
  const queue = createQueue(socket, async (data) => {
    try {
      await takeTurn()
      if (isOpen) await handle(read(data))
    } catch (error) {
      log.error({ err: error }, 'a device message could not be handled')
      send({ command: 'error' })
    }
  })
  const end = () => {
    isOpen = false
    queue.clear()
  }
  const close = (code = 1000) => {
    end()
    // A paused socket would not receive the close frame of the other side.
    if (socket.isPaused) socket.resume()
    socket.close(code)
    setTimeout(() => socket.terminate(), closeWithinMs).unref()
  }
  const hear = (data?: RawData) => {
    if (!isOpen) return
    idle.refresh()
    onSign()
    if (data) queue.add(data)
  }
  socket.on('message', (data) => hear(data))
  socket.on('ping', () => hear())
  // A close follows every error and is handled there.
  socket.on('error', (error) => log.info({ err: error }, 'device socket failed'))
  socket.on('close', () => {
    idle.stop()
    end()
    onClose(idle.isOver())
  })
  return { send, close, isOpen: () => isOpen }
}
