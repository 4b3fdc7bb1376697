/** What the same machine does without a portal: Fastify that answers ready objects, and sockets that get ready texts. */
import Fastify from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import { serveCalls, usage } from './calls.ts'

const app = Fastify()
const answers = new Map<string, unknown>()
app.get('/answer/:name', (request, reply) => {
  const { name }: { name?: string } = Object(request.params)
  return reply.send(answers.get(name ?? ''))
})

const sockets = new Map<string, WebSocket>()
const server = new WebSocketServer({ server: app.server, perMessageDeflate: false })
server.on('connection', (socket, request) => sockets.set(request.url?.split('/').at(-1) ?? '', socket))

let text = ''
app.put('/push/:name', (request) => {
  const { name }: { name?: string } = Object(request.params)
  for (const [at, socket] of sockets) if (name === 'all' || name === at) socket.send(text)
  return {}
})

const listening = app.listen({ port: 0, host: '127.0.0.1' })
const calls = {
  ready: async () => ({ url: await listening }),
  /** From now on `/answer/<name>` answers this. */
  answer: (input: { name: string; body: unknown }) => void answers.set(input.name, input.body),
  /** From now on `/push/<socket>` and `/push/all` send this. */
  push: (input: { text: string }) => {
    text = input.text
  },
  usage,
}
export type BareCalls = typeof calls

serveCalls(calls, async () => {
  for (const socket of sockets.values()) socket.terminate()
  await app.close()
})
