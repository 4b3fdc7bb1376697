import { profiles } from '@spacekeeper/contract/profiles.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { createThrottle } from '../accounts/create-throttle.ts'
import { visitorOf } from '../accounts/visitor-of.ts'
import { changePassword } from './change-password.ts'
import { endOtherSessions, endSession } from './end-session.ts'
import { listSessions } from './queries.ts'
import { updateProfile } from './update-profile.ts'

export const profileRoutes = (app: FastifyInstance, services: Services) => {
  const throttle = createThrottle(services)
  const proofOf = (password: string, request: FastifyRequest) => ({ password, visitor: visitorOf(request), throttle })
  implement(app, {
    services,
    routes: profiles,
    handlers: {
      update: async ({ ctx, input }) => {
        await updateProfile(ctx, input)
        return { success: true }
      },
      changePassword: async ({ ctx, input, request }) => {
        await changePassword(ctx, { ...proofOf(input.current, request), newPassword: input.new })
        return { success: true }
      },
      listSessions: async ({ ctx }) => ({ sessions: await listSessions(ctx) }),
      endSession: async ({ ctx, input }) => {
        await endSession(ctx, input.sessionId)
        return { success: true }
      },
      endOtherSessions: async ({ ctx }) => ({ ended: await endOtherSessions(ctx) }),
    },
  })
}
