import { contract } from '@spacekeeper/contract/index.ts'
import { permissions } from '@spacekeeper/contract/permissions.ts'
import {
  Download,
  EventStream,
  levelsOf,
  permissionsFor,
  type RouteAccess,
  type Route,
} from '@spacekeeper/contract/route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAppToken } from './auth/tokens/phone.testing.ts'
import { requestOf } from './client.testing.ts'
import { aMember, type MemberFacts } from './members/factory.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'
import { someOf } from './random-runs.testing.ts'

const callers: Record<string, MemberFacts | null> = {
  stranger: null,
  unverified: { isVerified: false },
  accountOnly: { state: 'accountonly' },
  new: { state: 'noob' },
  inactive: { state: 'inactive' },
  suspended: { state: 'active', suspension: 'Banned.' },
  active: { state: 'active' },
  administrator: { isAdmin: true },
  suspendedAdministrator: { isAdmin: true, suspension: 'Banned.' },
  ...Object.fromEntries(permissions.map((one) => [`for ${one}`, { state: 'inactive', permissions: [one] }] as const)),
  // The same rights by the token of an app.
  'active in the app': { state: 'active' },
  'suspended in the app': { state: 'active', suspension: 'Banned.' },
  'administrator in the app': { isAdmin: true },
  suspendedStaff: { permissions: [...permissions], suspension: 'Banned.' },
}
const accounts = Object.keys(callers).filter((name) => !['stranger', 'unverified'].includes(name))

/** Who gets past which level of access; everybody else is told the code beside it. */
const allowed: Record<'anyone' | 'signedIn' | 'activeMember' | 'admin', { who: string[]; others: string }> = {
  anyone: { who: Object.keys(callers), others: '' },
  signedIn: { who: accounts, others: '' },
  activeMember: {
    who: ['active', 'active in the app', 'administrator', 'administrator in the app'],
    others: 'memberOnly',
  },
  admin: { who: ['administrator', 'administrator in the app'], others: 'notAllowed' },
}
const strangers = ['stranger', 'unverified']

const allowedBy = (access: RouteAccess) => {
  if (access === 'anyone' || access === 'signedIn' || access === 'activeMember' || access === 'admin')
    return allowed[access]
  const holders = permissionsFor(access).map((one) => `for ${one}`)
  const { who, others } = levelsOf(access).includes('activeMember') ? allowed.activeMember : allowed.admin
  return { who: [...who, ...holders], others }
}
const expectedRefusal = (access: RouteAccess, caller: string) => {
  const { who, others } = allowedBy(access)
  if (who.includes(caller)) return null
  return strangers.includes(caller) ? 'notSignedIn' : others
}
const refusals = new Set(['notSignedIn', 'notAllowed', 'memberOnly'])

const routes = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries<Route>(all).map(([name, route]) => ({ name: `${domain}.${name}`, route })),
)

let portal: TestPortal
let url: string
const ids = new Map<string, number>()

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
  for (const [name, facts] of Object.entries(callers)) if (facts) ids.set(name, (await aMember(portal.db, facts)).id)
})
afterAll(() => portal.close())

/** Path parameters that lead nowhere: access is decided before anything is looked up. */
const parameters = (route: Route) =>
  Object.fromEntries(
    Object.keys(route.params?.shape ?? {}).map((name) => [name, name.endsWith('Id') ? 2_000_000_000 : 'nothing']),
  )

type Credentials = Record<string, string>
const kept = new Map<string, Credentials>()

/** An app has a token and no cookie; a browser has both cookies and sends the one of them as a header. */
const newCredentialsOf = async (caller: string): Promise<Credentials> => {
  const id = ids.get(caller)
  if (id === undefined) return { cookie: 'csrftoken=x', 'x-csrftoken': 'x' }
  if (caller.endsWith('in the app')) return { authorization: `Bearer ${await anAppToken(portal.ctx, id)}` }
  return { cookie: `csrftoken=x; sessionid=${await portal.sessionOf(id)}`, 'x-csrftoken': 'x' }
}

/** Kept from route to route; who logged out, or closed their account, gets new ones. */
const credentialsOf = async (caller: string): Promise<Credentials> => {
  const known = kept.get(caller) ?? (await newCredentialsOf(caller))
  kept.set(caller, known)
  return known
}

/** A stream goes on until it is left, so it comes over a port. */
const openStream = async (path: string, headers: Credentials) => {
  const stop = new AbortController()
  const answer = await fetch(url + path, { headers, signal: stop.signal })
  const text = answer.ok ? '' : await answer.text()
  if (answer.ok) stop.abort()
  return { status: answer.status, text }
}

const send = async (route: Route, caller: string) => {
  const { path } = requestOf(route, parameters(route))
  const credentials = await credentialsOf(caller)
  if (route.output === EventStream) return openStream(path, credentials)
  const isRead = route.method === 'GET'
  const { statusCode: status, body: text } = await portal.app.inject({
    method: route.method,
    url: path,
    headers: { ...credentials, ...(!isRead && { 'content-type': 'application/json' }) },
    ...(!isRead && { payload: '{}' }),
  })
  return { status, text }
}

const callAs = async (route: Route, caller: string): Promise<string> => {
  const { status, text } = await send(route, caller)
  expect(status, `${route.path} as ${caller}: ${text}`).toBeLessThan(500)
  return status < 400 ? 'ok' : String(JSON.parse(text).code)
}

/** What a browser and an app are told whose session has ended. */
const ended = new Set(['notSignedIn', 'token_not_valid'])

/** Once more with a new session, where a route before has ended the last one. */
const answerTo = async (route: Route, caller: string): Promise<string> => {
  const code = await callAs(route, caller)
  if (!ended.has(code) || strangers.includes(caller)) return code
  kept.delete(caller)
  return callAs(route, caller)
}

/** Making a file takes long, so only some of the callers its route lets in ask for it. */
const callersOf = (name: string, { output, access }: Route) => {
  const names = Object.keys(callers)
  if (output !== Download) return names
  const asking = new Set(someOf(name, allowedBy(access).who))
  return names.filter((caller) => asking.has(caller) || expectedRefusal(access, caller) !== null)
}

test.each(routes)('$name answers exactly those its access allows', async ({ name, route }) => {
  for (const caller of callersOf(name, route)) {
    const code = await answerTo(route, caller)
    const refusal = expectedRefusal(route.access, caller)
    // A caller who is let in may still hear that the input is wrong, or that there is nothing.
    expect(refusals.has(code) ? code : null, `${caller} got ${code}`).toBe(refusal)
  }
})
