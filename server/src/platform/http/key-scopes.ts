import type { KeyArea, ScriptScope } from '@spacekeeper/contract/api-keys/words.ts'
import { contract, type Contract } from '@spacekeeper/contract/index.ts'
import { permissionsFor, type Route } from '@spacekeeper/contract/route.ts'

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

/**
 * What no key does, not even that of an administrator: give rights, make keys, let into accounts, close them, trust a screen or a device,
 * send money out. Routes that ask a member to prove who they are (`stepUp`) are not for keys either.
 */
export const keptFromKeys: ReadonlySet<string> = new Set([
  'auth.invite',
  'auth.confirmEmail',
  'auth.createEmailLink',
  'bank.startDebits',
  'billing.giveBack',
  'billing.refund',
  'books.close',
  'books.reopen',
  'devices.add',
  'devices.createKey',
  'devices.giveKey',
  'devices.listKeyOwners',
  'devices.revokeKey',
  'devices.setAuthorised',
  'drivers.set',
  'drivers.test',
  'kiosks.remove',
  'kiosks.removeMemberPin',
  'kiosks.update',
  'leaving.payRefund',
  'members.updatePermissions',
  'stripe.refundToCard',
  'stripe.setUpEvents',
  'vending.refund',
])

const scopeOf = (route: Route, { domain, name }: { domain: keyof Contract; name: string }): ScriptScope | null => {
  const isAdmins = route.access === 'admin'
  if (!isAdmins && permissionsFor(route.access).length === 0) return null
  if (route.stepUp !== undefined || keptFromKeys.has(`${domain}.${name}`)) return null
  const area = isAdmins ? areaOf[domain] && 'admin' : areaOf[domain]
  return area === undefined ? null : `${area}:${route.method === 'GET' ? 'read' : 'write'}`
}

const domainsOf = (routes: Contract) => Object.entries(routes) as [keyof Contract, Record<string, Route>][] // entries loses the names

const scopes = new Map<object, ScriptScope | null>(
  domainsOf(contract).flatMap(([domain, routes]) =>
    Object.entries(routes).map(([name, route]) => [route, scopeOf(route, { domain, name })] as const),
  ),
)

/** The one scope with which the key of a script calls this route; null where none does. */
export const scriptScopeOf = (route: Pick<Route, 'access'>): ScriptScope | null => scopes.get(route) ?? null
