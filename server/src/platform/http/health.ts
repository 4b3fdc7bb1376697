import type { FastifyInstance } from 'fastify'
import type { Services } from '../ctx.ts'

/** For supervision of the process: `healthz` while it runs, `readyz` while it can serve. */
export const serveHealth = (app: FastifyInstance, services: Services) => {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await services.pool.query('select 1')
    } catch {
      return reply.code(503).send({ status: 'database' })
    }
    return services.live.isConnected() ? { status: 'ready' } : reply.code(503).send({ status: 'live' })
  })
}
