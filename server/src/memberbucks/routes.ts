import { memberbucks } from '@spacekeeper/contract/memberbucks.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { adjustBalance } from './adjust-balance.ts'
import { getBalance, getBilling, listEntries, listTransactions } from './queries.ts'
import { reverseEntry } from './reverse-entry.ts'
import { inUnits } from './rules.ts'

export const memberbucksRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: memberbucks,
    handlers: {
      listTransactions: ({ ctx }) => listTransactions(ctx, memberOf(ctx).id),
      getBalance: async ({ ctx }) => ({ balance: inUnits((await getBalance(ctx, memberOf(ctx).id)).balanceCents) }),
      getBilling: ({ ctx, input }) => getBilling(ctx, input.memberId),
      listEntries: ({ ctx, input }) => listEntries(ctx, input),
      book: ({ ctx, input }) => adjustBalance(ctx, input),
      reverse: ({ ctx, input }) => reverseEntry(ctx, input),
    },
  })
