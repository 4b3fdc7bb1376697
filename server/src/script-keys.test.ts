import { scriptScopes, type ScriptScope } from '@spacekeeper/contract/api-keys/words.ts'
import { contract } from '@spacekeeper/contract/index.ts'
import { permissions } from '@spacekeeper/contract/permissions.ts'
import { permissionsFor, type Permission, type Route } from '@spacekeeper/contract/route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#platform/ctx.ts'
import { refusalOf } from '#platform/http/access.ts'
import { keptFromKeys, scriptScopeOf } from '#platform/http/key-scopes.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
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

let count = 0

/** A key in the database as no form would make it: with any scopes and any owner. */
const aKey = async (scopes: readonly ScriptScope[], owner: MemberFacts) => {
  count += 1
  const prefix = `SCRIPT${String(count).padStart(2, '0')}`
  const key = `${prefix}.0123456789abcdefghijklmnopqrstuv`
  const { id } = await aMember(portal.db, owner)
  await portal.db
    .insertInto('api_keys')
    .values({
      name: 'script',
      prefix,
      secret_hash: hashToken(key),
      scopes: [...scopes],
      is_script: true,
      created_at: new Date(),
      owner_id: id,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
  return key
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

/** Routes that are open to all, and what streams, are no matter of keys. */
const guarded = routes.filter(({ route }) => route.access !== 'anyone' && route.path !== '/api/events/')

test('every route of staff has one scope, or is kept from keys for a reason that is written down', () => {
  const without = routes.filter(({ route }) => isStaffRoute(route) && scriptScopeOf(route) === null)
  const unexplained = without.filter(({ name, route }) => !keptFromKeys.has(name) && route.stepUp === undefined)
  // Keys, secrets of other systems, and processes of their own are made and ended by people.
  const closedDomains = ['apiKeys', 'openid', 'profile', 'rehearsal', 'sso', 'webhooks']
  expect(unexplained.filter(({ domain }) => !closedDomains.includes(domain)).map(({ name }) => name)).toEqual([])
  for (const name of keptFromKeys) expect(routes.map((one) => one.name)).toContain(name)
})

test('no route that is not for staff has a scope, and reading never needs the scope to write', () => {
  const others = routes.filter(({ route }) => !isStaffRoute(route) && scriptScopeOf(route) !== null)
  expect(others).toEqual([])
  const scoped = routes.filter(({ route }) => scriptScopeOf(route) !== null)
  const isWrong = ({ route }: { route: Route }) =>
    (scriptScopeOf(route)?.endsWith(':read') === true) !== (route.method === 'GET')
  expect(scoped.filter(isWrong).map(({ name }) => name)).toEqual([])
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
    expect([name, refusalOf(route, aScript(others, permissions, true))]).toEqual([name, 'notAllowed'])
  }
})

test('with every scope a key does no more than its owner: each permission by itself', () => {
  for (const { name, route } of guarded) {
    for (const permission of permissions) {
      const isPermitted = permissionsFor(route.access).includes(permission) && scriptScopeOf(route) !== null
      const refusal = refusalOf(route, aScript(scriptScopes, [permission]))
      expect([name, permission, refusal]).toEqual([name, permission, isPermitted ? null : 'notAllowed'])
    }
  }
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
