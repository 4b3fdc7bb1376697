import { plansApi } from '@spacekeeper/contract/plans/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { createCoupon, endCoupon, listCoupons } from './coupons.ts'
import { createExamples } from './examples.ts'
import { getPlansOverview } from './overview.ts'
import { listPlanMembers } from './plan-use.ts'
import { createPlan, getPlan, listPlans, orderPlans, removePlan, restorePlan, updatePlan } from './plans.ts'
import { createTier, getTier, listTiers, orderTiers, removeTier, restoreTier, updateTier } from './tiers.ts'

export const plansRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: plansApi,
    handlers: {
      listTiers: ({ ctx }) => listTiers(ctx),
      getOverview: ({ ctx }) => getPlansOverview(ctx),
      addTier: ({ ctx, input }) => createTier(ctx, input),
      addExamples: ({ ctx }) => createExamples(ctx),
      orderTiers: ({ ctx, input }) => orderTiers(ctx, input.tierIds),
      getTier: ({ ctx, input }) => getTier(ctx, input.tierId),
      updateTier: ({ ctx, input: { tierId, ...details } }) => updateTier(ctx, { tierId, details }),
      removeTier: ({ ctx, input }) => removeTier(ctx, input.tierId),
      restoreTier: ({ ctx, input }) => restoreTier(ctx, input.tierId),
      listTierPlans: ({ ctx, input }) => listPlans(ctx, input.tierId),
      orderPlans: ({ ctx, input }) => orderPlans(ctx, input),
      listPlans: ({ ctx }) => listPlans(ctx),
      addPlan: ({ ctx, input }) => createPlan(ctx, input),
      getPlan: ({ ctx, input }) => getPlan(ctx, input.planId),
      updatePlan: ({ ctx, input: { planId, ...changes } }) => updatePlan(ctx, { planId, changes }),
      removePlan: ({ ctx, input }) => removePlan(ctx, input.planId),
      restorePlan: ({ ctx, input }) => restorePlan(ctx, input.planId),
      listPlanMembers: ({ ctx, input }) => listPlanMembers(ctx, input),
      listCoupons: async ({ ctx }) => ({ coupons: await listCoupons(ctx) }),
      addCoupon: async ({ ctx, input }) => ({ id: await createCoupon(ctx, input) }),
      endCoupon: ({ ctx, input }) => endCoupon(ctx, input.couponId),
    },
  })
