import { contract, type Contract } from '@spacekeeper/contract/index.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { Download, type Route } from '@spacekeeper/contract/route.ts'
import { alsoStale } from '@spacekeeper/contract/stale.ts'
import type { Plugin } from 'vite'
import { z } from 'zod'

const all = 'virtual:api-routes'
const first = 'virtual:first-routes'
const member = 'virtual:member-routes'

/** What is not so is left out, which halves the table. */
const wire = (route: Route, stale: readonly (keyof Contract)[] = []) => ({
  path: route.path,
  ...(route.method !== 'GET' && { method: route.method }),
  ...(route.query && { query: Object.keys(route.query.shape) }),
  ...(route.body && { hasBody: true }),
  ...(route.upload && { isUpload: true }),
  ...(route.unlinked && { isUnlinked: true }),
  ...(route.output instanceof z.ZodVoid && { isEmpty: true }),
  ...(route.output instanceof z.ZodOptional && { mayBeEmpty: true }),
  ...(route.output === Download && { isFile: true }),
  ...(route.method !== 'GET' && !route.keepsAnswers && { stale }),
})

const wireAll = (domain: keyof Contract) => {
  const entries: [string, Route][] = Object.entries(contract[domain])
  const stale = [domain, ...(alsoStale[domain] ?? [])]
  return Object.fromEntries(entries.map(([name, route]) => [name, wire(route, stale)]))
}

const domains = keysOf(contract).map((domain) => [domain, wireAll(domain)])

/** What the login page calls, for which the table of all routes would be a tenth of its script. */
const firstRoutes = {
  getConfig: wire(contract.home.getConfig),
  login: wire(contract.auth.login),
  requestLoginLink: wire(contract.auth.requestLoginLink),
}

const pick = <Domain extends keyof Contract>(domain: Domain, ...names: (keyof Contract[Domain] & string)[]) => {
  const routes = wireAll(domain)
  return Object.fromEntries(names.map((name) => [name, routes[name]]))
}

/**
 * What the dashboard and the frame around pages call. The table of all routes would be a thirtieth of their script; it
 * comes with the first call that is not here.
 */
const memberRoutes = {
  access: pick('access', 'listOwn', 'getOwnRefusal'),
  auth: pick('auth', 'logout'),
  home: pick('home', 'getConfig', 'getNextSteps'),
  meetings: pick('meetings', 'listForMembers'),
  openings: pick('openings', 'getNext'),
  profile: pick('profile', 'get', 'createIdCode'),
  visitors: pick('visitors', 'listOwn'),
  visits: pick('visits', 'check', 'listOnSite', 'signIn', 'signOut'),
  votes: pick('votes', 'countWaiting'),
}

const contents: Record<string, string> = {
  [all]: `export const apiRoutes = ${JSON.stringify(Object.fromEntries(domains))}`,
  [first]: `export const firstRoutes = ${JSON.stringify(firstRoutes)}`,
  [member]: `export const memberRoutes = ${JSON.stringify(memberRoutes)}`,
}

/**
 * What the browser needs of the contract to make a call, as plain data: the schemas themselves would put the whole
 * validation library into the first page, and the server has checked its answers against them already.
 */
export const apiRoutes = (): Plugin => ({
  name: 'api-routes',
  resolveId: (id) => (id in contents ? `\0${id}` : null),
  load: (id) => contents[id.slice(1)] ?? null,
})
