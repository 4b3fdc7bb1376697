import { searchApi } from '@spacekeeper/contract/search/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { find } from './find.ts'

export const searchRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: searchApi,
    handlers: { find: ({ ctx, input }) => find(ctx, { text: input.text, caller: memberOf(ctx) }) },
  })
