import { z } from 'zod'
import { fieldMessages, Text } from '../fields.ts'
import { Empty, Id, MemberParams, routes } from '../route.ts'
import { ChangePreview, ConfirmedChange, MyPlan, PauseEffect, planChangeTimes, WantedDays } from './shapes.ts'
import { GivenConcession, PlanMove, PlanMovePreview, StaffStart } from './staff-shapes.ts'
import { collectors } from './words.ts'

const access = 'staff.money'

const PlanParams = z.object({ planId: Id })

const Reason = z.string().trim().min(1, fieldMessages.empty).pipe(Text(300))

/** What staff do with the plan of a member, and with everyone of a plan. Only administrators do it to themselves. */
export const staffPlansApi = routes({
  getMemberPlan: {
    method: 'GET',
    path: '/api/admin/members/:memberId/plan/',
    access,
    summary: 'The plan of a member as the member sees it, with charges, payments, pauses, household and concession.',
    params: MemberParams,
    output: MyPlan,
    errors: ['notFound'],
  },
  startMemberPlan: {
    method: 'POST',
    path: '/api/admin/members/:memberId/plan/',
    access,
    summary: 'Puts a member on a plan, also one that members do not see. The first period is charged at once.',
    params: MemberParams,
    body: StaffStart,
    output: z.object({ state: z.enum(['incomplete', 'active']) }),
    errors: ['notFound', 'hasPlan', 'planGone', 'ownPayment'],
  },
  previewMemberChange: {
    method: 'GET',
    path: '/api/admin/members/:memberId/plan/change/',
    access,
    summary: 'What a change of plan would cost a member, worked out by doing it and taking it back.',
    params: MemberParams,
    query: z.object({ planId: Id, when: z.enum(planChangeTimes).optional() }),
    output: ChangePreview,
    errors: ['notFound', 'noPlan', 'planGone', 'planState'],
  },
  changeMemberPlan: {
    method: 'POST',
    path: '/api/admin/members/:memberId/plan/change/',
    access,
    summary: 'Changes the plan of a member, if the amounts are still those of the preview.',
    params: MemberParams,
    body: ConfirmedChange,
    output: ChangePreview,
    errors: ['notFound', 'noPlan', 'planGone', 'planState', 'amountsChanged', 'householdFull', 'ownPayment'],
  },
  cancelMemberPlan: {
    method: 'POST',
    path: '/api/admin/members/:memberId/plan/cancel/',
    access,
    summary:
      'Cancels the plan of a member for the end of its period; one that was never paid or is overdue ends at once.',
    params: MemberParams,
    output: z.object({ endsOn: z.iso.date() }),
    errors: ['notFound', 'noPlan', 'planState', 'ownPayment'],
  },
  resumeMemberPlan: {
    method: 'POST',
    path: '/api/admin/members/:memberId/plan/resume/',
    access,
    summary: 'Takes the cancellation of a member’s plan back.',
    params: MemberParams,
    output: Empty,
    errors: ['notFound', 'noPlan', 'planState', 'ownPayment'],
  },
  endMemberPlan: {
    method: 'POST',
    path: '/api/admin/members/:memberId/plan/end/',
    access,
    summary: 'Ends the plan of a member today, with what they still owe or without.',
    params: MemberParams,
    body: z.object({ reason: Reason, keepsDebt: z.boolean() }),
    output: Empty,
    errors: ['notFound', 'noPlan', 'ownPayment'],
  },
  previewMemberPause: {
    method: 'GET',
    path: '/api/admin/members/:memberId/plan/pause/',
    access,
    summary: 'What a pause would do to the paid days of a member.',
    params: MemberParams,
    query: WantedDays,
    output: PauseEffect,
    errors: ['notFound', 'noPlan', 'planState'],
  },
  pauseMemberPlan: {
    method: 'POST',
    path: '/api/admin/members/:memberId/plan/pause/',
    access,
    summary: 'Pauses the plan of a member. Staff are not bound to the limits members have, but to two years.',
    params: MemberParams,
    body: WantedDays.extend({ reason: z.string().trim().pipe(Text(300)).default('') }),
    output: PauseEffect,
    errors: ['notFound', 'noPlan', 'planState', 'ownPayment'],
  },
  endMemberPause: {
    method: 'POST',
    path: '/api/admin/members/:memberId/plan/pause/end/',
    access,
    summary: 'Ends the pause of a member today, or calls off the one to come.',
    params: MemberParams,
    output: Empty,
    errors: ['notFound', 'noPlan', 'planState', 'ownPayment'],
  },
  setMemberCollector: {
    method: 'PUT',
    path: '/api/admin/members/:memberId/plan/collector/',
    access,
    summary: 'Changes how a member pays, to one of the ways of the plan.',
    params: MemberParams,
    body: z.object({ collector: z.enum(collectors) }),
    output: Empty,
    errors: ['notFound', 'noPlan', 'ownPayment'],
  },
  useMemberCoupon: {
    method: 'POST',
    path: '/api/admin/members/:memberId/plan/coupon/',
    access,
    summary: 'Makes the next periods of a member cheaper by a coupon.',
    params: MemberParams,
    body: z.object({ couponCode: z.string().trim().min(1, fieldMessages.empty).pipe(Text(30)) }),
    output: Empty,
    errors: ['notFound', 'noPlan', 'couponTaken', 'ownPayment'],
  },
  giveConcession: {
    method: 'POST',
    path: '/api/admin/members/:memberId/concession/',
    access,
    summary: 'Gives a member a lower price from the next charge on, and approves what they asked for.',
    params: MemberParams,
    body: GivenConcession,
    output: Empty,
    errors: ['notFound', 'concessionThere', 'ownConcession'],
  },
  previewPlanMoves: {
    method: 'POST',
    path: '/api/admin/plans/:planId/moves/preview/',
    keepsAnswers: true,
    access,
    summary: 'Who of a plan would pay what from when, if all moved to what a plan costs today; a page at a time.',
    params: PlanParams,
    body: PlanMove.extend({
      offset: z.number().int().min(0).max(1_000_000).default(0),
      limit: z.number().int().min(1).max(100).default(50),
    }),
    output: PlanMovePreview,
    errors: ['notFound', 'planGone'],
  },
  movePlanMembers: {
    method: 'POST',
    path: '/api/admin/plans/:planId/moves/',
    access,
    summary: 'Moves exactly those previewed, from the end of what each is charged. Each of them is emailed.',
    params: PlanParams,
    body: PlanMove.extend({ fingerprint: z.string().min(1).max(100) }),
    output: z.object({ moved: z.number().int() }),
    errors: ['notFound', 'planGone', 'previewOutdated'],
  },
})
