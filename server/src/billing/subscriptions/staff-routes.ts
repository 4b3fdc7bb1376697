import { staffPlansApi } from '@spacekeeper/contract/billing/staff-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { movePlanMembers, previewPlanMove } from './plan-moves.ts'
import {
  cancelMemberPlan,
  changeMemberPlan,
  endMemberPause,
  endMemberPlan,
  getMemberPlan,
  giveConcession,
  pauseMemberPlan,
  previewMemberChange,
  previewMemberPause,
  resumeMemberPlan,
  setMemberCollector,
  startMemberPlan,
  useMemberCoupon,
} from './staff-plans.ts'

export const staffPlansRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: staffPlansApi,
    handlers: {
      getMemberPlan: ({ ctx, input }) => getMemberPlan(ctx, input.memberId),
      startMemberPlan: ({ ctx, input }) => startMemberPlan(ctx, input),
      previewMemberChange: ({ ctx, input }) => previewMemberChange(ctx, input),
      changeMemberPlan: ({ ctx, input }) => changeMemberPlan(ctx, input),
      cancelMemberPlan: ({ ctx, input }) => cancelMemberPlan(ctx, input.memberId),
      resumeMemberPlan: ({ ctx, input }) => resumeMemberPlan(ctx, input.memberId),
      endMemberPlan: ({ ctx, input }) => endMemberPlan(ctx, input),
      previewMemberPause: ({ ctx, input: { memberId, ...days } }) => previewMemberPause(ctx, { memberId, days }),
      pauseMemberPlan: ({ ctx, input: { memberId, reason, ...days } }) =>
        pauseMemberPlan(ctx, { memberId, days, reason }),
      endMemberPause: ({ ctx, input }) => endMemberPause(ctx, input.memberId),
      setMemberCollector: ({ ctx, input }) => setMemberCollector(ctx, input),
      useMemberCoupon: ({ ctx, input }) => useMemberCoupon(ctx, input),
      giveConcession: ({ ctx, input }) => giveConcession(ctx, input),
      previewPlanMoves: ({ ctx, input }) => previewPlanMove(ctx, input),
      movePlanMembers: ({ ctx, input }) => movePlanMembers(ctx, input),
    },
  })
