import { once } from 'node:events'
import { WebSocket, type ClientOptions } from 'ws'

type DeviceMessage = Record<string, unknown>

export type DialledDevice = {
  socket: WebSocket
  /** The next message of the portal that has not been asked for yet; fails when the line closes first. */
  next: () => Promise<DeviceMessage>
  /** Everything received so far and not asked for. */
  unread: () => readonly DeviceMessage[]
  send: (message: object | string) => void
  /** Sends a ping and takes every message up to its answer: what came, and nothing else came. */
  settle: () => Promise<DeviceMessage[]>
  /** The code the line was closed with. */
  closed: Promise<number>
  close: () => Promise<void>
}

/** A bare line to the portal for tests, that says only what it is told to. */
export const dialDevice = async (
  portalUrl: string,
  input: { path: string; key?: string; options?: ClientOptions },
): Promise<DialledDevice> => {
  const socket = new WebSocket(`${portalUrl.replace('http', 'ws')}${input.path}`, input.options)
  const unread: DeviceMessage[] = []
  const waiting: { resolve: (message: DeviceMessage) => void; reject: (error: Error) => void }[] = []
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => {
      resolve(code)
      for (const { reject } of waiting.splice(0)) reject(new Error(`the portal closed the line with ${code}`))
    })
  })
  socket.on('error', () => undefined)
  socket.on('message', (data) => {
    const message: DeviceMessage = Buffer.isBuffer(data) ? JSON.parse(data.toString()) : {}
    const first = waiting.shift()
    if (first) first.resolve(message)
    else unread.push(message)
  })
  const send = (message: object | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  const next = (): Promise<DeviceMessage> => {
    const message = unread.shift()
    if (message) return Promise.resolve(message)
    if (socket.readyState > WebSocket.OPEN) return Promise.reject(new Error('the portal has closed the line'))
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
  }
  const settle = async () => {
    send({ command: 'ping' })
    const messages: DeviceMessage[] = []
    for (let message = await next(); message.command !== 'pong'; message = await next()) messages.push(message)
    return messages
  }
  await Promise.race([once(socket, 'open'), closed])
  if (input.key !== undefined) send({ command: 'authenticate', secret_key: input.key })
  return {
    socket,
    next,
    unread: () => unread,
    send,
    settle,
    closed,
    close: async () => {
      socket.close()
      await closed
    },
  }
}
