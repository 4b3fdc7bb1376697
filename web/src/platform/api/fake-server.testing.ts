import { type ErrorCode, errors } from '@spacekeeper/contract/error-codes.ts'
import { type Route, type File, Download, type Output } from '@spacekeeper/contract/route.ts'
import { vi } from 'vitest'

type FakeRequest = { params: Record<string, string>; query: Record<string, string>; body: Record<string, unknown> }

type FakeRefusal = {
  refusal: { code: ErrorCode; fields?: { field: string; message: string }[]; retryAfterSeconds?: number }
}

type Handler = { route: Route; answer: (sent: FakeRequest) => unknown }

/** An answer that is no success, as the server words it. */
export const refuse = (code: ErrorCode, more: Omit<FakeRefusal['refusal'], 'code'> = {}): FakeRefusal => ({
  refusal: { code, ...more },
})

const isRefusal = (answer: unknown): answer is FakeRefusal =>
  typeof answer === 'object' && answer !== null && 'refusal' in answer

const matchPath = (pattern: string, path: string) => {
  const source = pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^${source}$`).exec(path)?.groups ?? (pattern === path ? {} : null)
}

const asFile = (answer: unknown) => answer as File // the type of what `on` takes for such a route

const respondFile = ({ name, mediaType, content }: File) => {
  const headers = { 'content-type': mediaType, 'content-disposition': `attachment; filename="${name}"` }
  return new Response(typeof content === 'string' ? content : null, { status: 200, headers })
}

const respond = (route: Route, answer: unknown) => {
  const headers = { 'content-type': 'application/json' }
  if (isRefusal(answer)) {
    const { code, ...more } = answer.refusal
    const { text } = errors[code]
    const body = { code, message: code, detail: code, text, requestId: 'test', ...more }
    return new Response(JSON.stringify(body), { status: errors[code].status, headers })
  }
  if (route.output === Download) return respondFile(asFile(answer))
  const parsed = route.output.parse(answer)
  return new Response(parsed === undefined ? '' : JSON.stringify(parsed), { status: 200, headers })
}

/**
 * Stands in for the network in tests: answers by the contract's method and path, and only what the contract allows.
 * A call without an answer fails like a lost connection and is named in `unexpected`.
 */
export const fakeServer = () => {
  const handlers: Handler[] = []
  const calls: ({ route: Route } & FakeRequest)[] = []
  const unexpected: string[] = []

  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://portal.test')
    const method = init.method ?? 'GET'
    const matches = handlers.flatMap(({ route, answer }) => {
      const params = route.method === method ? matchPath(route.path, url.pathname) : null
      return params ? [{ route, answer, params: { ...params } }] : []
    })
    // As a router does: a path that is written out comes before one with a name in its place.
    const [match] = matches.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)
    if (!match) {
      unexpected.push(`${method} ${url.pathname}`)
      throw new TypeError('Failed to fetch')
    }
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    const sent = { params: match.params, query: Object.fromEntries(url.searchParams), body }
    calls.push({ route: match.route, ...sent })
    return respond(match.route, await match.answer(sent))
  })

  return {
    calls,
    unexpected,
    /** The latest answer given for a route counts. */
    on<R extends Route>(
      route: R,
      answer: (sent: FakeRequest) => Output<R> | FakeRefusal | Promise<Output<R> | FakeRefusal>,
    ) {
      handlers.unshift({ route, answer })
    },
    /** What was sent to a route, in order. */
    sentTo: (route: Route) => calls.filter((call) => call.route === route),
  }
}
