// On its own: the other routes of cards stand in a file that is long enough.
import { cardPlanApi } from '@spacekeeper/contract/stripe/plan-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { confirmCardPayment, payByCard } from './card-payments.ts'
import { getCardDues, tryCardAgain } from './card-standing.ts'

export const cardPlanRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: cardPlanApi,
    handlers: {
      getCardDues: ({ ctx }) => getCardDues(ctx, memberOf(ctx).id),
      tryCardAgain: ({ ctx }) => tryCardAgain(ctx, memberOf(ctx).id),
      payByCard: ({ ctx, input }) => payByCard(ctx, { ...input, memberId: memberOf(ctx).id }),
      confirmCardPayment: ({ ctx, input }) => confirmCardPayment(ctx, { ...input, memberId: memberOf(ctx).id }),
    },
  })
