import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import type { Domains } from '#platform/domain.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { clientAddressOf } from '../auth/client-address.ts'
import { createThrottle } from '../auth/limits/throttle.ts'
import { clearSessionCookie } from '../auth/session-cookie.ts'
import { downloadData } from './archive.ts'
import { closeAccount, closeMember, getClosing } from './closing.ts'
import { getProfile, updateProfile } from './details.ts'
import { requestEmailChange, cancelEmailChange, resendEmailChange, getEmailChange } from './email-change.ts'
import { createIdCode, verifyIdCode } from './id-codes.ts'
import { changePassword } from './password.ts'
import { endOwnSession, endOtherSessions, listSessions } from './sessions.ts'
import { setVisibility } from './visibility.ts'

/** As existing clients read it. */
const succeed = async (work: Promise<unknown>) => {
  await work
  return { success: true }
}

export const profileRoutes = (app: FastifyInstance, services: Services, domains: Domains) => {
  const throttle = createThrottle(services)
  const proofOf = (password: string | undefined, from: FastifyRequest) => ({
    password,
    client: clientAddressOf(from),
    throttle,
  })
  implement(app, {
    services,
    routes: profileApi,
    handlers: {
      get: ({ ctx }) => getProfile(ctx),
      update: ({ ctx, input }) => succeed(updateProfile(ctx, input)),
      changePassword: ({ ctx, input, request }) =>
        succeed(changePassword(ctx, { ...proofOf(input.current, request), newPassword: input.new })),
      getEmailChange: async ({ ctx }) => ({ pending: await getEmailChange(ctx) }),
      requestEmailChange: ({ ctx, input, request }) =>
        succeed(requestEmailChange(ctx, { ...proofOf(input.password, request), email: input.email })),
      resendEmailChange: ({ ctx }) => succeed(resendEmailChange(ctx, throttle)),
      cancelEmailChange: ({ ctx }) => succeed(cancelEmailChange(ctx)),
      downloadData: ({ ctx }) => downloadData(ctx, domains),
      getClosing: ({ ctx }) => getClosing(ctx, memberOf(ctx).id),
      closeAccount: async ({ ctx, input, request, reply }) => {
        await closeAccount(ctx, { ...proofOf(input.password, request), domains })
        clearSessionCookie(reply, services)
        return { success: true }
      },
      getMemberClosing: ({ ctx, input }) => getClosing(ctx, input.memberId),
      closeMember: ({ ctx, input }) => closeMember(ctx, { ...input, domains }),
      listSessions: async ({ ctx }) => ({ sessions: await listSessions(ctx) }),
      endSession: ({ ctx, input }) => succeed(endOwnSession(ctx, input.sessionId)),
      endOtherSessions: async ({ ctx }) => ({ ended: await endOtherSessions(ctx) }),
      createIdCode: ({ ctx }) => createIdCode(ctx, memberOf(ctx).id),
      setVisibility: ({ ctx, input }) => setVisibility(ctx, input.isHiddenFromMembers),
      verifyIdCode: ({ ctx, input }) => verifyIdCode(ctx, input.token),
    },
  })
}
