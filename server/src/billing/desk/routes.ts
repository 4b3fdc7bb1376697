import { deskApi } from '@spacekeeper/contract/billing/desk-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { listCreditChanges } from '../payments/credit-history.ts'
import {
  bookByHand,
  giveBackByHand,
  giveTime,
  reverseByHand,
  tickOff,
  undoRefundByHand,
  voidByHand,
} from './bookings.ts'
import { exportCharges, exportPayments } from './files.ts'
import { deskCharges, deskPayments } from './lists.ts'
import { previewWriteOff, writeOffByHand } from './lost-charges.ts'
import { memberDues } from './member-dues.ts'
import { previewRefund, refundByHand } from './refunds.ts'
import { deskSummary } from './summary.ts'

export const deskRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: deskApi,
    handlers: {
      deskSummary: ({ ctx }) => deskSummary(ctx),
      deskCharges: ({ ctx, input }) => deskCharges(ctx, input),
      deskPayments: ({ ctx, input }) => deskPayments(ctx, input),
      exportCharges: ({ ctx, input }) => exportCharges(ctx, input),
      exportPayments: ({ ctx, input }) => exportPayments(ctx, input),
      tickOff: ({ ctx, input }) => tickOff(ctx, input),
      memberDues: ({ ctx, input }) => memberDues(ctx, input.memberId),
      bookPayment: ({ ctx, input }) => bookByHand(ctx, input),
      previewWriteOff: ({ ctx, input }) => previewWriteOff(ctx, input.chargeIds),
      writeOff: ({ ctx, input }) => writeOffByHand(ctx, input),
      voidCharge: ({ ctx, input }) => voidByHand(ctx, input),
      reversePayment: ({ ctx, input }) => reverseByHand(ctx, input),
      undoRefund: ({ ctx, input }) => undoRefundByHand(ctx, input),
      listCredit: ({ ctx, input }) => listCreditChanges(ctx, input),
      giveBack: ({ ctx, input }) => giveBackByHand(ctx, input),
      previewRefund: ({ ctx, input }) => previewRefund(ctx, input),
      refund: ({ ctx, input }) => refundByHand(ctx, input),
      giveMoreTime: ({ ctx, input }) => giveTime(ctx, input),
    },
  })
