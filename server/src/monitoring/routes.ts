import { monitoringApi } from '@spacekeeper/contract/monitoring/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { listActivity } from './activity.ts'
import { shareStates } from './card-lists.ts'
import { listLive } from './live-log.ts'
import { listStatus } from './status.ts'
import { tryCard } from './trial.ts'
import { exportUsage, listUsage } from './usage.ts'

const unavailable = 503

export const monitoringRoutes = (app: FastifyInstance, services: Services) => {
  const states = shareStates(services)
  implement(app, {
    services,
    routes: monitoringApi,
    handlers: {
      getStatus: async ({ ctx, input, reply }) => {
        const { status, isAnyMissed } = await listStatus(ctx)
        if (input.errorIfOffline !== '' && isAnyMissed) void reply.code(unavailable)
        return status
      },
      listCardLists: async () => ({ lists: await states() }),
      listActivity: async ({ ctx, input }) => ({ activity: await listActivity(ctx, input) }),
      listLive: async ({ ctx }) => ({ entries: await listLive(ctx) }),
      listUsage: ({ ctx, input }) => listUsage(ctx, input),
      tryCard: ({ ctx, input }) => tryCard(ctx, input),
      exportUsage: ({ ctx, input }) => exportUsage(ctx, input),
    },
  })
}
