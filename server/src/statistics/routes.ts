import { statistics } from '@spacekeeper/contract/statistics.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { getStatistics } from './queries.ts'

export const statisticsRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, { services, routes: statistics, handlers: { get: ({ ctx }) => getStatistics(ctx) } })
