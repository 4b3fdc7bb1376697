import type { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { Credentials } from '@spacekeeper/contract/auth/shapes.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx, Services } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { Handlers } from '#platform/http/implement.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { effectivePermissions } from '../members/role-rules.ts'
import { checkForumRequest, sendToForum } from '../sso/forum.ts'
import { clientAddressAtKiosk } from './client-address.ts'
import type { Throttle } from './limits/throttle.ts'
import { refuseAtKiosk } from './links/login-links.ts'
import { logIn } from './logins.ts'
import { beginSession } from './session-cookie.ts'
import { isStrongLoginRequired } from './strong/strength.ts'

type LoginCall = Parameters<Handlers<typeof authApi>['login']>[0]

/** What was typed; a forum sends callers who are logged in already without it. */
const readCredentials = (typed: object): Credentials => {
  const { data, error } = Credentials.safeParse(typed)
  if (data) return data
  const fields = error.issues.map(({ path, message }) => ({ field: path.join('.') || 'body', message }))
  throw new AppError('badInput', { fields })
}

/** Who has just logged in with this token, and whether the space wants a stronger login of them. */
const findEntered = async ({ db, settings }: Ctx, token: string) => {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['m.id as memberId', 'm.is_admin', 'm.permissions', 'm.suspended_at', 's.is_strong'])
    .where('s.token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row) throw new AppError('notSignedIn')
  const isRequired = isStrongLoginRequired(effectivePermissions(row), await settings.get('STRONG_LOGIN_FOR'))
  return { memberId: row.memberId, needsStrongLogin: isRequired && !row.is_strong }
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
      const { id: memberId, needsStrongLogin = false } = ctx.actor
      return visit && { redirect: await sendToForum(ctx, { memberId, needsStrongLogin, visit }) }
    }
    const credentials = readCredentials({ email: '', password: '', ...typed })
    const token = await logIn(ctx, { ...credentials, client, throttle })
    await beginSession(reply, { services, token, client })
    return visit && { redirect: await sendToForum(ctx, { ...(await findEntered(ctx, token)), visit }) }
  }
