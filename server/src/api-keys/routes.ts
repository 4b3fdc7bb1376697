import { apiKeysApi } from '@spacekeeper/contract/api-keys/routes.ts'
import { scriptKeysApi } from '@spacekeeper/contract/api-keys/script-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { createApiKey, giveApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'
import { listHeldKeys } from './held-keys.ts'
import { createScriptKey, listScriptKeys, revokeScriptKey } from './script-keys.ts'

export const apiKeyRoutes = (app: FastifyInstance, services: Services) => {
  implement(app, {
    services,
    routes: apiKeysApi,
    handlers: {
      list: async ({ ctx }) => ({ keys: await listApiKeys(ctx) }),
      create: ({ ctx, input }) => createApiKey(ctx, input),
      listHeld: async ({ ctx, input }) => ({ keys: await listHeldKeys(ctx, input) }),
      give: ({ ctx, input }) => giveApiKey(ctx, input),
      revoke: ({ ctx, input }) => revokeApiKey(ctx, { ...input, isScript: false }),
    },
  })
  implement(app, {
    services,
    routes: scriptKeysApi,
    handlers: {
      listScriptKeys: ({ ctx }) => listScriptKeys(ctx),
      createScriptKey: ({ ctx, input }) => createScriptKey(ctx, input),
      revokeScriptKey: ({ ctx, input }) => revokeScriptKey(ctx, input.keyId),
    },
  })
}
