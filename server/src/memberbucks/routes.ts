import { memberbucksApi } from '@spacekeeper/contract/memberbucks/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { getBalance, getBilling, listEntries, listTransactions } from './balances.ts'
import { inUnits } from './rules.ts'
import { bookByStaff, reverseEntry } from './staff-bookings.ts'

export const memberbucksRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: memberbucksApi,
    handlers: {
      listTransactions: ({ ctx }) => listTransactions(ctx, memberOf(ctx).id),
      getBalance: async ({ ctx }) => ({ balance: inUnits((await getBalance(ctx, memberOf(ctx).id)).balanceCents) }),
      getBilling: ({ ctx, input }) => getBilling(ctx, input.memberId),
      listEntries: ({ ctx, input }) => listEntries(ctx, input),
      book: ({ ctx, input }) => bookByStaff(ctx, input),
      reverse: ({ ctx, input }) => reverseEntry(ctx, input),
    },
  })
