/** What the same machine does without a portal: Fastify that answers ready objects or one row of the database, and sockets that get ready texts. */
import Fastify from 'fastify'
import pg from 'pg'
import { WebSocketServer, type WebSocket } from 'ws'
import { serveCalls, usage } from './calls.ts'
import { memberCount } from './seed.ts'

/** What a profile is made of, by a statement that is prepared once a connection. */
const row = {
  name: 'row',
  text: `select id, email, first_name, last_name, screen_name, phone, state, registered_at, first_joined_at,
    profile_updated_at, last_seen_at, subscription_status from members where id = $1`,
}

const app = Fastify()
const answers = new Map<string, unknown>()
app.get('/answer/:name', (request, reply) => {
  const { name }: { name?: string } = Object(request.params)
  return reply.send(answers.get(name ?? ''))
})

let pool: pg.Pool | undefined
let asked = 0
app.get('/row', async () => {
  asked += 1
  const { rows } = (await pool?.query<Record<string, unknown>>({ ...row, values: [(asked % memberCount) + 1] })) ?? {}
  return rows?.[0]
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
  /** From now on `/row` answers a member of this database, over ten connections. */
  connect: (input: { connectionString: string }) => {
    pool = new pg.Pool({ connectionString: input.connectionString, max: 10 })
  },
  /** From now on `/push/<socket>` and `/push/all` send this. */
  push: (input: { text: string }) => {
    text = input.text
  },
  usage,
}
export type BareCalls = typeof calls

serveCalls(calls, async () => {
  for (const socket of sockets.values()) socket.terminate()
  await pool?.end()
  await app.close()
})
