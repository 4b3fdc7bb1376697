import { accounts } from '@spacekeeper/contract/accounts.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { credentialOf } from '#platform/http/credential.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { createFirstAdmin, isSetupUsable } from './create-administrator.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { registerMember } from './register-member.ts'
import { isResetLinkUsable, requestReset, resetPassword } from './reset-password.ts'
import { beginSession, clearSessionCookie, setSessionCookie } from './set-session-cookie.ts'
import { createThrottle, type AccountLimits } from './create-throttle.ts'
import { verifyEmail } from './verify-email.ts'
import { visitorAtKiosk, visitorOf } from './visitor-of.ts'

const nothingAsked = () =>
  new AppError('badInput', {
    fields: [
      { field: 'email', message: 'Send an e-mail address to ask for a link,' },
      { field: 'token', message: 'or the token of a link, to check it or to use it with a password.' },
    ],
  })

export const accountRoutes = (app: FastifyInstance, services: Services, limits?: AccountLimits) => {
  const throttle = createThrottle(services, limits)
  implement(app, {
    services,
    routes: accounts,
    handlers: {
      login: async ({ ctx, input, request, reply }) => {
        const visitor = await visitorAtKiosk(app, request)
        const token = await logIn(ctx, { ...input, visitor, throttle })
        beginSession(reply, { services, token, isAtKiosk: visitor.kioskId !== undefined })
      },
      loggedIn: ({ ctx, request, reply }) => {
        const credential = credentialOf(request)
        if (credential.kind === 'session' && credential.isCookie) {
          const isAtKiosk = memberOf(ctx).kioskId !== undefined
          setSessionCookie(reply, { services, token: credential.token, isAtKiosk })
        }
      },
      logout: async ({ ctx, reply }) => {
        await logOut(ctx)
        clearSessionCookie(reply, services)
        return { success: true }
      },
      register: ({ ctx, input, request }) =>
        registerMember(ctx, { registration: input, visitor: visitorOf(request), throttle }),
      verifyEmail: async ({ ctx, input, request, reply }) => {
        const visitor = await visitorAtKiosk(app, request)
        const token = await verifyEmail(ctx, { token: input.token, visitor, throttle })
        beginSession(reply, { services, token, isAtKiosk: visitor.kioskId !== undefined })
      },
      resetPassword: async ({ ctx, input: { email, token, password }, request }) => {
        if (token !== undefined && password !== undefined)
          return { success: await resetPassword(ctx, { token, password }) }
        if (token !== undefined) return { success: await isResetLinkUsable(ctx, token) }
        if (email === undefined || password !== undefined) throw nothingAsked()
        await requestReset(ctx, { email, visitor: visitorOf(request), throttle })
        return { success: true }
      },
      checkSetup: async ({ ctx, input }) => ({ isUsable: await isSetupUsable(ctx, input.token) }),
      createFirstAdmin: async ({ ctx, input: { token, ...administrator }, request, reply }) => {
        const session = await createFirstAdmin(ctx, { token, administrator, visitor: visitorOf(request) })
        beginSession(reply, { services, token: session })
      },
    },
  })
}
