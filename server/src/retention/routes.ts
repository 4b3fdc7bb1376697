import { retentionApi } from '@spacekeeper/contract/retention/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import type { Domains } from '#platform/domain.ts'
import { implement } from '#platform/http/implement.ts'
import { listKeptData, listOwnKeptData } from './kept-data.ts'

export const retentionRoutes = (app: FastifyInstance, services: Services, domains: Domains) =>
  implement(app, {
    services,
    routes: retentionApi,
    handlers: {
      list: ({ ctx }) => listKeptData(ctx, domains),
      listOwn: async ({ ctx }) => ({ kept: await listOwnKeptData(ctx, domains) }),
    },
  })
