import { once } from 'node:events'
import { WebSocketServer, type WebSocket } from 'ws'

type ReceivedMessage = Record<string, unknown>
export type FakePortal = {
  url: string
  port: number
  heard: ReceivedMessage[]
  /** The line of the door that connected last. */
  socket: () => WebSocket
  push: (message: object) => void
  close: () => Promise<void>
}

const answerTo = (message: ReceivedMessage, isConfirming: boolean): object | null => {
  const command = String(message.command)
  if (command === 'authenticate') return { authorised: true }
  if (command === 'ping') return { command: 'pong' }
  return isConfirming && command.startsWith('log_access') ? { command, success: true } : null
}

/** Just enough of a portal for tests: lets everyone in, answers pings, confirms swipes unless told not to. */
export const startFakePortal = async (port = 0, isConfirming = true): Promise<FakePortal> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port })
  await once(server, 'listening')
  const heard: ReceivedMessage[] = []
  let current: WebSocket | undefined
  server.on('connection', (socket) => {
    current = socket
    socket.on('message', (data) => {
      const message: ReceivedMessage = Buffer.isBuffer(data) ? JSON.parse(data.toString()) : {}
      heard.push(message)
      const answer = answerTo(message, isConfirming)
      if (answer) socket.send(JSON.stringify(answer))
    })
  })
  const at = server.address()
  const bound = typeof at === 'object' && at ? at.port : port
  const socket = () => {
    if (!current) throw new Error('No door has connected.')
    return current
  }
  return {
    url: `ws://127.0.0.1:${bound}`,
    port: bound,
    heard,
    socket,
    push: (message) => socket().send(JSON.stringify(message)),
    close: () => {
      for (const client of server.clients) client.terminate()
      return new Promise((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}
