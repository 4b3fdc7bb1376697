import { interlocksApi } from '@spacekeeper/contract/interlocks/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { commandHandlers } from '../devices/commands.ts'
import { decideHeldUse, listHeldUses } from './held-uses.ts'
import { getPrices, updatePrices } from './prices.ts'

export const interlockRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: interlocksApi,
    handlers: {
      getPrices: ({ ctx, input }) => getPrices(ctx, input.interlockId),
      setPrices: ({ ctx, input: { interlockId, ...prices } }) => updatePrices(ctx, { interlockId, prices }),
      listHeldUses: async ({ ctx, input }) => ({ uses: await listHeldUses(ctx, input.interlockId) }),
      decideHeldUse: ({ ctx, input }) => decideHeldUse(ctx, input),
      ...commandHandlers('interlock', (input: { interlockId: number }) => input.interlockId),
    },
  })
