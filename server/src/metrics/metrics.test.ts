import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, onTestFinished, vi } from 'vitest'
import { aGrant } from '../access/factory.ts'
import { aDoor } from '../doors/factory.ts'
import { dialDevice } from '../gateway/dialled-device.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
  await changeSetting(portal.ctx, { key: 'METRICS_TOKEN', value: token })
})

afterAll(() => portal.close())

const token = 'metrics-token-0123456789'

type Asker = { headers?: Record<string, string>; remoteAddress?: string; of?: TestPortal }

const ask = ({ headers = {}, remoteAddress = '127.0.0.1', of = portal }: Asker = {}) => {
  const usual = { host: 'localhost:8000', authorization: `Bearer ${token}` }
  return of.app.inject({ url: '/api/metrics', headers: { ...usual, ...headers }, remoteAddress })
}

const read = async () => (await ask()).body

/** The value of one line; undefined where there is none. */
const valueOf = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.split(' ').at(-1))
}

test('with a token only its holder reads metrics, from anywhere', async () => {
  const withToken = (given: string) =>
    ask({ headers: { authorization: `Bearer ${given}` }, remoteAddress: '203.0.113.5' })
  const answer = await withToken(token)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.body).not.toContain(token)
  expect((await withToken(`${token}x`)).statusCode).toBe(403)
  expect((await withToken('')).statusCode).toBe(403)
  expect((await ask({ headers: { authorization: '' } })).json()).toMatchObject({
    code: 'notAllowed',
    detail: expect.stringContaining('token'),
  })
})

test.each<[string, Asker]>([
  ['a program on the machine', {}],
  ['one that speaks IPv6', { remoteAddress: '::1' }],
  ['a reader behind a web server that tells nothing of itself', { headers: { host: '127.0.0.1:8000' } }],
  ['another machine that says it is this one', { remoteAddress: '10.0.0.9', headers: { 'x-forwarded-for': '::1' } }],
])('while there is no token, %s reads nothing', async (_, asker) => {
  const closed = await startTestPortal()
  onTestFinished(() => closed.close())
  const answer = await ask({ ...asker, of: closed })
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'metricsOff'])
})

test('existing timetables may call the old address, with nothing and for nothing', async () => {
  const answer = await portal.app.inject({ method: 'POST', url: '/api/update-prom-metrics/' })
  expect([answer.statusCode, answer.body]).toEqual([200, ''])
})

test('requests are counted by the pattern of their route, whatever is asked for', async () => {
  const { id } = await aMember(portal.db)
  const member = await portal.as(id)
  await member.profile.get()
  for (const path of ['/api/none/17/', '/api/none/18/']) await portal.app.inject({ url: path })
  await portal.app.inject({ url: '/api/calendar/a-token-of-a-member' })
  const text = await read()
  const line = 'spacekeeper_http_requests_total{method="GET",route="/api/profile/",status="200"}'
  expect(valueOf(text, line)).toBeGreaterThan(0)
  expect(text).toContain(
    'spacekeeper_http_request_duration_seconds_bucket{le="0.1",method="GET",route="/api/profile/"}',
  )
  expect(text).not.toContain('a-token-of-a-member')
  expect(text).not.toContain('/api/none/')
})

test('cards, sockets and heartbeats of a door are counted under its number and name', async () => {
  const door = await aDoor(portal.db, { name: 'Gate "A"' })
  const { id } = await aMember(portal.db, { cards: ['4711'] })
  await aGrant(portal.db, { memberId: id, deviceId: door.id })
  await expect.poll(async () => valueOf(await read(), 'mm_devices_total{type="door"}')).toBe(1)
  const before = await read()
  const url = await portal.listen()
  const line = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  await line.settle()
  line.send({ command: 'log_access', card_id: '4711' })
  line.send({ command: 'log_access_denied', card_id: '999' })
  await line.settle()
  const labels = `{type="door",id="${door.id}",name="Gate \\"A\\""}`
  // Counts are of this process, in which other tests have devices of the same number.
  const countIn = (text: string, name: string) =>
    (valueOf(text, `${name}${labels}`) ?? 0) - (valueOf(before, `${name}${labels}`) ?? 0)
  await expect.poll(async () => countIn(await read(), 'mm_device_access_failures_total')).toBe(1)
  const text = await read()
  expect(countIn(text, 'mm_device_access_successes_total')).toBe(1)
  expect(countIn(text, 'mm_device_authentications_total')).toBe(1)
  expect(countIn(text, 'mm_device_checkins_total')).toBeGreaterThan(0)
  await line.close()
})

test('however often metrics are read, the database is asked once in a while', async () => {
  // What is read is kept for some seconds, which pass on a busy machine.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await read()
  let queries = 0
  portal.services.pool.on('acquire', () => (queries += 1))
  for (let times = 0; times < 20; times += 1) await read()
  expect(queries).toBe(0)
})

/** The names of metrics in an expression: what is followed by neither a bracket nor stands in braces or brackets. */
const metricsIn = (expression: string): string[] =>
  expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without)\s*\([^)]*\)/g, ' ')
    .match(/[a-z_][a-z0-9_]*(?!\w*\s*\()/g)
    ?.filter((name) => name.includes('_') && name !== 'histogram_quantile') ?? []

const docs = join(import.meta.dirname, '../../../docs/metrics')

test.each(['dashboard.json', 'alerts.yml'])('%s asks only for metrics that are served', async (name) => {
  const file = readFileSync(join(docs, name), 'utf8')
  const expressions = [...file.matchAll(/^\s*"?expr"?: (.+?),?$/gm)].map(([, expression = '']) => expression)
  const asked = new Set(expressions.flatMap(metricsIn))
  expect(asked.size).toBeGreaterThan(6)
  const served = new Set(
    [...(await read()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, metric = '', kind]) =>
      kind === 'histogram' ? [`${metric}_bucket`, `${metric}_sum`, `${metric}_count`] : [metric],
    ),
  )
  expect([...asked].filter((one) => !served.has(one))).toEqual([])
})
