import type { ErrorCode } from '@spacekeeper/contract/error-codes.ts'
import { ErrorBody } from '@spacekeeper/contract/errors.ts'
import { type Contract, contract } from '@spacekeeper/contract/index.ts'
import { type File, type Route, Download, type Output, type SentInput, Empty } from '@spacekeeper/contract/route.ts'
import type { LightMyRequestResponse, FastifyInstance } from 'fastify'
import { sessionCookie } from '#platform/http/credential.ts'

/** What a refused call throws in tests. */
export class RefusedCall extends Error {
  readonly status: number
  readonly body: ErrorBody
  readonly code: ErrorCode
  constructor(status: number, body: ErrorBody) {
    super(`${status} ${body.code}: ${body.detail}`)
    this.status = status
    this.body = body
    this.code = body.code
  }
}

/** A file as it arrived. */
type DownloadedFile = Omit<File, 'content'> & { content: Buffer }

type TestAnswer<R extends Route> = R['output'] extends typeof Download ? DownloadedFile : Output<R>

type TestCaller<R extends Route> =
  unknown extends SentInput<R> ? () => Promise<TestAnswer<R>> : (input: SentInput<R>) => Promise<TestAnswer<R>>

export type TestClient = {
  [D in keyof Contract]: { [K in keyof Contract[D]]: Contract[D][K] extends Route ? TestCaller<Contract[D][K]> : never }
}

const csrf = 'test-csrf-token'

/** Splits an input into path and the rest, as the web client does. */
export const requestOf = (route: Route, input: Record<string, unknown> = {}) => {
  const rest = { ...input }
  const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => {
    const value = String(rest[key])
    delete rest[key]
    return encodeURIComponent(value)
  })
  const asked = new Set(route.method === 'GET' ? Object.keys(rest) : Object.keys(route.query?.shape ?? {}))
  const parts = Object.entries(rest).filter(([name]) => asked.has(name))
  const query = new URLSearchParams(parts.map(([name, value]): [string, string] => [name, String(value)]))
  for (const name of asked) delete rest[name]
  const whole = query.size > 0 ? `${path}?${query.toString()}` : path
  return { path: whole, body: route.method === 'GET' ? undefined : rest }
}

const readFile = ({ headers, rawPayload }: LightMyRequestResponse): DownloadedFile => ({
  name: /filename="?([^";]+)"?/.exec(String(headers['content-disposition']))?.[1] ?? '',
  mediaType: String(headers['content-type']),
  content: rawPayload,
})

const call = async (
  app: FastifyInstance,
  input: { route: Route; input: Record<string, unknown> | undefined; session: string | null },
) => {
  const { path, body } = requestOf(input.route, input.input)
  const cookies = { csrftoken: csrf, ...(input.session && { [sessionCookie]: input.session }) }
  const answer = await app.inject({
    method: input.route.method,
    url: path,
    cookies,
    ...(body && (await payloadOf(body))),
  })
  if (answer.statusCode !== (input.route.status ?? 200))
    throw new RefusedCall(answer.statusCode, ErrorBody.parse(answer.json()))
  if (input.route.output === Empty) return undefined
  if (input.route.output === Download) return readFile(answer)
  return input.route.output.parse(answer.body === '' ? undefined : answer.json())
}

/** JSON, or a file as it is. */
const payloadOf = async (body: Record<string, unknown>) => {
  const { file } = body
  if (!(file instanceof Blob)) return { payload: body, headers: { 'x-csrftoken': csrf } }
  return {
    payload: Buffer.from(await file.arrayBuffer()),
    headers: { 'x-csrftoken': csrf, 'content-type': file.type },
  }
}

/** Calls the portal as the screens do; every answer is held against the contract. */
export const createTestClient = (app: FastifyInstance, session: string | null): TestClient => {
  const domains = Object.entries(contract).map(([domain, routes]) => [
    domain,
    Object.fromEntries(
      Object.entries<Route>(routes).map(([name, route]) => [
        name,
        (input?: Record<string, unknown>) => call(app, { route, input, session }),
      ]),
    ),
  ])
  return Object.fromEntries(domains) as TestClient // built from the contract whose type it has
}
