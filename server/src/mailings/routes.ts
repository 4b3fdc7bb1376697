import { mailings } from '@spacekeeper/contract/mailings.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { previewMailing } from './preview-mailing.ts'
import { listMailings } from './queries.ts'
import { startMailing } from './start-mailing.ts'

export const mailingRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: mailings,
    handlers: {
      preview: ({ ctx, input }) => previewMailing(ctx, input),
      start: ({ ctx, input }) => startMailing(ctx, input),
      list: async ({ ctx }) => ({ mailings: await listMailings(ctx) }),
    },
  })
