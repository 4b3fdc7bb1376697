import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Services } from '../ctx.ts'
import { logOfRequest } from '../log/log.ts'
import { hasCsrfCookie, setCsrfCookie } from './csrf.ts'
import './fastify-decorations.ts'
import { answerErrors, refuseAddress } from './errors.ts'
import { limitRates, ordinaryLimits, type RateLimits } from './limit-rate.ts'
import { sendSecurityHeaders } from './security-headers.ts'

export type ServerOptions = {
  /** Whose X-Forwarded-For is trusted: none, all, a number of hops, or listed addresses. */
  trustProxy: boolean | number | string
  limits?: Partial<RateLimits>
}

const bodyLimit = 256 * 1024
/** A request may take so long to arrive, however slowly it is sent. */
const arrivalMs = 60_000
/** Requests that are still open so long after the portal was asked to stop are cut off. */
const drainMs = 10_000

/** Existing clients send `Content-Type: application/json` with nothing behind it. */
const readEmptyJson = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}

const trustOf = (trust: ServerOptions['trustProxy']) =>
  typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust

/** A Fastify with everything every request needs, and no routes of any domain. */
export const createServer = async (services: Services, options: ServerOptions): Promise<FastifyInstance> => {
  const isSecure = services.siteUrl.startsWith('https:')
  const app: FastifyInstance = Fastify<Server>({
    loggerInstance: services.log,
    genReqId: () => randomUUID(),
    childLoggerFactory: (log, { reqId }) => logOfRequest(log, String(reqId)),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout: arrivalMs,
    frameworkErrors: refuseAddress,
    trustProxy: trustOf(options.trustProxy),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  })
  answerErrors(app)
  readEmptyJson(app)
  app.removeContentTypeParser('text/plain')
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), drainMs).unref()
  })
  await app.register(cookie)
  sendSecurityHeaders(app, {
    isSecure,
    hasAnalytics: async () => (await services.settings.get('GOOGLE_ANALYTICS_MEASUREMENT_ID')) !== '',
  })
  limitRates(app, { ...ordinaryLimits, ...options.limits })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // A picture is one answer for everybody, which caches keep: no cookie goes with it.
    const isForCaller = request.url.startsWith('/api/') && !request.url.startsWith('/api/images/')
    if (isForCaller && !hasCsrfCookie(request)) setCsrfCookie(reply, isSecure)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    // The pattern, not the address: addresses can hold the token of a link.
    request.log.info(
      { method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
    done()
  })
  return app
}
