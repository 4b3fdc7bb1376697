import { stripeApi } from '@spacekeeper/contract/stripe/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { removeMethod, saveByName, startClientSetup } from './methods/payment-methods.ts'
import { getBillingMethod } from './methods/use-method.ts'
import { getAutomaticTopUp, setAutomaticTopUp, stopAutomaticTopUp } from './paying/automatic.ts'
import { finishCheckout, startSetup } from './paying/checkout.ts'
import { addFromCard, confirmTopUp, getTopUp, getTopUpForm, topUp } from './paying/top-ups.ts'
import { listReceipts } from './receipts.ts'

export const stripeRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: stripeApi,
    handlers: {
      getCardSecret: async ({ ctx }) => ({ clientSecret: await startClientSetup(ctx, memberOf(ctx).id) }),
      saveCard: ({ ctx, input }) => saveByName(ctx, { memberId: memberOf(ctx).id, methodId: input.paymentMethodId }),
      removeCard: ({ ctx }) => removeMethod(ctx, memberOf(ctx).id),
      getMethod: ({ ctx }) => getBillingMethod(ctx, memberOf(ctx).id),
      startSetup: ({ ctx, input }) => startSetup(ctx, { memberId: memberOf(ctx).id, back: input.back }),
      finishCheckout: ({ ctx, input }) => finishCheckout(ctx, { ...input, memberId: memberOf(ctx).id }),
      listReceipts: ({ ctx, input }) => listReceipts(ctx, { ...input, memberId: memberOf(ctx).id }),
      addFromCard: ({ ctx, input }) => addFromCard(ctx, { ...input, memberId: memberOf(ctx).id }),
      getTopUpForm: ({ ctx }) => getTopUpForm(ctx, memberOf(ctx).id),
      topUp: ({ ctx, input }) => topUp(ctx, { ...input, memberId: memberOf(ctx).id }),
      getTopUp: ({ ctx, input }) => getTopUp(ctx, { ...input, memberId: memberOf(ctx).id }),
      confirmTopUp: ({ ctx, input }) => confirmTopUp(ctx, { ...input, memberId: memberOf(ctx).id }),
      getAutomaticTopUp: ({ ctx }) => getAutomaticTopUp(ctx, memberOf(ctx).id),
      setAutomaticTopUp: ({ ctx, input }) => setAutomaticTopUp(ctx, { ...input, memberId: memberOf(ctx).id }),
      stopAutomaticTopUp: ({ ctx }) => stopAutomaticTopUp(ctx, memberOf(ctx).id),
    },
  })
