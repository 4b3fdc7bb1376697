import { votesApi } from '@spacekeeper/contract/votes/routes.ts'
import { staffVotesApi } from '@spacekeeper/contract/votes/staff-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { instructProxy, listInstructions } from './instructions.ts'
import { createMotion, removeMotion, setMotionOrder, updateMotion } from './motions.ts'
import { castVotes, listVoters } from './named-votes.ts'
import { closeMotion, openMotion } from './opening.ts'
import { secretVoteRoutes } from './secret/routes.ts'
import { takeBackMotion } from './taking-back.ts'
import { countWaitingVotes, getMotion, listOwnVotes, listVotes, listVotesOfMeeting } from './vote-lists.ts'

export const voteRoutes = (app: FastifyInstance, services: Services) => {
  secretVoteRoutes(app, services)
  implement(app, {
    services,
    routes: votesApi,
    handlers: {
      list: ({ ctx }) => listVotes(ctx),
      countWaiting: ({ ctx }) => countWaitingVotes(ctx),
      listOfMeeting: ({ ctx, input }) => listVotesOfMeeting(ctx, input.meetingId),
      get: ({ ctx, input }) => getMotion(ctx, input.motionId),
      cast: ({ ctx, input }) => castVotes(ctx, input),
      listVoters: ({ ctx, input }) => listVoters(ctx, input.motionId),
      listInstructions: ({ ctx, input }) => listInstructions(ctx, input.proxyId),
      instruct: ({ ctx, input }) => instructProxy(ctx, input),
    },
  })
  implement(app, {
    services,
    routes: staffVotesApi,
    handlers: {
      listOwnVotes: ({ ctx }) => listOwnVotes(ctx),
      create: ({ ctx, input }) => createMotion(ctx, input),
      update: ({ ctx, input }) => updateMotion(ctx, input),
      remove: ({ ctx, input }) => removeMotion(ctx, input.motionId),
      setOrder: ({ ctx, input }) => setMotionOrder(ctx, input),
      open: ({ ctx, input }) => openMotion(ctx, input.motionId),
      takeBack: ({ ctx, input }) => takeBackMotion(ctx, input.motionId),
      close: ({ ctx, input }) => closeMotion(ctx, input.motionId),
    },
  })
}
