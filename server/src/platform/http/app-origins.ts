import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Where the pages of the mobile app come from, on Android and iOS. They are on the phone: no website has these origins. */
const appOrigins: ReadonlySet<string> = new Set(['https://localhost', 'capacitor://localhost', 'ionic://localhost'])

/**
 * Whether the app's own page asks. Such a request brings no cookie that counts, and is given none: it is known by its
 * bearer token alone. A portal that is itself at https://localhost is no app.
 */
export const isFromApp = ({ headers, host }: FastifyRequest): boolean =>
  headers.origin !== undefined &&
  appOrigins.has(headers.origin) &&
  headers['sec-fetch-site'] !== 'same-origin' &&
  host !== 'localhost'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE'

const sentHeaders = 'authorization, content-type, last-event-id, x-csrftoken, x-member'

/** Tokens of a login that began without email and password (auth/tokens/app-session.ts). */
export const accessHeader = 'x-access-token'
export const refreshHeader = 'x-refresh-token'

const readHeaders = `content-disposition, retry-after, x-request-id, ${accessHeader}, ${refreshHeader}`

/** How long a phone need not ask again what it may send. */
const rememberedSeconds = 600

const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/** Lets the app's pages read the API's answers, and no other site; never with cookies. */
export const admitApp = (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    if (!isFromApp(request) || !request.url.startsWith('/api/')) return
    const origin = request.headers.origin ?? ''
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': readHeaders })
    if (!isPreflight(request)) return
    reply.headers({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': sentHeaders,
      'access-control-max-age': rememberedSeconds,
    })
    return reply.code(204).send()
  })
  app.addHook('onSend', async (request, reply) => {
    if (isFromApp(request)) reply.removeHeader('set-cookie')
  })
}
