import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { credentialOf } from '#platform/http/credential.ts'
import { type Handlers, implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { clientAddressAtKiosk, clientAddressOf } from './client-address.ts'
import { checkVerification, correctUnverifiedEmail, verifyEmail } from './email-verification.ts'
import { findSessionEnd } from './ended-sessions.ts'
import { isSetupUsable, createFirstAdmin } from './first-administrator.ts'
import { acceptInvitation, cancelInvitation, checkInvitation, invite } from './invitations.ts'
import { endOpenDay, findOpenDay, findRegistrationKiosk, startOpenDay } from './limits/registration-limits.ts'
import { createThrottle, type Throttle } from './limits/throttle.ts'
import { requestLink } from './links/link-requests.ts'
import { logInByLink, refuseAtKiosk, refuseLoginLinks } from './links/login-links.ts'
import { confirmEmailByStaff, createEmailLink, sendEmailLink } from './links/staff-links.ts'
import { loginHandler } from './login-route.ts'
import { checkResetLink, resetPassword } from './passwords/password-reset.ts'
import { providerRoutes } from './providers/provider-routes.ts'
import { isRegisteringBrowser, markBrowser, unmarkBrowser } from './registering-browser.ts'
import { registerMember } from './registration.ts'
import { beginSession, setSessionCookie, clearSessionCookie } from './session-cookie.ts'
import { logOut } from './sessions.ts'
import { strongRoutes } from './strong/strong-routes.ts'
import { tokenRoutes } from './tokens/token-routes.ts'

const nothingAsked = () =>
  new AppError('badInput', {
    fields: [
      { field: 'email', message: 'Send an email address to ask for a link.' },
      { field: 'token', message: 'Or send the token of a link, to check it or to use it with a password.' },
    ],
  })

type Common = { services: Services; throttle: Throttle }

/** From creating an account, also the first of all, to confirming its address. */
const registrationHandlers = (app: FastifyInstance, { services, throttle }: Common) =>
  ({
    register: async ({ ctx, input, request, reply }) => {
      const client = clientAddressOf(request)
      const kioskId = await findRegistrationKiosk(app, request)
      const memberId = await registerMember(ctx, { registration: input, client, kioskId, throttle })
      markBrowser(reply, { services, memberId })
    },
    checkVerification: ({ ctx, input, request }) =>
      checkVerification(ctx, { ...input, isRegistering: isRegisteringBrowser(request, services) }),
    verifyEmail: async ({ ctx, input, request, reply }) => {
      const client = await clientAddressAtKiosk(app, request)
      const isRegistering = isRegisteringBrowser(request, services)
      const token = await verifyEmail(ctx, { ...input, isRegistering, client, throttle })
      await beginSession(reply, { services, token, client })
      unmarkBrowser(reply, services)
    },
    checkSetup: async ({ ctx, input }) => ({ isUsable: await isSetupUsable(ctx, input.token) }),
    createFirstAdmin: async ({ ctx, input: { token, ...administrator }, request, reply }) => {
      const client = await clientAddressAtKiosk(app, request)
      const session = await createFirstAdmin(ctx, { token, administrator, client })
      await beginSession(reply, { services, token: session, client })
    },
  }) satisfies Partial<Handlers<typeof authApi>>

/** What lets people in where the first email did not: another address, an invitation, a link that staff hand over. */
const letInHandlers = (app: FastifyInstance, { services, throttle }: Common) =>
  ({
    resendVerification: async ({ ctx, input, request }) => {
      await requestLink(ctx, { purpose: 'verifyEmail', email: input.email, client: clientAddressOf(request), throttle })
      return { success: true }
    },
    correctEmail: ({ ctx, input, request }) =>
      correctUnverifiedEmail(ctx, { ...input, client: clientAddressOf(request), throttle }),
    getOpenDay: ({ ctx, request }) => findOpenDay(ctx, { client: clientAddressOf(request), throttle }),
    startOpenDay: ({ ctx, request }) => startOpenDay(ctx, { client: clientAddressOf(request), throttle }),
    endOpenDay: ({ ctx, request }) => endOpenDay(ctx, { client: clientAddressOf(request), throttle }),
    invite: ({ ctx, input }) => invite(ctx, input),
    confirmEmail: ({ ctx, input }) => confirmEmailByStaff(ctx, input.memberId),
    createEmailLink: ({ ctx, input }) => createEmailLink(ctx, input.memberId),
    sendEmailLink: ({ ctx, input }) => sendEmailLink(ctx, input.memberId),
    cancelInvitation: ({ ctx, input }) => cancelInvitation(ctx, input.memberId),
    checkInvitation: async ({ ctx, input }) => ({ person: await checkInvitation(ctx, input.token) }),
    acceptInvitation: async ({ ctx, input, request, reply }) => {
      const client = await clientAddressAtKiosk(app, request)
      const token = await acceptInvitation(ctx, { ...input, client })
      await beginSession(reply, { services, token, client })
    },
  }) satisfies Partial<Handlers<typeof authApi>>

export const authRoutes = (app: FastifyInstance, services: Services) => {
  const throttle = createThrottle(services)
  tokenRoutes(app, { services, throttle })
  strongRoutes(app, { services, throttle })
  providerRoutes(app, { services, throttle })
  implement(app, {
    services,
    routes: authApi,
    handlers: {
      login: loginHandler(app, { services, throttle }),
      requestLoginLink: async ({ ctx, input, request }) => {
        const client = await clientAddressAtKiosk(app, request)
        refuseAtKiosk(client)
        await refuseLoginLinks(ctx)
        await requestLink(ctx, { purpose: 'logIn', email: input.email, client, throttle })
        return { success: true }
      },
      logInByLink: async ({ ctx, input, request, reply }) => {
        const client = await clientAddressAtKiosk(app, request)
        const token = await logInByLink(ctx, { ...input, client, throttle })
        await beginSession(reply, { services, token, client })
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
      resetPassword: async ({ ctx, input: { email, token, password }, request }) => {
        if (token !== undefined && password !== undefined)
          return { success: await resetPassword(ctx, { token, password }) }
        if (token !== undefined) return checkResetLink(ctx, token)
        if (email === undefined || password !== undefined) throw nothingAsked()
        await requestLink(ctx, { purpose: 'resetPassword', email, client: clientAddressOf(request), throttle })
        return { success: true }
      },
      ...registrationHandlers(app, { services, throttle }),
      ...letInHandlers(app, { services, throttle }),
    },
  })
}
