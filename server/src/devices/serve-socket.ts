import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { RawData, WebSocket } from 'ws'

export type SocketLimits = {
  /** Messages a device may send at once, and how many a second for long. What is above waits in the network. */
  burst: number
  perSecond: number
  /** So long without a message, and the line counts as dead. */
  idleMs: number
  /** Unread bytes after which a device counts as stuck. */
  maxUnsentBytes: number
}

export type ServedSocket = {
  send: (message: object) => void
  close: (code?: number) => void
  isOpen: () => boolean
}

const pauseAt = 32
const closeWithinMs = 2_000

/** The object in a frame, text or binary; null when there is none. */
const read = (data: RawData): Record<string, unknown> | null => {
  try {
    const value: unknown = Buffer.isBuffer(data) ? JSON.parse(data.toString()) : null
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** Waits its turn: a bucket of `burst` that fills again by `perSecond`. */
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

/** Hands out messages one after the other. While many wait, the device is not read from. */
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

/** Cuts a line on which nothing comes any more. */
const watchIdle = (socket: WebSocket, { idleMs }: SocketLimits) => {
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    socket.terminate()
  }, idleMs)
  return { refresh: () => void timer.refresh(), isOver: () => isOver, stop: () => clearTimeout(timer) }
}

export type SocketHandlers = {
  limits: SocketLimits
  log: Logger
  /** Something came, be it a message or a ping of the line itself, as some libraries send. */
  onSign: () => void
  /** Gets null for what is no JSON object. */
  handle: (message: Record<string, unknown> | null) => Promise<void>
  /** `isSilent`: nothing had come for too long, so the line was given up. */
  onClose: (isSilent: boolean) => void
}

/** Handles the messages of a socket one after the other, never faster than its limits, never leaving a dead line open. */
export const serveSocket = (
  socket: WebSocket,
  { limits, log, onSign, handle, onClose }: SocketHandlers,
): ServedSocket => {
  const takeTurn = createThrottle(limits)
  const idle = watchIdle(socket, limits)
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
    // A paused socket would not hear the other side agree.
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
  // The close that follows every error is what counts.
  socket.on('error', (error) => log.info({ err: error }, 'device socket failed'))
  socket.on('close', () => {
    idle.stop()
    end()
    onClose(idle.isOver())
  })
  return { send, close, isOpen: () => isOpen }
}
