import { type GuardLimits, guardedFetch } from './guarded-fetch.ts'

type LibraryRequest = { method?: string | undefined; headers?: RequestInit['headers']; body?: unknown }

const methodOf = (method = 'GET') => {
  switch (method.toUpperCase()) {
    case 'GET':
      return 'GET'
    case 'POST':
      return 'POST'
    case 'PUT':
      return 'PUT'
    case 'PATCH':
      return 'PATCH'
    case 'DELETE':
      return 'DELETE'
    default:
      throw new TypeError(`${method} is no method that the portal sends`)
  }
}

const asText = (body: unknown): string | undefined => {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('a library has sent what is neither text nor a form')
}

/** Statuses that come without a body, which an answer must not be given. */
const bodiless = new Set([101, 103, 204, 205, 304])

/**
 * The guarded fetch in the shape of the one that libraries know, for those that ask others by themselves. What limits a
 * request gets is said by its address.
 */
export const guardLibrary =
  (limitsOf: (url: URL) => GuardLimits | Promise<GuardLimits>) =>
  async (address: string | URL | Request, { method, headers, body }: LibraryRequest = {}): Promise<Response> => {
    const url = new URL(address instanceof Request ? address.url : address)
    const text = asText(body)
    const isForm = body instanceof URLSearchParams
    const sent = new Headers(headers)
    if (isForm && !sent.has('content-type')) sent.set('content-type', 'application/x-www-form-urlencoded')
    const answer = await guardedFetch(url.href, {
      ...(await limitsOf(url)),
      method: methodOf(method),
      headers: Object.fromEntries(sent),
      ...(text !== undefined && { body: text }),
    })
    const given = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
    const content = bodiless.has(answer.status) ? null : new Uint8Array(answer.body)
    return new Response(content, { status: answer.status, headers: given })
  }
