import { adviceApi } from '@spacekeeper/contract/advice/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { listLeaving } from './leaving.ts'
import { findPlanAdvice } from './plan-advice.ts'

export const adviceRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: adviceApi,
    handlers: {
      getOwn: async ({ ctx }) => ({ advice: await findPlanAdvice(ctx, memberOf(ctx).id) }),
      listLeaving: ({ ctx }) => listLeaving(ctx, { seesMoney: memberOf(ctx).permissions.includes('money') }),
    },
  })
