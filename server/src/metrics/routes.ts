import { metricsApi } from '@spacekeeper/contract/metrics/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import type { Domains } from '#platform/domain.ts'
import { implement } from '#platform/http/implement.ts'
import { metricsReader } from '#platform/metrics/read-metrics.ts'
import { checkReader } from './readers.ts'

const mediaType = 'text/plain; version=0.0.4; charset=utf-8'

export const metricsRoutes = (app: FastifyInstance, services: Services, domains: Domains) => {
  const read = metricsReader(
    services,
    domains.flatMap(({ gauges = [] }) => gauges),
  )
  implement(app, {
    services,
    routes: metricsApi,
    handlers: {
      read: async ({ ctx, request }) => {
        await checkReader(ctx, request)
        return { name: 'metrics.txt', mediaType, content: await read() }
      },
      update: () => undefined,
    },
  })
}
