import { keys } from '@spacekeeper/contract/keys.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { createApiKey } from './create-api-key.ts'
import { listApiKeys } from './queries.ts'
import { revokeApiKey } from './revoke-api-key.ts'

export const keyRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: keys,
    handlers: {
      list: async ({ ctx }) => ({ keys: await listApiKeys(ctx) }),
      create: ({ ctx, input }) => createApiKey(ctx, input),
      revoke: ({ ctx, input }) => revokeApiKey(ctx, input.keyId),
    },
  })
