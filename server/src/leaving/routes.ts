import { leavingApi } from '@spacekeeper/contract/leaving/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import type { Domains } from '#platform/domain.ts'
import { implement } from '#platform/http/implement.ts'
import { beginByStaff } from './beginning.ts'
import { getOwnLeaving, listLeavings } from './leaving-list.ts'
import { declineRefund, payRefund } from './payout-decisions.ts'
import { listRefunds, writeRefunds } from './payout-list.ts'
import { askRefund, donateBalance, withdrawRefund } from './refunds.ts'
import { actOnStep, setPaused } from './staff-acts.ts'
import { stepsOf } from './steps.ts'

export const leavingRoutes = (app: FastifyInstance, services: Services, domains: Domains) => {
  const catalog = stepsOf(domains)
  return implement(app, {
    services,
    routes: leavingApi,
    handlers: {
      getOwn: ({ ctx }) => getOwnLeaving(ctx, catalog),
      askRefund: ({ ctx, input }) => askRefund(ctx, input),
      withdrawRefund: ({ ctx, input }) => withdrawRefund(ctx, input.source),
      donate: ({ ctx }) => donateBalance(ctx),
      list: ({ ctx, input }) => listLeavings(ctx, { ...input, catalog }),
      begin: ({ ctx, input }) => beginByStaff(ctx, { ...input, catalog }),
      setPaused: ({ ctx, input }) => setPaused(ctx, input),
      actOnStep: ({ ctx, input }) => actOnStep(ctx, { ...input, catalog }),
      listRefunds: ({ ctx }) => listRefunds(ctx),
      downloadRefunds: ({ ctx }) => writeRefunds(ctx),
      payRefund: ({ ctx, input }) => payRefund(ctx, input.refundId),
      declineRefund: ({ ctx, input }) => declineRefund(ctx, input),
    },
  })
}
