import type { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { Credentials } from '@spacekeeper/contract/auth/shapes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { Handlers } from '#platform/http/implement.ts'
import { checkForumRequest, sendToForum } from '../sso/forum.ts'
import { findCredentials } from './accounts.ts'
import { clientAddressAtKiosk } from './client-address.ts'
import { refuseAtKiosk } from './login-links.ts'
import { logIn } from './logins.ts'
import { beginSession } from './session-cookie.ts'
import type { Throttle } from './throttle.ts'

type LoginCall = Parameters<Handlers<typeof authApi>['login']>[0]

/** What was typed; a forum sends callers who are logged in already without it. */
const readCredentials = (typed: object): Credentials => {
  const { data, error } = Credentials.safeParse(typed)
  if (data) return data
  const fields = error.issues.map(({ path, message }) => ({ field: path.join('.') || 'body', message }))
  throw new AppError('badInput', { fields })
}

/** Logs in, and sends callers who came from a forum back there. What the forum sent is looked at before anything else. */
export const loginHandler =
  (app: FastifyInstance, { services, throttle }: { services: Services; throttle: Throttle }) =>
  async ({ ctx, input: { sso, ...typed }, request, reply }: LoginCall) => {
    const visit = sso && (await checkForumRequest(ctx, sso))
    const client = await clientAddressAtKiosk(app, request)
    if (visit) refuseAtKiosk(client)
    const isTyped = Boolean(typed.email) || Boolean(typed.password)
    if (ctx.actor.kind === 'member' && !isTyped) {
      return visit && { redirect: await sendToForum(ctx, { memberId: ctx.actor.id, visit }) }
    }
    const credentials = readCredentials({ email: '', password: '', ...typed })
    const token = await logIn(ctx, { ...credentials, client, throttle })
    await beginSession(reply, { services, token, client })
    const memberId = visit && (await findCredentials(ctx, credentials.email))?.id
    return visit && memberId !== undefined ? { redirect: await sendToForum(ctx, { memberId, visit }) } : undefined
  }
