import { statisticsApi } from '@spacekeeper/contract/statistics/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { getChart } from './charts.ts'
import { collectFigures } from './collecting.ts'
import { exportChart } from './exports.ts'
import { getStatistics } from './statistics.ts'

export const statisticsRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: statisticsApi,
    handlers: {
      get: ({ ctx }) => getStatistics(ctx),
      update: ({ ctx }) => collectFigures(ctx),
      getChart: ({ ctx, input }) => getChart(ctx, input),
      exportChart: ({ ctx, input }) => exportChart(ctx, input),
    },
  })
