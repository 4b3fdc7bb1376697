import { contract } from '@spacekeeper/contract/index.ts'
import { publicCalendarPath } from '@spacekeeper/contract/openings/words.ts'
import type { Route } from '@spacekeeper/contract/route.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { changeSetting } from '../../settings/settings.ts'
import { sendSecurityHeaders } from './security-headers.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const signIn = '/api/sitesessions/signin/'
const session = async () => `sessionid=${await portal.sessionOf((await aMember(portal.db)).id)}`
const post = (headers: Record<string, string>, payload: object | string = {}) =>
  portal.app.inject({
    method: 'POST',
    url: signIn,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })

test('a write with the session cookie needs the token of the cookie in the header', async () => {
  const cookie = `${await session()}; csrftoken=abc`
  const refused = (await post({ cookie })).json()
  expect(refused).toMatchObject({ code: 'forged' })
  expect(refused.detail).toMatch(/^CSRF Failed: /)
  expect((await post({ cookie, 'x-csrftoken': 'abd' })).statusCode).toBe(403)
  expect((await post({ cookie: await session(), 'x-csrftoken': 'abc' })).statusCode).toBe(403)
  expect((await post({ cookie, 'X-CSRFToken': 'abc' })).statusCode).toBe(200)
})

test('what another site makes the browser send is refused, with a session and without', async () => {
  const cookie = `${await session()}; csrftoken=abc`
  const headers = { cookie, 'x-csrftoken': 'abc', host: 'portal.example.org' }
  expect((await post({ ...headers, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect((await post({ ...headers, origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await post({ ...headers, origin: 'null' })).statusCode).toBe(403)
  expect((await post({ ...headers, origin: 'https://portal.example.org' })).statusCode).toBe(200)
  // The site's own address, behind a proxy that hands on a Host of its own.
  expect((await post({ ...headers, origin: 'http://localhost:8000' })).statusCode).toBe(200)
  expect((await post({ ...headers, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
  const login = await portal.app.inject({
    method: 'POST',
    url: '/api/login/',
    headers: { origin: 'https://evil.example', host: 'portal.example.org' },
    payload: { email: 'a@example.org', password: 'x' },
  })
  expect(login.json()).toMatchObject({ code: 'forged' })
})

test('a bearer token proves a caller as the cookie does, and needs no other token', async () => {
  const token = await portal.sessionOf((await aMember(portal.db)).id)
  expect((await post({ authorization: `Bearer ${token}` })).statusCode).toBe(200)
  expect((await post({ authorization: 'Bearer nonsense' })).json()).toMatchObject({ code: 'token_not_valid' })
})

test('a page that is drawn for one member gets nothing of another, whose session the browser has now', async () => {
  const [bo, cy] = [await aMember(portal.db), await aMember(portal.db)]
  const cookie = `sessionid=${await portal.sessionOf(cy.id)}; csrftoken=abc`
  const authorization = `Bearer ${await portal.sessionOf(cy.id)}`
  const askAs = async (headers: Record<string, string>, url = '/api/profile/') =>
    (await portal.app.inject({ url, headers })).json<{ code?: string; id?: number }>()
  const forBo = { 'x-member': String(bo.id) }
  const forCy = { 'x-member': String(cy.id) }
  expect(await askAs({ cookie, ...forBo })).toMatchObject({ code: 'otherMember' })
  expect(await askAs({ authorization, ...forBo })).toMatchObject({ code: 'otherMember' })
  expect(await askAs({ cookie, ...forBo }, '/api/config/')).toMatchObject({ code: 'otherMember' })
  expect(await askAs({ cookie }, `/api/events/?forMember=${bo.id}`)).toMatchObject({ code: 'otherMember' })
  expect(await askAs({ cookie, ...forCy })).toMatchObject({ id: cy.id })
  expect(await askAs({ authorization, ...forCy })).toMatchObject({ id: cy.id })
  // Other clients say nothing of a page.
  expect(await askAs({ cookie })).toMatchObject({ id: cy.id })
  const write = { cookie, 'x-csrftoken': 'abc' }
  expect((await post({ ...write, ...forBo })).json()).toMatchObject({ code: 'otherMember' })
  expect((await post({ ...write, ...forCy })).statusCode).toBe(200)
})

test('a page of a member whose session has ended hears just that', async () => {
  expect((await portal.app.inject({ url: '/api/profile/', headers: { 'x-member': '1' } })).json()).toMatchObject({
    code: 'notSignedIn',
  })
})

test('a session that has run out proves nothing', async () => {
  const { id } = await aMember(portal.db)
  const token = await portal.sessionOf(id)
  await portal.db
    .updateTable('sessions')
    .set({ expires_at: new Date(0) })
    .where('member_id', '=', id)
    .execute()
  expect((await post({ authorization: `Bearer ${token}` })).json()).toMatchObject({ code: 'token_not_valid' })
})

test('broken, oversized, foreign and NUL-ridden bodies are told what is wrong', async () => {
  const authorization = `Bearer ${await portal.sessionOf((await aMember(portal.db)).id)}`
  expect((await post({ authorization }, '{"guests":')).json()).toMatchObject({
    code: 'badInput',
    fields: [{ field: 'body', message: 'Must be valid JSON.' }],
  })
  const tooLarge = await post({ authorization }, `{"guests":["${'x'.repeat(300_000)}"]}`)
  // Closed while a web server in front still sends, it would be a 502 there.
  expect([tooLarge.statusCode, tooLarge.headers.connection]).toEqual([413, undefined])
  expect((await post({ authorization, 'content-type': 'text/csv' }, 'a,b')).json()).toMatchObject({ code: 'wrongType' })
  expect((await post({ authorization, 'content-type': 'text/plain' }, '{}')).json()).toMatchObject({
    code: 'wrongType',
  })
  expect((await post({ authorization }, { guests: ['a\u0000b'] })).json()).toMatchObject({
    fields: [{ field: 'guests.0' }],
  })
  expect((await post({ authorization }, '[1]')).statusCode).toBe(400)
  expect((await post({ authorization }, '{"__proto__":{"x":1}}')).statusCode).toBe(400)
})

test('NUL characters are refused in every field, with its name', async () => {
  const person = {
    email: 'nul@example.org',
    firstName: 'Nu',
    lastName: 'Ul',
    screenName: 'nul',
    mobile: '0400000009',
    password: 'walnut-lathe-9',
    vehicleRegistrationPlate: 'AB\u0000C',
  }
  const answer = await portal.app.inject({ method: 'POST', url: '/api/register/', payload: person })
  expect(answer.json()).toMatchObject({ code: 'badInput', fields: [{ field: 'vehicleRegistrationPlate' }] })
})

test('unknown fields are refused on our own routes, with their name', async () => {
  const setup = await portal.app.inject({ method: 'POST', url: '/api/setup/x/', payload: { isAdmin: true } })
  expect(setup.json().fields).toContainEqual({ field: 'isAdmin', message: 'This field is not known here.' })
  const authorization = `Bearer ${await portal.sessionOf((await aMember(portal.db, { isAdmin: true })).id)}`
  const list = await portal.app.inject({ url: '/api/admin/messages/?page=2', headers: { authorization } })
  expect(list.json()).toMatchObject({ code: 'badInput', fields: [{ field: 'page' }] })
})

test('addresses that lead nowhere or out of the folder are answered like any other mistake', async () => {
  for (const url of ['/%', '/api/email/%ff/verify/', `/api/email/${'a'.repeat(600)}/verify/`]) {
    const answer = await portal.app.inject({ method: 'POST', url })
    expect([answer.statusCode, answer.json().code], url).toEqual([400, 'badInput'])
    expect(answer.json().requestId).toBe(answer.headers['x-request-id'])
  }
})

test('a HEAD of the event stream does not open one', async () => {
  const authorization = `Bearer ${await portal.sessionOf((await aMember(portal.db)).id)}`
  const answer = await portal.app.inject({ method: 'HEAD', url: '/api/events/', headers: { authorization } })
  expect(answer.statusCode).toBe(405)
})

test('a HEAD of a file answers as its GET does, without the file', async () => {
  const authorization = `Bearer ${await portal.sessionOf((await aMember(portal.db, { isAdmin: true })).id)}`
  for (const url of [publicCalendarPath, '/api/memberbucks/statement/export/']) {
    const [got, asked] = await Promise.all([
      portal.app.inject({ url, headers: { authorization } }),
      portal.app.inject({ method: 'HEAD', url, headers: { authorization } }),
    ])
    const headers = ['content-type', 'content-length'] as const
    expect([asked.statusCode, asked.body, ...headers.map((name) => asked.headers[name])], url).toEqual([
      got.statusCode,
      '',
      ...headers.map((name) => got.headers[name]),
    ])
  }
})

test('a request that is sent without end is cut off some day', () => {
  expect(portal.app.server.requestTimeout).toBeGreaterThan(0)
})

test('a list asked for beyond the numbers there can be is bad input, not a fault', async () => {
  const authorization = `Bearer ${await portal.sessionOf((await aMember(portal.db, { isAdmin: true })).id)}`
  const answer = await portal.app.inject({ url: '/api/admin/messages/?before=99999999999', headers: { authorization } })
  expect(answer.json()).toMatchObject({ code: 'badInput', fields: [{ field: 'before' }] })
})

test('unknown addresses are 404 and wrong methods 405, as JSON with the id of the request', async () => {
  const unknown = await portal.app.inject('/api/nothing/')
  expect(unknown.json()).toMatchObject({ code: 'notFound', requestId: unknown.headers['x-request-id'] })
  const wrong = await portal.app.inject({ method: 'DELETE', url: '/api/config/' })
  expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'GET'])
})

/** One of each: an answer of the API, a refused one, one that is nowhere, and a page. */
const addresses = ['/api/config/', '/api/profile/', '/api/nothing/', '/login', '/api/docs/']

test.each(addresses)('%s carries the security headers', async (url) => {
  const { headers } = await portal.app.inject(url)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['permissions-policy']).toContain('camera=(self)')
  expect(headers['permissions-policy']).toContain('serial=(self)')
  const policy = String(headers['content-security-policy'])
  for (const part of ["base-uri 'none'", "frame-ancestors 'none'", 'form-action ']) expect(policy, part).toContain(part)
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test('scripts of a page run only from here, and an answer of the API is no document at all', async () => {
  const policyOf = async (url: string) => String((await portal.app.inject(url)).headers['content-security-policy'])
  expect(await policyOf('/login')).toMatch(/script-src 'self';.*object-src 'none'/)
  expect(await policyOf('/login')).not.toContain('googletagmanager')
  expect(await policyOf('/api/config/')).toMatch(/^default-src 'none';/)
})

test('what the API answers stays in no cache, also when it is a refusal or a fault', async () => {
  const token = await portal.sessionOf((await aMember(portal.db)).id)
  for (const url of ['/api/config/', '/api/profile/', '/api/admin/audit/', '/api/nothing/', '/api/profile/data/']) {
    const answer = await portal.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect(answer.headers['cache-control'], url).toBe('no-store')
  }
})

test('people who found a weakness read whom to write to, once a technical contact is set', async () => {
  const read = () => portal.app.inject('/.well-known/security.txt')
  expect((await read()).statusCode).toBe(404)
  await changeSetting(portal.ctx, { key: 'EMAIL_SYSADMIN', value: 'tech+portal@example.org' })
  const { statusCode, headers, body } = await read()
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = Object.fromEntries(body.split('\n').map((line) => line.split(/: (.*)/, 2)))
  expect(fields).toMatchObject({
    Contact: 'mailto:tech%2Bportal@example.org',
    Canonical: 'http://localhost:8000/.well-known/security.txt',
  })
  const days = (new Date(fields['Expires'] ?? '').getTime() - Date.now()) / (24 * 60 * 60 * 1000)
  expect(days).toBeGreaterThan(80)
  expect(days).toBeLessThan(365)
  await changeSetting(portal.ctx, { key: 'EMAIL_SYSADMIN', value: '' })
})

test('keepers of passwords are led to where a password is changed', async () => {
  const { statusCode, headers } = await portal.app.inject('/.well-known/change-password')
  expect([statusCode, headers.location]).toEqual([302, '/account/profile#password'])
})

test('over https browsers are told to come back over https only, for a year', async () => {
  const secure = Fastify()
  sendSecurityHeaders(secure, { isSecure: true, hasAnalytics: async () => false })
  expect((await secure.inject('/')).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect((await portal.app.inject('/login')).headers['strict-transport-security']).toBeUndefined()
})

test('the policy opens for the analytics script only while an id is set, and only on pages', async () => {
  await changeSetting(portal.ctx, { key: 'GOOGLE_ANALYTICS_MEASUREMENT_ID', value: 'G-ABC123' })
  const policy = async (url: string) => String((await portal.app.inject(url)).headers['content-security-policy'])
  await expect.poll(() => policy('/login')).toContain('https://www.googletagmanager.com')
  expect(await policy('/api/config/')).not.toContain('googletagmanager')
  await changeSetting(portal.ctx, { key: 'GOOGLE_ANALYTICS_MEASUREMENT_ID', value: '' })
  await expect.poll(() => policy('/login')).not.toContain('googletagmanager')
})

test('the API is described for programs and for people', async () => {
  const document = (await portal.app.inject('/api/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  for (const route of Object.values(contract).flatMap((all): Route[] => Object.values(all))) {
    const operation = document.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    expect(operation?.summary, route.path).toBe(route.summary)
  }
  const plan = (path: string) => document.paths[path].get.responses['200'].content['application/json'].schema
  expect(plan('/api/admin/plans/{planId}/').properties.cost.description).toMatch(/^In units of its currency/)
  expect(plan('/api/billing/tiers/').items.properties.plans.items.properties.cost.description).toBe('In cents.')
  const { get, put } = document.paths['/api/profile/']
  expect(get.description).toMatch(/scope own:read, for its owner as a member\.$/)
  expect(put.description).toContain('own:write')
  const kept = document.paths['/api/profile/password/'].put
  expect(kept.description).toMatch(/Not for API keys of scripts: People handle how they log in and where\.$/)
  expect(JSON.stringify([get.security, kept.security]).match(/apiKey/g)).toHaveLength(1)
  expect((await portal.app.inject('/api/docs/')).statusCode).toBe(200)
})

test('health and readiness can be asked without an account', async () => {
  expect((await portal.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await portal.app.inject('/readyz')).json()).toEqual({ status: 'ready', disk: 'unknown' })
})

test('a flood from one address is slowed down and told how long to wait', async () => {
  const other = await startTestPortal({ limits: { ordinary: 3 } })
  const answers = []
  for (let i = 0; i < 5; i++) answers.push(await other.app.inject('/api/config/'))
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 429, 429])
  expect(Number(answers[4]?.headers['retry-after'])).toBeGreaterThan(0)
  await other.close()
})

test('the log names the pattern of an address, never the token in it', async () => {
  await portal.app.inject({ method: 'POST', url: '/api/email/very-secret-token/verify/' })
  await portal.app.inject('/profile/password/reset/very-secret-token')
  const lines = portal.logLines.join('')
  expect(lines).toContain('/api/email/:token/verify/')
  expect(lines).not.toContain('very-secret-token')
})
