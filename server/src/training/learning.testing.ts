import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Learner = { email: string; states: number[]; score: number | null }

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const answer = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const fault = (errorcode: string) => ({ exception: 'moodle_exception', errorcode, message: errorcode })

/** Learners as a Moodle or a Canvas has them; a course of the other number is not there. */
type LearningState = { token: string; course: string; learners: Learner[] }

/** The last value of a parameter counts, as it does in PHP. */
const lastOf = (form: URLSearchParams, name: string) => form.getAll(name).at(-1) ?? ''

const answerMoodle = (state: LearningState, form: URLSearchParams): unknown => {
  if (form.get('wstoken') !== state.token) return fault('invalidtoken')
  const users = state.learners.map(({ email }, n) => ({ id: n + 10, email }))
  switch (form.get('wsfunction')) {
    case 'core_user_get_users_by_field':
      return users.filter(({ email }) => email.toLowerCase() === lastOf(form, 'values[0]').toLowerCase())
    case 'core_completion_get_activities_completion_status': {
      if (form.get('courseid') !== state.course) return fault('invalidrecord')
      const learner = state.learners[Number(form.get('userid')) - 10]
      if (!learner) return fault('invaliduser')
      return { statuses: learner.states.map((one, cmid) => ({ cmid, state: one, tracking: 2 })), warnings: [] }
    }
    default:
      return fault('invalidfunction')
  }
}

/** So many people are on a page of the stand-in, so that a few are several pages. */
const perPage = 2

const answerCanvas = (state: LearningState, body: string): unknown => {
  const { query, variables } = JSON.parse(body)
  if (!String(query).includes('enrollmentsConnection')) return { errors: [{ message: 'parse error' }] }
  if (variables.course !== state.course) return { data: { course: null } }
  const from = Number(variables.after ?? 0)
  const nodes = state.learners.slice(from, from + perPage).map(({ email, score }) => ({
    user: { email },
    grades: score === null ? null : { finalScore: score },
  }))
  const hasNextPage = from + perPage < state.learners.length
  const pageInfo = { hasNextPage, endCursor: hasNextPage ? String(from + perPage) : null }
  return { data: { course: { enrollmentsConnection: { nodes, pageInfo } } } }
}

/**
 * A Moodle and a Canvas for tests: they keep who has done what, refuse a wrong token, an unknown course and an unknown
 * function, and can be out of order.
 */
export const startLearningServer = async () => {
  const state: LearningState = { token: 'learning-token', course: '12', learners: [] }
  let requests = 0
  let isBroken = false
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1
    const body = await read(request)
    if (isBroken) return answer(response, { message: 'down' }, 503)
    if (request.method !== 'POST') return answer(response, {}, 405)
    if (request.url === '/webservice/rest/server.php')
      return answer(response, answerMoodle(state, new URLSearchParams(body)))
    if (request.url !== '/api/graphql') return answer(response, {}, 404)
    if (request.headers.authorization !== `Bearer ${state.token}`)
      return answer(response, { errors: [{ message: 'Invalid access token.' }] }, 401)
    return answer(response, answerCanvas(state, body))
  }
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    state,
    requests: () => requests,
    break: (broken: boolean) => {
      isBroken = broken
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
