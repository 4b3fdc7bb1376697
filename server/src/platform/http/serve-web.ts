import { existsSync, readdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { readCookie, sessionCookie } from './credential.ts'
import { sendError } from './errors.ts'
import { kioskClaimOf } from './kiosk-claim.ts'

const year = 365 * 24 * 60 * 60

const isPageRequest = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(api|ws|assets|\.well-known)(\/|\?|$)/.test(request.url) &&
  (request.headers.accept ?? 'text/html').match(/text\/html|\*\/\*/) !== null

/** The addresses that lead a member to the dashboard. */
const dashboardPaths = new Set(['/', '/login', '/dashboard'])

/**
 * The page, which with a session also names what the login page does without (web/session-pages.ts). It is only a guess:
 * the session may have ended, and then some files were sent in vain. A kiosk has a first page of its own.
 */
const pageFor = (request: FastifyRequest) => {
  if (!readCookie(request, sessionCookie)) return 'index.html'
  const [path = ''] = request.url.split('?', 1)
  return dashboardPaths.has(path) && kioskClaimOf(request) === null ? 'dashboard.html' : 'member.html'
}

/** The built screens: hashed files for ever, the page itself never from a cache, and the page for every address it knows by itself. */
export const serveWeb = async (
  app: FastifyInstance,
  input: { root: string; allowedMethods: (path: string) => string[] },
) => {
  const hasWeb = existsSync(input.root)
  const files = new Set(hasWeb ? readdirSync(input.root) : [])
  if (hasWeb) {
    await app.register(fastifyStatic, {
      root: input.root,
      // Which page it is depends on the session, below.
      allowedPath: (path) => path !== '/',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const methods = input.allowedMethods(request.url.split('?', 1)[0] ?? '')
    if (methods.length > 0) {
      reply.header('allow', methods.join(', '))
      return sendError(reply, new AppError('wrongMethod'))
    }
    if (hasWeb && isPageRequest(request)) {
      const page = pageFor(request)
      return reply.sendFile(files.has(page) ? page : 'index.html')
    }
    return sendError(reply, new AppError('notFound'))
  })
}
