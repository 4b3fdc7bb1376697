import { site } from '@spacekeeper/contract/site.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { getConfig } from './queries.ts'

export const siteRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, { services, routes: site, handlers: { getConfig: ({ ctx }) => getConfig(ctx) } })
