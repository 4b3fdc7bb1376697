import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyInstance, type FastifyReply } from 'fastify'
import type { Services } from '../ctx.ts'
import { logOfRequest } from '../log/log.ts'
import { observeRequest } from '../metrics/process-registry.ts'
import { admitApp } from './app-origins.ts'
import { refuseUnreadable } from './client-errors.ts'
import './fastify-decorations.ts'
import { hasCsrfCookie, setCsrfCookie } from './csrf.ts'
import { answerErrors, refuseAddress } from './errors.ts'
import { limitRates, ordinaryLimits, type RateLimits } from './limit-rate.ts'
import { sendSecurityHeaders } from './security-headers.ts'

export type ServerOptions = {
  /** Whose X-Forwarded-For is trusted: that of no proxy, of so many proxies, or of listed addresses. */
  trustProxy: false | number | string
  limits?: Partial<RateLimits>
  timeouts?: Partial<ServerTimeouts>
}

type ServerTimeouts = {
  /** A new connection says what it wants within this. */
  headersMs: number
  /** Neither side has said anything. Event streams have a heartbeat; sockets of devices are watched by the gateway. */
  silentMs: number
  /** A request arrives within this, however slowly it is sent: five megabytes over the slowest line. */
  arrivalMs: number
  /** Between two requests; longer than proxies keep theirs, so that they never send on one that is being closed. */
  betweenMs: number
  /** How often the first and the third are looked at. */
  checkMs: number
}

const ordinaryTimeouts: ServerTimeouts = {
  headersMs: 30_000,
  silentMs: 120_000,
  arrivalMs: 300_000,
  betweenMs: 75_000,
  checkMs: 5_000,
}

const bodyLimit = 256 * 1024
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

/** What a stop waits for: requests that are under way, for a while, and no connection that is only kept for more. */
const drainConnections = (app: FastifyInstance) => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    setTimeout(() => app.server.closeAllConnections(), drainMs).unref()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Stays open for as long as a screen does, so how long it took says nothing. */
const isEventStream = ({ raw }: FastifyReply) => raw.getHeader('content-type') === 'text/event-stream'

/** A Fastify with everything every request needs, and no routes of any domain. */
export const createServer = async (services: Services, options: ServerOptions): Promise<FastifyInstance> => {
  const isSecure = services.siteUrl.startsWith('https:')
  const timeouts = { ...ordinaryTimeouts, ...options.timeouts }
  const app: FastifyInstance = Fastify<Server>({
    loggerInstance: services.log,
    genReqId: () => randomUUID(),
    childLoggerFactory: (log, { reqId }) => logOfRequest(log, String(reqId)),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout: timeouts.arrivalMs,
    connectionTimeout: timeouts.silentMs,
    keepAliveTimeout: timeouts.betweenMs,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkMs },
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseUnreadable,
    trustProxy: trustOf(options.trustProxy),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  })
  answerErrors(app)
  readEmptyJson(app)
  app.removeContentTypeParser('text/plain')
  drainConnections(app)
  await app.register(cookie)
  sendSecurityHeaders(app, {
    isSecure,
    hasAnalytics: async () => (await services.settings.get('GOOGLE_ANALYTICS_MEASUREMENT_ID')) !== '',
  })
  admitApp(app)
  limitRates(app, { ...ordinaryLimits, ...options.limits })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const { unlinked, isShared } = request.routeOptions.config
    // A picture is one answer for everybody, which caches keep: no cookie goes with it.
    const isForAll = isShared || request.url.startsWith('/api/images/')
    const isForCaller = request.url.startsWith('/api/') && !isForAll && !unlinked
    if (isForCaller && !hasCsrfCookie(request)) setCsrfCookie(reply, isSecure)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    if (routeOptions.config.unlinked) return done()
    // The pattern, not the address: addresses can hold the token of a link.
    const answer = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
    request.log.info({ ...answer, ms: Math.round(reply.elapsedTime) }, 'request')
    observeRequest({ ...answer, ms: reply.elapsedTime, isStream: isEventStream(reply) })
    done()
  })
  return app
}
