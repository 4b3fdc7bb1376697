import { homeApi } from '@spacekeeper/contract/home/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { getNextSteps } from './next-steps.ts'
import { getConfig } from './site-config.ts'
import { serveWellKnown } from './well-known.ts'

export const homeRoutes = (app: FastifyInstance, services: Services) => {
  serveWellKnown(app, services)
  implement(app, {
    services,
    routes: homeApi,
    handlers: {
      getConfig: async ({ ctx, request }) => getConfig(ctx, await app.findKiosk(request)),
      getNextSteps: ({ ctx }) => getNextSteps(ctx, memberOf(ctx)),
    },
  })
}
