import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { version } from '#platform/version.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting, resetSetting } from '../settings/settings.ts'
import { isNewer, newerVersionCheck, readRelease } from './newer-version.ts'

const start = new Date('2026-11-29T12:00:00Z')
let now = start
let portal: TestPortal
let reply: (response: ServerResponse) => void
const asked: { path: string; headers: IncomingHttpHeaders }[] = []
const server = createServer((request, response) => {
  asked.push({ path: request.url ?? '', headers: request.headers })
  reply(response)
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  portal = await startTestPortal({ now: () => now })
})
afterAll(async () => {
  await portal.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  asked.length = 0
  now = start
  await portal.db.deleteFrom('newest_version').execute()
  await setAddress('/latest')
})

const setAddress = async (path: string) => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  await changeSetting(portal.ctx, { key: 'NEWER_VERSION_URL', value: `http://127.0.0.1:${port}${path}` })
}
const says = (body: string, status = 200, headers = {}) => {
  reply = (response) => void response.writeHead(status, headers).end(body)
}
const look = () => newerVersionCheck.find(portal.ctx, new AbortController().signal)
const report = async () => {
  const { id } = await aMember(portal.db, { permissions: ['settings'] })
  return (await (await portal.as(id)).doctor.getVersion()).newest
}

test.each([
  [{ version: '1.5.0' }, { version: '1.5.0', page: null }],
  [
    { version: 'v1.5.0', page: 'https://example.org/1.5' },
    { version: '1.5.0', page: 'https://example.org/1.5' },
  ],
  [
    { tag_name: 'v1.5.0', html_url: 'https://forge.test/v1.5.0', draft: false },
    { version: '1.5.0', page: 'https://forge.test/v1.5.0' },
  ],
  [
    { version: '1.5.0', page: 'javascript:alert(1)' },
    { version: '1.5.0', page: null },
  ],
  [{ version: '1.5.0-beta.1' }, null],
  [{ version: 15 }, null],
  ['1.5.0', null],
  [null, null],
])('of an answer %o the release is read', (answer, release) => {
  expect(readRelease(answer)).toEqual(release)
})

test.each([
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.99.99', true],
  ['1.4.2', '1.4.2', false],
  ['1.4.1', '1.4.2', false],
  ['0.9.0', '1.0.0', false],
])('whether %s is newer than %s: %s', (one, other, expected) => {
  expect(isNewer(one, other)).toBe(expected)
})

test('while no address is set nothing is asked, and the page says that it is off', async () => {
  await resetSetting(portal.ctx, 'NEWER_VERSION_URL')
  expect(await look()).toBeNull()
  expect(await report()).toBeNull()
  expect(asked).toEqual([])
})

test('it is asked once a day, however often the doctor looks, and tells nothing of the portal', async () => {
  says(JSON.stringify({ version: '999.0.0', page: 'https://example.org/999' }))
  expect(await report()).toMatchObject({ askedAt: null, version: null, isNewer: false })
  await Promise.all([look(), look()])
  expect(await look()).toMatchObject({ state: 'attention', says: `Spacekeeper 999.0.0 is out. This is ${version}.` })
  expect(asked).toHaveLength(1)
  const [{ path, headers } = { path: '', headers: {} }] = asked
  expect(path).toBe('/latest')
  expect(Object.keys(headers).toSorted()).toEqual(['connection', 'host', 'user-agent'])
  expect(headers['user-agent']).toBe('Spacekeeper')
  expect(await report()).toEqual({
    askedAt: start.toISOString(),
    version: '999.0.0',
    page: 'https://example.org/999',
    isNewer: true,
    fault: null,
  })
  now = new Date(start.getTime() + 21 * 3_600_000)
  await look()
  expect(asked).toHaveLength(1)
  // A daily look is sometimes a little early.
  now = new Date(start.getTime() + 23 * 3_600_000)
  await look()
  expect(asked).toHaveLength(2)
  await setAddress('/another')
  await look()
  expect(asked.map((one) => one.path)).toEqual(['/latest', '/latest', '/another'])
})

test('this version, or an older one, is no news', async () => {
  says(JSON.stringify({ version }))
  expect(await look()).toMatchObject({ state: 'well', at: start })
  expect(await report()).toMatchObject({ isNewer: false, version })
})

test.each<[string, () => void, RegExp]>([
  ['refuses', () => says('', 503), /answered 503/],
  ['leads elsewhere', () => says('', 302, { location: '/moved' }), /leads to another one \(302\), which isn’t asked/],
  ['answers something else', () => says('<html>'), /something else than a version/],
  ['answers without end', () => says(' '.repeat(400_000)), /too (large|much|long)|larger|more than/i],
  ['breaks off', () => (reply = (response) => void response.destroy()), /closed the connection/i],
])('an address that %s is said to be unknown, and what was known before stays', async (_, fail, words) => {
  fail()
  const finding = await look()
  expect(finding).toMatchObject({ state: 'unknown', says: expect.stringMatching(words) })
  expect(asked).toHaveLength(1)
  now = new Date(start.getTime() + 25 * 3_600_000)
  says(JSON.stringify({ version: '999.0.0' }))
  expect(await look()).toMatchObject({ state: 'attention' })
  now = new Date(start.getTime() + 50 * 3_600_000)
  fail()
  expect(await look()).toMatchObject({ state: 'attention', says: expect.stringContaining('999.0.0') })
  expect(await report()).toMatchObject({ version: '999.0.0', fault: expect.stringMatching(words) })
})

test('an address that does not answer is given up after ten seconds', async () => {
  reply = () => {}
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const looking = look()
  await expect.poll(() => asked.length).toBe(1)
  vi.advanceTimersByTime(10_000)
  expect(await looking).toMatchObject({ state: 'unknown', says: expect.stringContaining('within 10 seconds') })
})
