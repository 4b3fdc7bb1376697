import { directoryApi } from '@spacekeeper/contract/directory/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { serveBadge } from './badge.ts'
import { getDocument, getDirectoryOverview } from './overview.ts'
import { removeSensor, renameSensor, reportSpace } from './sensors.ts'
import { setSpaceState } from './space-state.ts'

export const directoryRoutes = (app: FastifyInstance, services: Services) => {
  serveBadge(app, services)
  implement(app, {
    services,
    routes: directoryApi,
    handlers: {
      getDocument: ({ ctx }) => getDocument(ctx),
      report: ({ ctx, input }) => reportSpace(ctx, input),
      getOverview: ({ ctx }) => getDirectoryOverview(ctx),
      setState: ({ ctx, input }) => setSpaceState(ctx, input),
      renameSensor: ({ ctx, input }) => renameSensor(ctx, input),
      removeSensor: ({ ctx, input }) => removeSensor(ctx, input.sensorId),
    },
  })
}
