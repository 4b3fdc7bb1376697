import { booksApi } from '@spacekeeper/contract/books/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { changeSetting } from '../settings/settings.ts'
import { closeBooks, closedThrough, lastDayOver, listClosings, reopenBooks } from './closing.ts'
import { exportMonth } from './exports.ts'
import { listJournalLines } from './lines.ts'
import { getMonthEnd, namePlans } from './month-end.ts'

export const booksRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: booksApi,
    handlers: {
      get: async ({ ctx }) => ({
        closedThrough: await closedThrough(ctx),
        lastDay: await lastDayOver(ctx),
        closings: await listClosings(ctx),
        codes: await ctx.settings.get('BOOK_ACCOUNT_CODES'),
        plans: [...(await namePlans(ctx))].map(([id, name]) => ({ id, name })),
      }),
      getMonth: ({ ctx, input }) => getMonthEnd(ctx, input),
      listLines: ({ ctx, input }) => listJournalLines(ctx, input),
      export: ({ ctx, input }) => exportMonth(ctx, input),
      close: ({ ctx, input }) => closeBooks(ctx, input),
      reopen: ({ ctx, input }) => reopenBooks(ctx, input),
      updateCodes: async ({ ctx, input }) => {
        await changeSetting(ctx, { key: 'BOOK_ACCOUNT_CODES', value: input })
      },
    },
  })
