import { signupApi } from '@spacekeeper/contract/signup/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import {
  acceptApplication,
  answerStaffQuestion,
  askApplicant,
  declineApplication,
  listApplications,
} from './applications.ts'
import { registerCard } from './card-registration.ts'
import { choosePlan, quotePlan } from './chosen-plan.ts'
import { completeSignup, skipSignup } from './completion.ts'
import { canSignup, checkOwnInduction, getOwnSignup } from './joining-progress.ts'
import { listTiersFor } from './offers.ts'
import { getOwnStanding } from './standing.ts'

export const signupRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: signupApi,
    handlers: {
      listTiers: ({ ctx }) => listTiersFor(ctx),
      choosePlan: ({ ctx, input }) => choosePlan(ctx, input),
      quotePlan: ({ ctx, input }) => quotePlan(ctx, input),
      canSignup: ({ ctx }) => canSignup(ctx),
      checkInduction: ({ ctx }) => checkOwnInduction(ctx),
      registerCard: ({ ctx, input }) => registerCard(ctx, input.accessCard),
      completeSignup: ({ ctx }) => completeSignup(ctx),
      skipSignup: ({ ctx }) => skipSignup(ctx),
      getOwn: ({ ctx }) => getOwnSignup(ctx),
      getStanding: ({ ctx }) => getOwnStanding(ctx, memberOf(ctx).id),
      answer: ({ ctx, input }) => answerStaffQuestion(ctx, input.answer),
      listApplications: ({ ctx }) => listApplications(ctx),
      acceptApplication: ({ ctx, input }) => acceptApplication(ctx, input.applicationId),
      askApplicant: ({ ctx, input }) => askApplicant(ctx, input),
      declineApplication: ({ ctx, input }) => declineApplication(ctx, input),
    },
  })
