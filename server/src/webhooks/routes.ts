import { outgoingWebhooksApi } from '@spacekeeper/contract/webhooks/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { listDeliveries, replayDeliveries, testReceiver } from './delivery-log.ts'
import {
  createReceiver,
  getReceiver,
  listReceivers,
  removeReceiver,
  rotateSecret,
  switchReceiver,
  updateReceiver,
} from './receivers.ts'

export const webhookRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: outgoingWebhooksApi,
    handlers: {
      list: ({ ctx }) => listReceivers(ctx),
      create: ({ ctx, input }) => createReceiver(ctx, input),
      get: ({ ctx, input }) => getReceiver(ctx, input.receiverId),
      update: ({ ctx, input }) => updateReceiver(ctx, input),
      setOn: ({ ctx, input }) => switchReceiver(ctx, input),
      remove: ({ ctx, input }) => removeReceiver(ctx, input.receiverId),
      rotate: ({ ctx, input }) => rotateSecret(ctx, input.receiverId),
      test: ({ ctx, input }) => testReceiver(ctx, input.receiverId),
      listDeliveries: ({ ctx, input }) => listDeliveries(ctx, input),
      replay: async ({ ctx, input }) => void (await replayDeliveries(ctx, input)),
      replayFailed: ({ ctx, input }) => replayDeliveries(ctx, input),
    },
  })
