import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type ForeignPerson = { sub: string; [claim: string]: unknown }

const pathOfInteraction = '/interaction/'

const client = { clientId: 'portal', secret: 'a secret of the portal at the provider' }

const makeProvider = (
  issuer: string,
  { redirectUri, people }: { redirectUri: string; people: Map<string, ForeignPerson> },
) =>
  new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.secret, redirect_uris: [redirectUri] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
    },
    cookies: { keys: ['only in tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: async (_ctx, sub) => ({ accountId: sub, claims: async () => people.get(sub) ?? { sub } }),
    interactions: { url: (_ctx, { uid }) => `${pathOfInteraction}${uid}` },
    pkce: { required: () => true },
    ttl: { Session: 3600, Grant: 3600, Interaction: 3600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
  })

type Seat = { current: string; cancels: boolean }

/** Logs in who sits at the browser, or cancels, without asking. */
const answerQuestion = async (provider: Provider, seat: Seat, exchange: [IncomingMessage, ServerResponse]) => {
  const details = await provider.interactionDetails(...exchange)
  if (seat.cancels) return provider.interactionFinished(...exchange, { error: 'access_denied' })
  const accountId = seat.current
  const grant = new provider.Grant({ accountId, clientId: client.clientId })
  grant.addOIDCScope(String(details.params['scope']))
  const consent = { grantId: await grant.save() }
  return provider.interactionFinished(...exchange, { login: { accountId, remember: false }, consent })
}

/** Goes on from an address as a browser would, until that of the portal comes. */
const followTo = async (redirectUri: string, address: string): Promise<URL> => {
  const cookies = new Map<string, string>()
  let next = address
  for (let hops = 0; hops < 10 && !next.startsWith(redirectUri); hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${answer.status} ${await answer.text()}`)
    next = new URL(location, next).href
  }
  return new URL(next)
}

/**
 * An OpenID provider of others, over HTTP: the same library that the portal speaks to sites with, as a server of its own. It
 * logs in the person `as` names, without asking.
 */
export const startForeignProvider = async (redirectUri: string) => {
  const people = new Map<string, ForeignPerson>()
  const seat: Seat = { current: '', cancels: false }
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const issuer = `http://127.0.0.1:${port}`
  const provider = makeProvider(issuer, { redirectUri, people })
  const callback = provider.callback()
  server.on('request', (request, response) => {
    if (!(request.url ?? '').startsWith(pathOfInteraction)) return void callback(request, response)
    const failed = (error: unknown) => response.writeHead(500).end(String(error))
    answerQuestion(provider, seat, [request, response]).catch(failed)
  })
  return {
    issuer,
    client,
    /** Who is at the browser from now on, and what the provider knows of them. */
    as: (person: ForeignPerson) => {
      people.set(person.sub, person)
      Object.assign(seat, { current: person.sub, cancels: false })
    },
    cancel: () => void Object.assign(seat, { cancels: true }),
    /** Goes through the provider; the address it sends the browser back to. */
    follow: (address: string) => followTo(redirectUri, address),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

export type ForeignProvider = Awaited<ReturnType<typeof startForeignProvider>>
