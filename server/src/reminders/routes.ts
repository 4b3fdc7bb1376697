import { remindersApi } from '@spacekeeper/contract/reminders/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { getMember } from '../members/summaries.ts'
import { dryRun } from './due-reminders.ts'
import { previewReminder } from './previews.ts'
import { createStep, joinPlan, readBook, removeStep, separatePlan, updateStep } from './steps.ts'
import { upcomingSteps } from './upcoming.ts'

export const reminderRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: remindersApi,
    handlers: {
      list: ({ ctx }) => readBook(ctx),
      create: ({ ctx, input }) => createStep(ctx, input),
      update: ({ ctx, input }) => updateStep(ctx, input),
      remove: ({ ctx, input }) => removeStep(ctx, input),
      separatePlan: ({ ctx, input }) => separatePlan(ctx, input),
      joinPlan: ({ ctx, input }) => joinPlan(ctx, input),
      preview: ({ ctx, input }) => previewReminder(ctx, input),
      dryRun: ({ ctx }) => dryRun(ctx),
      listOfMember: async ({ ctx, input: { memberId } }) => {
        await getMember(ctx, memberId)
        return upcomingSteps(ctx, memberId)
      },
      listOwn: ({ ctx }) => upcomingSteps(ctx, memberOf(ctx).id),
    },
  })
