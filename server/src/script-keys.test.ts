import { scriptScopes, type ScriptScope } from '@spacekeeper/contract/api-keys/words.ts'
import { contract } from '@spacekeeper/contract/index.ts'
import { permissions } from '@spacekeeper/contract/permissions.ts'
import { permissionsFor, type Permission, type Route } from '@spacekeeper/contract/route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#platform/ctx.ts'
import { refusalOfRoute } from '#platform/http/access.ts'
import { scriptScopeOf, whyNotByKey } from '#platform/http/key-scopes.ts'
import { ownAccountRoutes } from '#platform/http/own-account-routes.ts'
import { aScriptKey } from './api-keys/script-key.testing.ts'
import { requestOf } from './client.testing.ts'
import { aMember, type MemberFacts } from './members/factory.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'

/** The access matrix of keys for scripts: every route of the contract, as keys of every kind. */

const routes = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries<Route>(all).map(([name, route]) => ({ domain, name: `${domain}.${name}`, route })),
)
const isStaffRoute = ({ access }: Route) => access === 'admin' || permissionsFor(access).length > 0

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

/** A key with any scopes and an owner of its own. */
const aKey = async (scopes: readonly ScriptScope[], owner: MemberFacts) => {
  const { id: ownerId } = await aMember(portal.db, owner)
  return (await aScriptKey(portal.db, { scopes, ownerId })).key
}

const callWith = async (key: string, route: Route): Promise<string> => {
  const parameters = Object.fromEntries(
    Object.keys(route.params?.shape ?? {}).map((name) => [name, name.endsWith('Id') ? 2_000_000_000 : 'nothing']),
  )
  const answer = await portal.app.inject({
    method: route.method,
    url: requestOf(route, parameters).path,
    headers: { authorization: `Api-Key ${key}` },
    ...(route.method !== 'GET' && { payload: {} }),
  })
  expect(answer.statusCode, `${route.path}: ${answer.body}`).toBeLessThan(500)
  return answer.statusCode < 400 ? 'ok' : String(JSON.parse(answer.body).code)
}
const isRefused = (code: string) => ['notAllowed', 'notSignedIn', 'stepUpNeeded', 'strongProofNeeded'].includes(code)

/** Routes that are open to all are no matter of keys. */
const guarded = routes.filter(({ route }) => route.access !== 'anyone')

const isOwn = (route: Route) => scriptScopeOf(route)?.startsWith('own:') === true

test('every route has one scope, or is kept from keys for a reason that is written down', () => {
  const needed = routes.filter(({ route }) => route.access !== 'anyone')
  const undecided = needed.filter(({ route }) => (scriptScopeOf(route) === null) === (whyNotByKey(route) === null))
  expect(undecided.map(({ name }) => name)).toEqual([])
  const open = routes.filter(({ route }) => route.access === 'anyone')
  expect(open.filter(({ route }) => scriptScopeOf(route) !== null || whyNotByKey(route) !== null)).toEqual([])
})

test('what is the owner’s own is no route of staff, and what is named so is not kept as well', () => {
  const named = Object.entries(ownAccountRoutes).flatMap(([domain, names]) => names.map((name) => `${domain}.${name}`))
  expect(routes.flatMap(({ name, route }) => (isOwn(route) ? [name] : [])).toSorted()).toEqual(named.toSorted())
  const staffs = routes.filter(({ route }) => isStaffRoute(route))
  expect(staffs.filter(({ route }) => isOwn(route))).toEqual([])
})

test('reading never needs the scope to write, and what wants a proof of who someone is has none', () => {
  const scoped = routes.filter(({ route }) => scriptScopeOf(route) !== null)
  const isWrong = ({ route }: { route: Route }) =>
    (scriptScopeOf(route)?.endsWith(':read') === true) !== (route.method === 'GET')
  expect(scoped.filter(isWrong).map(({ name }) => name)).toEqual([])
  expect(scoped.filter(({ route }) => route.stepUp !== undefined)).toEqual([])
})

test('a key with every scope calls exactly what has one and its owner may, and nothing else', async () => {
  const key = await aKey(scriptScopes, { permissions: [...permissions] })
  const admins = await aKey(scriptScopes, { isAdmin: true })
  for (const { name, route } of guarded) {
    const hasScope = scriptScopeOf(route) !== null
    expect([name, isRefused(await callWith(key, route))]).toEqual([name, !hasScope || route.access === 'admin'])
    expect([name, isRefused(await callWith(admins, route))]).toEqual([name, !hasScope])
  }
})

/** A key as `findCaller` gives it out. */
const aScript = (scopes: readonly ScriptScope[], held: readonly Permission[], isOwnerAdmin = false): Actor => ({
  kind: 'member',
  id: 1,
  isAdmin: false,
  permissions: held,
  state: 'active',
  sessionId: 0,
  script: { keyId: 1, scopes, isOwnerAdmin },
})

test('without the one scope of a route no other scope helps, not even a key of an administrator', () => {
  for (const { name, route } of guarded) {
    const others = scriptScopes.filter((scope) => scope !== scriptScopeOf(route))
    expect([name, refusalOfRoute(route, aScript(others, permissions, true))]).toEqual([name, 'notAllowed'])
  }
})

test('with every scope a key does no more than its owner: each permission by itself', () => {
  for (const { name, route } of guarded) {
    for (const permission of permissions) {
      const isEnough = isOwn(route) || permissionsFor(route.access).includes(permission)
      const isPermitted = isEnough && scriptScopeOf(route) !== null
      const refusal = refusalOfRoute(route, aScript(scriptScopes, [permission]))
      expect([name, permission, refusal]).toEqual([name, permission, isPermitted ? null : 'notAllowed'])
    }
  }
})

test('with the scopes for their own account alone even the key of an administrator calls no route of staff', () => {
  for (const { name, route } of guarded) {
    const refusal = refusalOfRoute(route, aScript(['own:read', 'own:write'], permissions, true))
    expect([name, refusal]).toEqual([name, isOwn(route) ? null : 'notAllowed'])
  }
})

test('what active members do is not done by the key of a member who is not active', () => {
  const inactive = { ...aScript(scriptScopes, permissions), state: 'inactive' as const } // the literal is wanted
  for (const { name, route } of guarded.filter(({ route: one }) => isOwn(one)))
    expect([name, refusalOfRoute(route, inactive)]).toEqual([
      name,
      route.access === 'activeMember' ? 'memberOnly' : null,
    ])
})

test('a key of a suspended, closed or unconfirmed owner, and of one who is no staff, is not known', async () => {
  const owners: MemberFacts[] = [
    { isAdmin: true, suspension: 'Banned.' },
    { permissions: [...permissions], suspension: 'Banned.' },
    { isAdmin: true, isVerified: false },
    { state: 'active' },
  ]
  for (const owner of owners)
    expect(await callWith(await aKey(scriptScopes, owner), contract.members.listAll)).toBe('notSignedIn')
})

test('where no login is needed a key proves no identity', async () => {
  const key = await aKey(scriptScopes, { isAdmin: true })
  const answer = await portal.app.inject({ url: '/api/config/', headers: { authorization: `Api-Key ${key}` } })
  expect(answer.json()).toMatchObject({ loggedIn: false })
})
