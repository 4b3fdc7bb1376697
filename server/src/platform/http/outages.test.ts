import { readFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { contract } from '@spacekeeper/contract/index.ts'
import { EventStream, type Route } from '@spacekeeper/contract/route.ts'
import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { anAccount } from '../../auth/factory.ts'
import { requestOf } from '../../client.testing.ts'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { openDatabaseLine, type DatabaseLine } from '../db/database-line.testing.ts'
import { diskStateOf } from '../db/disk-state.ts'
import { outageOf } from '../db/outage.ts'
import { patienceMs } from '../lags.ts'
import { serveHealth } from './health.ts'

let portal: TestPortal
let line: DatabaseLine
beforeAll(async () => {
  portal = await startTestPortal({
    through: async (connectionString) => {
      line = await openDatabaseLine(connectionString)
      return line.connectionString
    },
  })
})
afterAll(async () => {
  await portal.close()
  await line.close()
})

/** While the database cannot be reached. */
const whileCut = async (run: () => Promise<void>) => {
  await line.cut()
  try {
    await run()
  } finally {
    await line.mend()
    await expect.poll(() => portal.app.inject('/readyz').then(({ statusCode }) => statusCode)).toBe(200)
  }
}

const away = {
  code: 'databaseAway',
  detail: 'The portal can’t reach its database. Please try again in a moment.',
  retryAfterSeconds: 5,
}

const routes = Object.values(contract)
  .flatMap((all): Route[] => Object.values(all))
  .filter((route) => route.output !== EventStream)

test('without its database the portal says so on every route, and recovers by itself', async () => {
  const session = await portal.sessionOf((await aMember(portal.db, { isAdmin: true })).id)
  const call = (route: Route) =>
    portal.app.inject({
      method: route.method,
      url: requestOf(route, Object.fromEntries(Object.keys(route.params?.shape ?? {}).map((name) => [name, 1]))).path,
      cookies: { csrftoken: 'x', sessionid: session },
      headers: { 'x-csrftoken': 'x', ...(route.method !== 'GET' && { 'content-type': 'application/json' }) },
      ...(route.method !== 'GET' && { payload: '{}' }),
    })
  await whileCut(async () => {
    const answers = await Promise.all(routes.map(async (route) => ({ route, answer: await call(route) })))
    // A route for anyone may find its input wrong, or a signed link too old, before it needs the database.
    const others = answers.filter(({ answer }) => answer.statusCode !== 503)
    const isWrong = ({ route, answer }: (typeof answers)[number]) =>
      route.access !== 'anyone' || ![200, 400, 401, 410].includes(answer.statusCode)
    expect(others.filter(isWrong).map(({ route, answer }) => `${route.path}: ${answer.body}`)).toEqual([])
    const refused = answers.filter(({ answer }) => answer.statusCode === 503)
    expect(refused.length).toBeGreaterThan(routes.length / 2)
    for (const { answer } of refused) expect(answer.json()).toMatchObject(away)
  })
  expect((await portal.app.inject({ url: '/api/loggedin/', cookies: { sessionid: session } })).statusCode).toBe(200)
})

test('a login without the database says so, and when to try again', async () => {
  const { email } = await anAccount(portal.db, { password: 'walnut lathe 9' })
  const logIn = () =>
    portal.app.inject({ method: 'POST', url: '/api/login/', payload: { email, password: 'walnut lathe 9' } })
  await whileCut(async () => {
    const answer = await logIn()
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.json()).toMatchObject(away)
  })
  expect((await logIn()).statusCode).toBe(200)
})

test('an outage is a short line in the log, without a stack', async () => {
  const { length } = portal.logLines
  await whileCut(async () => {
    await portal.app.inject({ method: 'POST', url: '/api/login/', payload: { email: 'a@example.org', password: 'x' } })
  })
  const lines = portal.logLines.slice(length).filter((text) => text.includes('the database failed'))
  expect(lines.length).toBeGreaterThan(0)
  for (const text of lines) expect(text).not.toContain('stack')
})

test('readiness names the database while it is away', async () => {
  await whileCut(async () => {
    const answer = await portal.app.inject('/readyz')
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'database', disk: 'unknown' }])
    expect((await portal.app.inject('/healthz')).statusCode).toBe(200)
  })
})

/** A server that waits less long than usual for the database, and whose devices share one connection. */
const openHealth = () => {
  const pool = new pg.Pool({ connectionString: portal.connectionString, max: 1 })
  onTestFinished(() => pool.end())
  const app = Fastify()
  const forDevices = { ...portal.services.forDevices, pool }
  serveHealth(app, { ...portal.services, forDevices }, { answerMs: 100 })
  return { pool, askFor: async () => (await app.inject('/readyz')).json<{ status: string }>().status }
}

test('a portal is not ready while devices wait for what they should have', async () => {
  const askFor = async () => (await portal.app.inject('/readyz')).json<{ status: string }>().status
  const { lags } = portal.services
  let behindMs = patienceMs + 1
  const forget = lags.add('lists', () => behindMs)
  expect(await askFor()).toBe('devices')
  behindMs = patienceMs
  expect(await askFor()).toBe('ready')
  forget()
})

test('a portal is not ready while none of the connections of its devices is free, and asks for one once', async () => {
  const { pool, askFor } = openHealth()
  const taken = await pool.connect()
  await Promise.all(Array.from({ length: 20 }, askFor))
  expect(pool.waitingCount).toBe(1)
  await expect.poll(askFor).toBe('devices')
  taken.release()
  await expect.poll(askFor).toBe('ready')
})

test('what cannot be written because the disk is full is refused with that reason', async () => {
  const member = await aMember(portal.db)
  await portal.runAsOwner(`create function refuse_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
  await portal.runAsOwner('create trigger full_disk before insert on audit_events execute function refuse_full()')
  const client = await portal.as(member.id)
  const refused = client.profile.setVisibility({ isHiddenFromMembers: true })
  await expect(refused).rejects.toMatchObject({ status: 507, code: 'diskFull' })
  await portal.runAsOwner('drop trigger full_disk on audit_events')
  await client.profile.setVisibility({ isHiddenFromMembers: true })
})

test('a disk with too little room left is full, and one that does not say is unknown', async () => {
  const here = import.meta.dirname
  expect(await diskStateOf([here], 1)).toBe('enough')
  expect(await diskStateOf([here], Number.MAX_SAFE_INTEGER)).toBe('full')
  expect(await diskStateOf([here, '/nonexistent'], 1)).toBe('unknown')
  expect(await diskStateOf([here, '/nonexistent'], Number.MAX_SAFE_INTEGER)).toBe('full')
  expect(await diskStateOf([])).toBe('unknown')
})

test('a socket that is gone is a database that is away, and another missing file is not', async () => {
  const gone = await new Promise<Error>((resolve) => {
    createConnection('/nonexistent/.s.PGSQL.5432').once('error', resolve)
  })
  expect(outageOf(gone)).toBe('databaseAway')
  const missing = await readFile('/nonexistent/file').catch((error: unknown) => error)
  expect(outageOf(missing)).toBeNull()
})
