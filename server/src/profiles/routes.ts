import { profiles } from '@spacekeeper/contract/profiles.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { createThrottle } from '../accounts/create-throttle.ts'
import { clearSessionCookie } from '../accounts/set-session-cookie.ts'
import { visitorOf } from '../accounts/visitor-of.ts'
import { askEmailChange } from './ask-email-change.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { changePassword } from './change-password.ts'
import { closeAccount } from './close-account.ts'
import { downloadOwnData } from './download-own-data.ts'
import { endOtherSessions, endSession } from './end-session.ts'
import { getClosing } from './get-closing.ts'
import { getEmailChange, listSessions } from './queries.ts'
import { resendEmailChange } from './resend-email-change.ts'
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
      getEmailChange: async ({ ctx }) => ({ pending: await getEmailChange(ctx) }),
      askEmailChange: async ({ ctx, input, request }) => {
        await askEmailChange(ctx, { ...proofOf(input.password, request), email: input.email })
        return { success: true }
      },
      resendEmailChange: async ({ ctx }) => {
        await resendEmailChange(ctx, throttle)
        return { success: true }
      },
      cancelEmailChange: async ({ ctx }) => {
        await cancelEmailChange(ctx)
        return { success: true }
      },
      downloadData: ({ ctx }) => downloadOwnData(ctx),
      getClosing: ({ ctx }) => getClosing(ctx),
      close: async ({ ctx, input, request, reply }) => {
        await closeAccount(ctx, proofOf(input.password, request))
        clearSessionCookie(reply, services)
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
