import type { KeyArea, ScriptScope } from '@spacekeeper/contract/api-keys/words.ts'
import { contract, type Contract } from '@spacekeeper/contract/index.ts'
import { permissionsFor, type Route } from '@spacekeeper/contract/route.ts'
import { keptFromKeys } from './kept-from-keys.ts'
import { ownAccountRoutes } from './own-account-routes.ts'

/** Which area a domain belongs to. No key calls the staff routes of a domain that is not here. */
const areaOf: Partial<Record<keyof Contract, KeyArea>> = {
  access: 'access',
  advice: 'members',
  agreements: 'members',
  audit: 'logs',
  auth: 'members',
  bank: 'money',
  billing: 'money',
  books: 'money',
  devices: 'devices',
  directory: 'space',
  display: 'space',
  doctor: 'settings',
  doors: 'devices',
  drivers: 'devices',
  interlocks: 'devices',
  issues: 'devices',
  kiosks: 'devices',
  labels: 'space',
  leaving: 'members',
  mailings: 'messages',
  meetings: 'meetings',
  memberbucks: 'money',
  members: 'members',
  messages: 'messages',
  monitoring: 'devices',
  openings: 'space',
  plans: 'money',
  proxies: 'meetings',
  reminders: 'money',
  retention: 'logs',
  search: 'members',
  settings: 'settings',
  signup: 'members',
  statistics: 'space',
  storage: 'space',
  stripe: 'money',
  training: 'training',
  vending: 'vending',
  visitors: 'space',
  visits: 'space',
  votes: 'meetings',
}

type RouteName = { domain: keyof Contract; name: string }

/** Whether a list of names, by domain, has this route. */
const isNamedIn = (names: Partial<Record<keyof Contract, readonly string[] | 'all'>>, { domain, name }: RouteName) =>
  names[domain] === 'all' || names[domain]?.includes(name) === true

const needsProof = 'People prove again who they are before they do this.'

const reasonOf = (route: Route, of: RouteName): string | null => {
  if (route.access === 'anyone') return null
  const group = keptFromKeys.find(({ routes }) => isNamedIn(routes, of))
  return group?.reason ?? (route.stepUp === undefined ? null : needsProof)
}

/** Routes for members are the owner's own, as far as they are named; those for staff belong to the area of their domain. */
const areaFor = ({ access }: Route, of: RouteName): KeyArea | undefined => {
  if (permissionsFor(access).length > 0) return areaOf[of.domain]
  if (access === 'admin') return areaOf[of.domain] && 'admin'
  return access !== 'anyone' && isNamedIn(ownAccountRoutes, of) ? 'own' : undefined
}

const scopeOf = (route: Route, of: RouteName): ScriptScope | null => {
  const area = areaFor(route, of)
  if (area === undefined || reasonOf(route, of) !== null) return null
  return `${area}:${route.method === 'GET' ? 'read' : 'write'}`
}

const domainsOf = (routes: Contract) => Object.entries(routes) as [keyof Contract, Record<string, Route>][] // entries loses the names

type KeyUse = { scope: ScriptScope | null; reason: string | null }

const uses = new Map<object, KeyUse>(
  domainsOf(contract).flatMap(([domain, routes]) =>
    Object.entries(routes).map(([name, route]) => {
      const of = { domain, name }
      return [route, { scope: scopeOf(route, of), reason: reasonOf(route, of) }] as const
    }),
  ),
)

/** The one scope with which the key of a script calls this route; null where none does. */
export const scriptScopeOf = (route: Pick<Route, 'access'>): ScriptScope | null => uses.get(route)?.scope ?? null

/** Why no key of a script calls this route, in a sentence; null where one may, and where anyone may. */
export const whyNotByKey = (route: Pick<Route, 'access'>): string | null => uses.get(route)?.reason ?? null

/** Whether a scope is for what its owner does as a member. */
export const isOwnScope = (scope: ScriptScope | null): boolean => scope?.startsWith('own:') === true
