import { fleets } from '@spacekeeper/contract/fleets.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { exportUsage } from './export-usage.ts'
import { listStatus } from './list-status.ts'
import { listUsage } from './list-usage.ts'
import { shareStates } from './share-states.ts'
import { tryCard } from './try-card.ts'

const unavailable = 503

export const fleetRoutes = (app: FastifyInstance, services: Services) => {
  const states = shareStates(services)
  implement(app, {
    services,
    routes: fleets,
    handlers: {
      status: async ({ ctx, input, reply }) => {
        const { status, isAnyMissed } = await listStatus(ctx)
        if (input.errorIfOffline !== '' && isAnyMissed) void reply.code(unavailable)
        return status
      },
      listStates: async () => ({ lists: await states() }),
      listUsage: ({ ctx, input }) => listUsage(ctx, input),
      exportUsage: ({ ctx, input }) => exportUsage(ctx, input),
      tryCard: ({ ctx, input }) => tryCard(ctx, input),
    },
  })
}
