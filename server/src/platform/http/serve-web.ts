import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { sendError } from './errors.ts'

const year = 365 * 24 * 60 * 60

const isPageRequest = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(api|ws|assets)(\/|\?|$)/.test(request.url) &&
  (request.headers.accept ?? 'text/html').match(/text\/html|\*\/\*/) !== null

/** The built screens: hashed files for ever, the page itself never from a cache, and the page for every address it knows by itself. */
export const serveWeb = async (
  app: FastifyInstance,
  input: { root: string; allowedMethods: (path: string) => string[] },
) => {
  const hasWeb = existsSync(input.root)
  if (hasWeb) {
    await app.register(fastifyStatic, {
      root: input.root,
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
    if (hasWeb && isPageRequest(request)) return reply.sendFile('index.html')
    return sendError(reply, new AppError('notFound'))
  })
}
