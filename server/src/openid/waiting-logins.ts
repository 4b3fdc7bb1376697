import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Ctx, Services } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { type PlainPage, sendPlainPage } from '#platform/http/plain-page.ts'
import { derive, pseudonym } from '#platform/secrets/derive.ts'
import { isSameSecret } from '#platform/secrets/tokens.ts'
import { clearSessionCookie } from '../auth/session-cookie.ts'
import { logOut } from '../auth/sessions.ts'
import { endBrowserLogins } from './browser-logout.ts'
import { failedPage, gonePage, goOnPage, questionPage, sharedScreenPage } from './pages.ts'
import { answerSite, getQuestion, type RawExchange, settleAtOnce } from './questions.ts'
import { openidPath } from './rules.ts'

/** The caller as far as their login counts at other sites. */
export const openidCaller = (actor: Actor): Actor =>
  // A kiosk is a shared screen: who is logged in there is logged in nowhere else. A key is no login at all.
  actor.kind === 'member' && actor.kioskId === undefined && !actor.script ? actor : { kind: 'anonymous' }

type FormCall = { services: Services; app: FastifyInstance; request: FastifyRequest; reply: FastifyReply }

const pathOfLogin = (uid: string) => `${openidPath}/interaction/${uid}`

/** Both front ends know what `next` means. */
const loginPath = (uid: string) => `/login?${new URLSearchParams({ next: pathOfLogin(uid) }).toString()}`

const uidOf = ({ params }: FastifyRequest) => (params as { uid: string }).uid // in the address of both routes

/** A token that only the page of this session can send back; pages of other sites can't read it. */
const tokenOf = (ctx: Ctx, uid: string) =>
  pseudonym(derive(ctx.secretKey, 'openid question'), `${uid} ${memberOf(ctx).sessionId}`)

const emailOf = async (ctx: Ctx): Promise<string> => {
  const row = ctx.db.selectFrom('members').select('email').where('id', '=', memberOf(ctx).id)
  return (await row.executeTakeFirst())?.email ?? ''
}

const ctxOf = async ({ services, app, request }: FormCall): Promise<{ ctx: Ctx; isShared: boolean }> => {
  const caller = await app.findCaller(request)
  const actor = openidCaller(caller)
  return { ctx: { ...services, actor, requestId: request.id }, isShared: caller.kind === 'member' && actor !== caller }
}

/** The address where the browser goes on, or the page that asks or tells its member something before. */
const nextOf = async (ctx: Ctx, waiting: { uid: string; exchange: RawExchange }): Promise<string | PlainPage> => {
  const { uid } = waiting
  try {
    const address = await settleAtOnce(ctx, waiting)
    if (address !== null) return address
    const [question, email] = await Promise.all([getQuestion(ctx, waiting), emailOf(ctx)])
    return questionPage({ question, email, form: { path: pathOfLogin(uid), token: tokenOf(ctx, uid) } })
  } catch (error) {
    if (error instanceof AppError) return gonePage
    throw error
  }
}

/** A login that waits for its member: goes on at once where nothing has to be asked, and asks otherwise. */
const openQuestion = async (call: FormCall) => {
  const { services, request, reply } = call
  const { ctx, isShared } = await ctxOf(call)
  if (isShared) return sendPlainPage(reply, services, sharedScreenPage)
  const uid = uidOf(request)
  if (ctx.actor.kind !== 'member') return reply.redirect(loginPath(uid), 303)
  const next = await nextOf(ctx, { uid, exchange: { request: request.raw, response: reply.raw } })
  if (typeof next === 'string') return reply.redirect(next, 303)
  return sendPlainPage(next === gonePage ? reply.status(404) : reply, services, next)
}

const fieldsOf = ({ body }: FastifyRequest) => new URLSearchParams(typeof body === 'string' ? body : '')

/** Takes the member's answer on that page. One that does not count leads back to it. */
const takeAnswer = async (call: FormCall) => {
  const { services, request, reply } = call
  const { ctx } = await ctxOf(call)
  const uid = uidOf(request)
  const fields = fieldsOf(request)
  const isFromPage = ctx.actor.kind === 'member' && isSameSecret(fields.get('token') ?? '', tokenOf(ctx, uid))
  if (!isFromPage) return reply.redirect(pathOfLogin(uid), 303)
  const answer = fields.get('answer')
  if (answer === 'again') {
    await logOut(ctx)
    clearSessionCookie(reply, services)
    return reply.redirect(loginPath(uid), 303)
  }
  try {
    const exchange = { request: request.raw, response: reply.raw }
    const address = await answerSite(ctx, { uid, exchange, isAllowed: answer === 'allow' })
    return await sendPlainPage(reply, services, goOnPage(address))
  } catch (error) {
    if (error instanceof AppError) return reply.redirect(pathOfLogin(uid), 303)
    throw error
  }
}

/** Logs out of the other sites of this browser, and then of the portal: the first is refused to all but our own page. */
const logOutEverywhere = async (call: FormCall) => {
  const { services, app, request, reply } = call
  try {
    const xsrf = fieldsOf(request).get('xsrf') ?? ''
    const address = await endBrowserLogins({ app, request, reply, siteUrl: services.siteUrl, xsrf })
    const { ctx } = await ctxOf(call)
    if (ctx.actor.kind === 'member') {
      await logOut(ctx)
      clearSessionCookie(reply, services)
    }
    return await sendPlainPage(reply, services, goOnPage(address))
  } catch (error) {
    if (error instanceof AppError) return sendPlainPage(reply.status(error.status), services, failedPage(error.code))
    throw error
  }
}

/** The pages between a site and the portal. They need no front end: the server writes them, and takes their forms. */
export const serveWaitingLogins = (app: FastifyInstance, services: Services) =>
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    const serve =
      (act: (call: FormCall) => Promise<unknown>) => async (request: FastifyRequest, reply: FastifyReply) => {
        await app.limitRate(request, reply, {})
        return act({ services, app, request, reply })
      }
    scope.get(`${openidPath}/interaction/:uid`, serve(openQuestion))
    scope.post(`${openidPath}/interaction/:uid`, serve(takeAnswer))
    scope.post(`${openidPath}/logout`, serve(logOutEverywhere))
  })
