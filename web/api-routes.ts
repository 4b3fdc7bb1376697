import { contract } from '@spacekeeper/contract/index.ts'
import { Download, type Route } from '@spacekeeper/contract/route.ts'
import type { Plugin } from 'vite'
import { z } from 'zod'

const all = 'virtual:api-routes'
const first = 'virtual:first-routes'
const member = 'virtual:member-routes'

/** What is not so is left out, which halves the table. */
const wire = (route: Route) => ({
  path: route.path,
  ...(route.method !== 'GET' && { method: route.method }),
  ...(route.query && { query: Object.keys(route.query.shape) }),
  ...(route.body && { hasBody: true }),
  ...(route.upload && { isUpload: true }),
  ...(route.unlinked && { isUnlinked: true }),
  ...(route.output instanceof z.ZodVoid && { isEmpty: true }),
  ...(route.output instanceof z.ZodOptional && { mayBeEmpty: true }),
  ...(route.output === Download && { isFile: true }),
})

const domains = Object.entries(contract).map(([domain, routes]) => {
  const entries: [string, Route][] = Object.entries(routes)
  return [domain, Object.fromEntries(entries.map(([key, route]) => [key, wire(route)]))]
})

/** What the login page calls, for which the table of all routes would be a tenth of its script. */
const firstRoutes = {
  getConfig: wire(contract.home.getConfig),
  login: wire(contract.auth.login),
  requestLoginLink: wire(contract.auth.requestLoginLink),
}

const { access, auth, home, meetings, openings, profile, visitors, visits, votes } = contract

/**
 * What the dashboard and the frame around pages call. The table of all routes would be a thirtieth of their script; it
 * comes with the first call that is not here.
 */
const memberRoutes = {
  access: { listOwn: wire(access.listOwn), getOwnRefusal: wire(access.getOwnRefusal) },
  auth: { logout: wire(auth.logout) },
  home: { getConfig: wire(home.getConfig), getNextSteps: wire(home.getNextSteps) },
  meetings: { listForMembers: wire(meetings.listForMembers) },
  openings: { getNext: wire(openings.getNext) },
  profile: { get: wire(profile.get), createIdCode: wire(profile.createIdCode) },
  visitors: { listOwn: wire(visitors.listOwn) },
  visits: {
    check: wire(visits.check),
    listOnSite: wire(visits.listOnSite),
    signIn: wire(visits.signIn),
    signOut: wire(visits.signOut),
  },
  votes: { countWaiting: wire(votes.countWaiting) },
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
