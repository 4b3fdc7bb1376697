import { rehearsalApi } from '@spacekeeper/contract/rehearsal/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { sweepFolders } from './rehearsal-folders.ts'
import { Rehearsals } from './rehearsals.ts'

export const rehearsalRoutes = (app: FastifyInstance, services: Services) => {
  // Only a portal that was started as a program starts another one.
  const isAllowed = services.setup !== undefined
  const rehearsals = new Rehearsals(services, { isAllowed })
  if (isAllowed) void sweepFolders(services.log)
  app.addHook('onClose', () => rehearsals.end())
  implement(app, {
    services,
    routes: rehearsalApi,
    handlers: {
      get: () => rehearsals.describe(),
      start: () => rehearsals.start(),
      move: ({ input: { by, to } }) => rehearsals.order({ kind: 'move', by, to }),
      act: ({ input: { act, planId, way } }) => rehearsals.order({ kind: 'act', act, planId, way }),
      tour: () => rehearsals.order({ kind: 'tour' }),
      stopTour: () => rehearsals.stopTour(),
      end: async () => {
        await rehearsals.end()
        return rehearsals.describe()
      },
    },
  })
}
