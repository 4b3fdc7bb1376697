import { stripeDeskApi } from '@spacekeeper/contract/stripe/desk-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { listUnknown } from '../earlier/takeover-list.ts'
import { adopt } from '../earlier/takeover-orders.ts'
import { setUpEndpoint } from '../events/webhook-endpoint.ts'
import { refundToCard } from '../refunds/card-refunds.ts'
import { compareNow, listComparisons } from './comparisons.ts'
import { getConnection } from './connection.ts'
import { listDisputes } from './disputes.ts'
import { listStripeEvents, repeatEvent } from './events-list.ts'
import { getMemberAtStripe } from './member-at-stripe.ts'
import { listSetAsides, setAside, undoSetAside } from './movements-aside.ts'
import { getClearing } from './payouts.ts'

export const stripeDeskRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: stripeDeskApi,
    handlers: {
      getConnection: ({ ctx }) => getConnection(ctx),
      setUpEvents: async ({ ctx }) => {
        await setUpEndpoint(ctx)
      },
      listEvents: ({ ctx, input }) => listStripeEvents(ctx, input),
      repeatEvent: ({ ctx, input }) => repeatEvent(ctx, input.eventId),
      compareNow: ({ ctx }) => compareNow(ctx),
      listComparisons: ({ ctx, input }) => listComparisons(ctx, input),
      getClearing: ({ ctx, input }) => getClearing(ctx, input),
      setAside: ({ ctx, input }) => setAside(ctx, input),
      listSetAsides: ({ ctx, input }) => listSetAsides(ctx, input),
      undoSetAside: ({ ctx, input }) => undoSetAside(ctx, input.movementId),
      listUnknown: ({ ctx }) => listUnknown(ctx),
      adopt: ({ ctx, input }) => adopt(ctx, input),
      refundToCard: ({ ctx, input }) => refundToCard(ctx, input),
      listDisputes: async ({ ctx }) => ({ disputes: await listDisputes(ctx) }),
      getMemberAtStripe: ({ ctx, input }) => getMemberAtStripe(ctx, input.memberId),
    },
  })
