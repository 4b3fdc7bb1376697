import { memberbucksApi } from '@spacekeeper/contract/memberbucks/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { listBalances, listNegative } from './balance-list.ts'
import { getBalance, getBilling, listTransactions } from './balances.ts'
import { entriesFile, listLedgerEntries, listOwnEntries } from './entries.ts'
import { getBalanceOverview } from './overview.ts'
import { inUnits } from './rules.ts'
import { payCents, spend } from './spending.ts'
import { bookByStaff, reverseEntry } from './staff-bookings.ts'
import { exportStatement, getMemberStatement, getSpaceStatement } from './statements.ts'

export const memberbucksRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: memberbucksApi,
    handlers: {
      listTransactions: ({ ctx }) => listTransactions(ctx, memberOf(ctx).id),
      getBalance: async ({ ctx }) => ({ balance: inUnits((await getBalance(ctx, memberOf(ctx).id)).balanceCents) }),
      pay: ({ ctx, input }) => payCents(ctx, input),
      spend: ({ ctx, input }) => spend(ctx, input),
      getOverview: ({ ctx }) => getBalanceOverview(ctx, memberOf(ctx).id),
      listOwnEntries: ({ ctx, input }) => listOwnEntries(ctx, { ...input, memberId: memberOf(ctx).id }),
      exportOwnEntries: ({ ctx, input }) =>
        entriesFile(ctx, { memberId: memberOf(ctx).id, isOwn: true, filter: input, name: 'transactions' }),
      getOwnStatement: ({ ctx, input }) =>
        getMemberStatement(ctx, { ...input, memberId: memberOf(ctx).id, isOwn: true }),
      exportOwnStatement: ({ ctx, input: period }) =>
        entriesFile(ctx, {
          memberId: memberOf(ctx).id,
          isOwn: true,
          period,
          name: `statement-${period.from}-${period.to}`,
        }),
      listBalances: ({ ctx }) => listBalances(ctx),
      listNegative: ({ ctx }) => listNegative(ctx),
      getSpaceStatement: ({ ctx, input }) => getSpaceStatement(ctx, input),
      exportSpaceStatement: ({ ctx, input }) => exportStatement(ctx, input),
      getMemberStatement: ({ ctx, input }) => getMemberStatement(ctx, input),
      exportMemberStatement: ({ ctx, input }) => exportStatement(ctx, input),
      getBilling: ({ ctx, input }) => getBilling(ctx, input.memberId),
      listEntries: ({ ctx, input }) => listLedgerEntries(ctx, input),
      book: ({ ctx, input }) => bookByStaff(ctx, input),
      reverse: ({ ctx, input }) => reverseEntry(ctx, input),
    },
  })
