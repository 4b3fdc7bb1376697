import type { PlanMove } from '@spacekeeper/contract/billing/staff-shapes.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** All tiers and plans, archived ones last, with who has them. */
export const plansOverviewQuery = queryOptions({
  ...apiQuery(api.plans.getOverview),
  meta: { live: 'billing' },
})

/** The plans members have or can have, by name, for filters. */
export const holdablePlansQuery = queryOptions({
  ...apiQuery(api.members.listPlans),
  meta: { live: 'billing' },
})

export const couponsQuery = queryOptions({
  ...apiQuery(api.plans.listCoupons),
  meta: { live: 'billing' },
})

const pageSize = 50

/** Who has a plan now, a page after the other. */
export const planMembersQuery = (planId: number) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.plans.listPlanMembers, { planId }),
    queryFn: ({ pageParam: offset }) => api.plans.listPlanMembers({ planId, offset, limit: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.length * pageSize
      return shown < last.total ? shown : undefined
    },
    meta: { live: 'billing' },
  })

export type MoveChoice = PlanMove & { planId: number }

/** Is not asked again by itself: what is confirmed must be what is on the screen. */
export const movePreviewQuery = (choice: MoveChoice, page: number) =>
  queryOptions({
    ...apiQuery(api.billing.previewPlanMoves, { ...choice, offset: page * pageSize, limit: pageSize }),
    staleTime: 'static',
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

export const movePages = (count: number) => Math.ceil(count / pageSize)

export const { movePlanMembers } = api.billing
export const { addTier, updateTier, removeTier, restoreTier, orderTiers, addExamples } = api.plans
export const { addPlan, updatePlan, removePlan, restorePlan, orderPlans, addCoupon, endCoupon } = api.plans
