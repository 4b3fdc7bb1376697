import { contract } from '@spacekeeper/contract/index.ts'
import type { Route } from '@spacekeeper/contract/route.ts'
import { beforeAll, afterAll, test, expect } from 'vitest'
import { hashToken } from '#platform/secrets/tokens.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

let count = 0

const aKey = async (facts: { scopes?: string[]; expires_at?: Date; revoked_at?: Date } = {}) => {
  count += 1
  const prefix = `PREFIX0${count}`
  const key = `${prefix}.0123456789abcdefghijklmnopqrstuv`
  const row = { name: 'bell', prefix, secret_hash: hashToken(key), scopes: ['doors.command'], created_at: new Date() }
  await portal.db
    .insertInto('api_keys')
    .values({ ...row, ...facts })
    .execute()
  return key
}

const bump = async (key: string, url = '/api/access/doors/2000000000/bump/') => {
  const answer = await portal.app.inject({ method: 'POST', url, headers: { authorization: `Api-Key ${key}` } })
  return answer.json().code
}

const past = new Date(Date.now() - 60_000)

test('an API key opens the routes of its scopes', async () => {
  expect(await bump(await aKey())).toBe('notFound')
  expect(await bump(await aKey({ expires_at: new Date(Date.now() + 60_000) }))).toBe('notFound')
})

test('a key that is revoked, too old, or wrong in one letter is refused', async () => {
  expect(await bump(await aKey({ revoked_at: past }))).toBe('notSignedIn')
  expect(await bump(await aKey({ expires_at: past }))).toBe('notSignedIn')
  expect(await bump(`${await aKey()}x`)).toBe('notSignedIn')
  for (const odd of ['', '.', 'PREFIX01', '%00', 'a'.repeat(5000)]) expect(await bump(odd), odd).toBe('notSignedIn')
})

test('a key without the scope, and a route that names none, are refused', async () => {
  expect(await bump(await aKey({ scopes: [] }))).toBe('notAllowed')
  expect(await bump(await aKey({ scopes: ['everything'] }))).toBe('notAllowed')
  expect(await bump(await aKey(), '/api/logout/')).toBe('notAllowed')
})

test('a key reads no member’s data: only routes that name its scope answer it', async () => {
  const routes = Object.values(contract).flatMap((domain) => Object.values<Route>(domain))
  const closed = routes.filter(({ access, apiKey }) => access !== 'anyone' && apiKey === undefined)
  const key = await aKey()
  for (const { method, path } of closed) {
    const answer = await portal.app.inject({
      method,
      url: path.replaceAll(/:\w+/g, '1'),
      headers: { authorization: `Api-Key ${key}` },
      ...(method !== 'GET' && { payload: {} }),
    })
    expect([path, answer.json().code]).toEqual([path, 'notAllowed'])
  }
})
