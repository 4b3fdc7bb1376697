import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { credentialOf } from '#platform/http/credential.ts'
import { type Handlers, implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { clientAddressAtKiosk, clientAddressOf } from './client-address.ts'
import { correctUnverifiedEmail, resendVerification, verifyEmail } from './email-verification.ts'
import { findSessionEnd } from './ended-sessions.ts'
import { isSetupUsable, createFirstAdmin } from './first-administrator.ts'
import { acceptInvitation, cancelInvitation, checkInvitation, invite } from './invitations.ts'
import { logIn } from './logins.ts'
import { checkResetLink, requestReset, resetPassword } from './password-reset.ts'
import { registerMember } from './registration.ts'
import { beginSession, setSessionCookie, clearSessionCookie } from './session-cookie.ts'
import { logOut } from './sessions.ts'
import { confirmEmailByStaff, createEmailLink, sendEmailLink } from './staff-links.ts'
import { createThrottle, type Throttle } from './throttle.ts'

const nothingAsked = () =>
  new AppError('badInput', {
    fields: [
      { field: 'email', message: 'Send an email address to ask for a link,' },
      { field: 'token', message: 'or the token of a link, to check it or to use it with a password.' },
    ],
  })

/** What lets people in where the first email did not: another address, an invitation, a link that staff hand over. */
const letInHandlers = (app: FastifyInstance, { services, throttle }: { services: Services; throttle: Throttle }) =>
  ({
    resendVerification: async ({ ctx, input, request }) => {
      await resendVerification(ctx, { email: input.email, client: clientAddressOf(request), throttle })
      return { success: true }
    },
    correctEmail: ({ ctx, input, request }) =>
      correctUnverifiedEmail(ctx, { ...input, client: clientAddressOf(request), throttle }),
    invite: ({ ctx, input }) => invite(ctx, input),
    confirmEmail: ({ ctx, input }) => confirmEmailByStaff(ctx, input.memberId),
    createEmailLink: ({ ctx, input }) => createEmailLink(ctx, input.memberId),
    sendEmailLink: ({ ctx, input }) => sendEmailLink(ctx, input.memberId),
    cancelInvitation: ({ ctx, input }) => cancelInvitation(ctx, input.memberId),
    checkInvitation: async ({ ctx, input }) => ({ person: await checkInvitation(ctx, input.token) }),
    acceptInvitation: async ({ ctx, input, request, reply }) => {
      const client = await clientAddressAtKiosk(app, request)
      const token = await acceptInvitation(ctx, { ...input, client })
      beginSession(reply, { services, token, isAtKiosk: client.kioskId !== undefined })
    },
  }) satisfies Partial<Handlers<typeof authApi>>

export const authRoutes = (app: FastifyInstance, services: Services) => {
  const throttle = createThrottle(services)
  implement(app, {
    services,
    routes: authApi,
    handlers: {
      login: async ({ ctx, input, request, reply }) => {
        const client = await clientAddressAtKiosk(app, request)
        const token = await logIn(ctx, { ...input, client, throttle })
        beginSession(reply, { services, token, isAtKiosk: client.kioskId !== undefined })
      },
      loggedIn: ({ ctx, request, reply }) => {
        const credential = credentialOf(request)
        if (credential.kind === 'session' && credential.isCookie) {
          const isAtKiosk = memberOf(ctx).kioskId !== undefined
          setSessionCookie(reply, { services, token: credential.token, isAtKiosk })
        }
      },
      getSessionEnd: async ({ ctx, request }) => ({ reason: await findSessionEnd(ctx, credentialOf(request)) }),
      logout: async ({ ctx, reply }) => {
        await logOut(ctx)
        clearSessionCookie(reply, services)
        return { success: true }
      },
      register: ({ ctx, input, request }) =>
        registerMember(ctx, { registration: input, client: clientAddressOf(request), throttle }),
      verifyEmail: async ({ ctx, input, request, reply }) => {
        const client = await clientAddressAtKiosk(app, request)
        const token = await verifyEmail(ctx, { token: input.token, client, throttle })
        beginSession(reply, { services, token, isAtKiosk: client.kioskId !== undefined })
      },
      resetPassword: async ({ ctx, input: { email, token, password }, request }) => {
        if (token !== undefined && password !== undefined)
          return { success: await resetPassword(ctx, { token, password }) }
        if (token !== undefined) return checkResetLink(ctx, token)
        if (email === undefined || password !== undefined) throw nothingAsked()
        await requestReset(ctx, { email, client: clientAddressOf(request), throttle })
        return { success: true }
      },
      ...letInHandlers(app, { services, throttle }),
      checkSetup: async ({ ctx, input }) => ({ isUsable: await isSetupUsable(ctx, input.token) }),
      createFirstAdmin: async ({ ctx, input: { token, ...administrator }, request, reply }) => {
        const session = await createFirstAdmin(ctx, { token, administrator, client: clientAddressOf(request) })
        beginSession(reply, { services, token: session })
      },
    },
  })
}
