import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Attachment = { name: string; bytes: number }

type BoardEntry = {
  id: string
  title: string
  description: string
  place: string
  labels: number[]
  attachments: Attachment[]
}

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const answer = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body))

/** The one file of a form, as its makers read it: by the field's name. */
const readFileOf = async (request: IncomingMessage, body: Buffer, field: string): Promise<Attachment | null> => {
  const headers = { 'content-type': String(request.headers['content-type']) }
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => null)
  const file = form?.get(field)
  return file instanceof Blob ? { name: 'name' in file ? file.name : '', bytes: file.size } : null
}

const parse = (body: Buffer): Record<string, unknown> => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return {}
  }
}

type BoardMood = { kind: 'takes' } | { kind: 'answers'; status: number; headers?: Record<string, string> }

/** What a stand-in knows of, and what was put on it. */
type BoardState = { key: string; token: string; place: string; label: number; entries: BoardEntry[] }

type BoardExchange = { request: IncomingMessage; response: ServerResponse; body: Buffer; path: string; baseUrl: string }

const answerTrello = async (
  state: BoardState,
  { request, response, body, path, baseUrl }: BoardExchange,
): Promise<void> => {
  const said = request.headers.authorization ?? ''
  if (!said.includes(`oauth_consumer_key="${state.key}"`)) return answer(response, 401, 'invalid key')
  if (!said.includes(`oauth_token="${state.token}"`)) return answer(response, 401, 'invalid token')
  if (request.method !== 'POST') return answer(response, 404, 'Cannot find it')
  if (path === '/1/cards') {
    const { idList, name, desc, pos } = parse(body)
    if (idList !== state.place) return answer(response, 404, 'could not find the board that the card should be on')
    if (pos !== 'top') return answer(response, 400, 'invalid value for pos')
    const id = `card${state.entries.length + 1}`
    const entry = { id, title: String(name), description: String(desc), place: idList, labels: [] }
    state.entries.push({ ...entry, attachments: [] })
    return answer(response, 200, { id, shortUrl: `${baseUrl}/c/${id}` })
  }
  const [, id] = /^\/1\/cards\/(\w+)\/attachments$/.exec(path) ?? []
  const card = state.entries.find((entry) => entry.id === id)
  if (!card) return answer(response, 404, 'The requested resource was not found.')
  const file = await readFileOf(request, body, 'file')
  if (!file) return answer(response, 400, 'invalid file')
  card.attachments.push(file)
  return answer(response, 200, { id: `${id}-${card.attachments.length}` })
}

const refused = (response: ServerResponse, status: number, code: number, message: string) =>
  answer(response, status, { code, message })

const answerVikunja = async (state: BoardState, { request, response, body, path }: BoardExchange): Promise<void> => {
  if (request.headers.authorization !== `Bearer ${state.token}`)
    return refused(response, 401, 11, 'missing, malformed, expired or otherwise invalid token provided')
  if (request.method !== 'PUT') return refused(response, 405, 0, 'Method Not Allowed')
  if (/^\/api\/v1\/projects\/\d+\/tasks$/.test(path)) {
    if (path !== `/api/v1/projects/${state.place}/tasks`)
      return refused(response, 404, 3001, 'The project does not exist.')
    const { title, description } = parse(body)
    if (typeof title !== 'string' || title === '')
      return refused(response, 400, 4001, 'The task title cannot be empty.')
    const id = state.entries.length + 1
    state.entries.push({
      id: String(id),
      title,
      description: String(description),
      place: state.place,
      labels: [],
      attachments: [],
    })
    return answer(response, 201, { id, title })
  }
  const [, id, part] = /^\/api\/v1\/tasks\/(\d+)\/(labels|attachments)$/.exec(path) ?? []
  const task = state.entries.find((entry) => entry.id === id)
  if (!task) return refused(response, 404, 4002, 'This task does not exist')
  if (part === 'labels') {
    const { label_id } = parse(body)
    if (label_id !== state.label) return refused(response, 404, 8002, 'This label does not exist.')
    task.labels.push(state.label)
    return answer(response, 201, { label_id })
  }
  const file = await readFileOf(request, body, 'files')
  if (!file) return refused(response, 400, 0, 'No file provided')
  task.attachments.push(file)
  return answer(response, 200, { errors: null, success: [{ id: task.attachments.length }] })
}

const services = { trello: answerTrello, vikunja: answerVikunja }

export type FakeBoard = Awaited<ReturnType<typeof startBoard>>

/**
 * Stands in for Trello or Vikunja: it keeps cards and tasks with their labels and files, and refuses a wrong key, an
 * unknown list, project or label as its makers document. `be` has it meet requests otherwise, after as many more as it says.
 */
export const startBoard = async (service: keyof typeof services) => {
  const state: BoardState = { key: 'key-1', token: 'token-1', place: '12', label: 3, entries: [] }
  let mood: BoardMood = { kind: 'takes' }
  let requests = 0
  let moodFrom = 0
  let url = ''
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1
    const body = await read(request)
    if (mood.kind === 'answers' && requests > moodFrom) return answer(response, mood.status, {}, mood.headers)
    return services[service](state, { request, response, body, path: request.url ?? '', baseUrl: url })
  }
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url,
    state,
    requests: () => requests,
    be: (next: BoardMood, after = 0) => {
      mood = next
      moodFrom = requests + after
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
