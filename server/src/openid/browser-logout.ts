// On its own: it is neither the protocol nor a login.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#platform/http/app-error.ts'
import { issuerOf, openidPath } from './rules.ts'

type LogoutCall = { app: FastifyInstance; request: FastifyRequest; reply: FastifyReply; siteUrl: string; xsrf: string }

/**
 * Ends what a browser is logged in at through the portal, after a site sent it here for that. The page cannot send the
 * form by itself: browsers would not follow where it leads to. Where the browser goes on comes back.
 */
export const endBrowserLogins = async ({ app, request, reply, siteUrl, xsrf }: LogoutCall): Promise<string> => {
  const answer = await app.inject({
    method: 'POST',
    url: `${openidPath}/end-session/confirm`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: request.headers.cookie ?? '' },
    payload: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
  })
  const { location } = answer.headers
  if (answer.statusCode !== 303 || typeof location !== 'string') throw new AppError('notFound')
  const cookies = answer.headers['set-cookie']
  if (cookies !== undefined) reply.header('set-cookie', cookies)
  return location.startsWith(issuerOf(siteUrl)) ? '/login' : location
}
