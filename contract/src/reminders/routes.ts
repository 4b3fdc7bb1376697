import { z } from 'zod'
import { Empty, Id, MemberParams, routes } from '../route.ts'
import { DryRun, PreviewRequest, ReminderBook, ReminderPreview, StepDetails, UpcomingSteps } from './shapes.ts'

const access = 'staff.money'
const StepParams = z.object({ stepId: Id })
const PlanParams = z.object({ planId: Id })

export const remindersApi = routes({
  list: {
    method: 'GET',
    path: '/api/admin/reminders/',
    access,
    summary: 'The steps of the space and of plans that have their own, by their days, and how the last run went.',
    output: ReminderBook,
  },
  create: {
    method: 'POST',
    path: '/api/admin/reminders/steps/',
    access,
    summary:
      'Adds a step, for the space or for a plan that has steps of its own. It does not reach back to days before.',
    body: StepDetails.safeExtend({ planId: Id.nullable() }),
    output: z.object({ id: z.number().int() }),
    errors: ['notFound', 'tooManySteps'],
  },
  update: {
    method: 'PUT',
    path: '/api/admin/reminders/steps/:stepId/',
    access,
    summary: 'Changes a step. What it did stays done.',
    params: StepParams,
    body: StepDetails,
    output: Empty,
    errors: ['notFound'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/reminders/steps/:stepId/',
    access,
    summary: 'Removes a step. What it did stays done.',
    params: StepParams,
    output: Empty,
    errors: ['notFound'],
  },
  separatePlan: {
    method: 'POST',
    path: '/api/admin/reminders/plans/:planId/',
    access,
    summary: 'Gives a plan steps of its own, which begin as copies of the space’s.',
    params: PlanParams,
    output: Empty,
    errors: ['notFound'],
  },
  joinPlan: {
    method: 'DELETE',
    path: '/api/admin/reminders/plans/:planId/',
    access,
    summary: 'Removes the steps of a plan, which then follows those of the space.',
    params: PlanParams,
    output: Empty,
    errors: ['notFound'],
  },
  preview: {
    method: 'POST',
    path: '/api/admin/reminders/preview/',
    keepsAnswers: true,
    access,
    summary: 'A template filled in for a member, or for one made up for the purpose. Nothing is sent.',
    body: PreviewRequest,
    output: ReminderPreview,
    errors: ['notFound'],
  },
  dryRun: {
    method: 'GET',
    path: '/api/admin/reminders/dry-run/',
    access,
    summary: 'What the next run would do, who is left out, and why. At most 200 of each; all are counted.',
    output: DryRun,
  },
  listOfMember: {
    method: 'GET',
    path: '/api/admin/members/:memberId/reminders/',
    access: ['staff.money', 'staff.members'],
    summary: 'What happens to a member on which day unless they pay.',
    params: MemberParams,
    output: UpcomingSteps,
    errors: ['notFound'],
  },
  listOwn: {
    method: 'GET',
    path: '/api/reminders/',
    access: 'signedIn',
    summary: 'What happens to the caller on which day unless they pay.',
    output: UpcomingSteps,
  },
})
