// On its own: what Stripe calls, beside what people do.
import { webhookApi } from '@spacekeeper/contract/stripe/webhook-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { receiveWebhook } from './webhooks.ts'

export const stripeWebhookRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: webhookApi,
    handlers: {
      receiveWebhook: ({ ctx, input, request }) => {
        const signature = request.headers['stripe-signature']
        return receiveWebhook(ctx, {
          body: input.file,
          signature: typeof signature === 'string' ? signature : '',
          event: input.content,
        })
      },
    },
  })
