import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Services } from '#platform/ctx.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { protocolCalls } from './protocol-clients.ts'
import { openProvider } from './provider.ts'
import { openidPath, withOfflineConsent } from './rules.ts'
import { openidCaller } from './waiting-logins.ts'

const anonymous: Actor = { kind: 'anonymous' }

const sessionCookies = new Set(['openid', 'openid.sig'])

/** Without the browser's login at other sites, which was of another member. */
const withoutSession = (cookies: string) =>
  cookies
    .split(/;\s*/)
    .filter((cookie) => !sessionCookies.has(cookie.split('=', 1)[0] ?? ''))
    .join('; ')

const findSessionOwner = async (services: Services, request: FastifyRequest): Promise<number | null> => {
  const id = request.cookies['openid']
  if (id === undefined) return null
  const row = await services.db
    .selectFrom('openid_records')
    .select('member_id')
    .where('kind', '=', 'Session')
    .where('id_hash', '=', hashToken(id))
    .executeTakeFirst()
  return row?.member_id ?? null
}

/** Addresses are read off the configured one, whatever the request says of its host. */
const prepare = (raw: IncomingMessage, { siteUrl, path }: { siteUrl: string; path: string }) => {
  const { host, protocol } = new URL(siteUrl)
  delete raw.headers['x-forwarded-host']
  Object.assign(raw.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) })
  // The library reads where it is mounted off these two.
  Object.assign(raw, { originalUrl: `${openidPath}${path}`, url: path })
}

/** The address below ours, without the slash at the end that old clients write. */
const pathOf = (url: string) => {
  const [path = '', query] = url.split('?', 2)
  const rest = path.startsWith(openidPath) ? path.slice(openidPath.length) : '/.well-known/oauth-authorization-server'
  return `${rest.replace(/\/+$/, '') || '/'}${query === undefined ? '' : `?${query}`}`
}

/** Speaks the protocol, whose answers the library writes. */
const speak = async (services: Services, input: { request: FastifyRequest; reply: FastifyReply; actor: Actor }) => {
  const { request, reply, actor } = input
  const provider = await openProvider(services)
  const path = withOfflineConsent(pathOf(request.url))
  if (path.startsWith('/authorize')) {
    const owner = await findSessionOwner(services, request)
    const isOther = owner !== null && (actor.kind !== 'member' || actor.id !== owner)
    if (isOther) request.raw.headers.cookie = withoutSession(request.raw.headers.cookie ?? '')
  }
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  prepare(request.raw, { siteUrl: services.siteUrl, path })
  const hasBasic = /^basic /i.test(request.headers.authorization ?? '')
  await protocolCalls.run({ actor, hasBasic }, () => provider.callback()(request.raw, reply.raw))
}

/** The one address at which only browsers call, with the member's own cookies. */
const isOfBrowser = (path: string) => /^\/authorize(?:[/?]|$)/.test(path)

/** OpenID Connect at the addresses sites know. What a body is, the library reads by itself. */
export const serveProtocol = (app: FastifyInstance, services: Services) =>
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      await app.limitRate(request, reply, {})
      const path = pathOf(request.url)
      const actor = isOfBrowser(path) ? openidCaller(await app.findCaller(request)) : anonymous
      return speak(services, { request, reply, actor })
    }
    for (const url of [`${openidPath}/*`, `/.well-known/oauth-authorization-server${openidPath}`])
      scope.route({ method: ['GET', 'POST', 'OPTIONS'], url, handler })
  })
