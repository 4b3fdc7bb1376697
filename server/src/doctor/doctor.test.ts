import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HealthLine } from '@spacekeeper/contract/doctor/routes.ts'
import { settings } from '@spacekeeper/contract/index.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { domains } from '../domains.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting, resetSetting } from '../settings/settings.ts'
import { checksOf } from './job-checks.ts'
import { lookAround, openDoctor } from './report.ts'
import { readNotes } from './version-notes.ts'

const secret = 'walnut-lathe-51'

let portal: TestPortal
let adminId: number
beforeAll(async () => {
  portal = await startTestPortal({ smtpUrl: `smtp://portal:${secret}@127.0.0.1:9` })
  adminId = (await aMember(portal.db, { isAdmin: true })).id
})
afterAll(() => portal.close())
beforeEach(() => portal.db.deleteFrom('health_results').execute())

const checks = checksOf(domains)

/** What checks of the portal find now, by their names. */
const look = async (...names: string[]): Promise<Record<string, HealthLine['state']>> => {
  const lines = await openDoctor(checks.filter(({ name }) => names.includes(name))).report(portal.ctx)
  return Object.fromEntries(lines.map(({ name, state }) => [name, state]))
}

const aCheck = (facts: Partial<HealthCheck>): HealthCheck => ({
  name: 'test.check',
  area: 'site',
  title: 'Test',
  pace: 'now',
  find: () => Promise.resolve({ state: 'well', says: 'Fine.' }),
  ...facts,
})

const aWarning: HealthFinding = { state: 'wrong', says: 'It broke.', todo: 'Mend it.' }

test('staff for settings read the report: every line has its state, and what is not well says what to do', async () => {
  const { id } = await aMember(portal.db, { permissions: ['settings'] })
  const { lines } = await (await portal.as(id)).doctor.getReport()
  expect(new Set(lines.map(({ area }) => area))).toEqual(
    new Set(['site', 'machine', 'database', 'jobs', 'messages', 'devices', 'money']),
  )
  for (const { name, state, todo } of lines) expect(todo === null, name).toBe(state === 'well')
  expect(lines.find(({ name }) => name === 'backup.newest')).toMatchObject({ state: 'unknown' })
  expect(lines.find(({ name }) => name === 'database.server')).toMatchObject({ state: 'well' })
  expect(lines.find(({ name }) => name === 'messages.mailServer')).toMatchObject({ state: 'unknown', lookedAt: null })
})

test('looking again runs what the report leaves to the job, and is in the audit once however often it is pressed', async () => {
  const staff = await portal.as(adminId)
  const [first, second] = await Promise.all([staff.doctor.lookAgain(), staff.doctor.lookAgain()])
  expect(first.lines.find(({ name }) => name === 'messages.mailServer')).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('Nothing answers at 127.0.0.1:9'),
    lookedAt: expect.any(String),
  })
  expect(first.lines.find(({ name }) => name === 'books.sums')).toMatchObject({ state: 'well' })
  expect(second.lines).toEqual(first.lines)
  expect((await staff.doctor.getReport()).lines).toHaveLength(first.lines.length)
  const events = await portal.db
    .selectFrom('audit_events')
    .select('actor_id')
    .where('event', '=', 'doctor.looked')
    .execute()
  expect(events).toEqual([{ actor_id: adminId }])
})

test('no finding holds a secret', async () => {
  for (const key of ['TWILIO_AUTH_TOKEN', 'DISCORD_DOOR_WEBHOOK'] as const)
    await changeSetting(portal.ctx, {
      key,
      value: key.startsWith('DISCORD') ? `https://discord.test/${secret}` : secret,
    })
  await changeSetting(portal.ctx, { key: 'ENABLE_DISCORD_INTEGRATION', value: true })
  const lines = await openDoctor(checks).lookAgain(portal.ctx)
  expect(JSON.stringify(lines)).not.toContain(secret)
  await resetSetting(portal.ctx, 'ENABLE_DISCORD_INTEGRATION')
})

test('a check that hangs shows as unknown after its time, one that fails too, and neither holds up the others', async () => {
  const { promise: heard, resolve: hear } = Promise.withResolvers<boolean>()
  const hanging = aCheck({
    name: 'test.hangs',
    timeoutMs: 30,
    find: (_, signal) => {
      signal.addEventListener('abort', () => hear(true))
      return new Promise(() => {})
    },
  })
  const failing = aCheck({ name: 'test.fails', find: () => Promise.reject(new Error('no such thing')) })
  const throwing = aCheck({
    name: 'test.throws',
    find: () => {
      throw new Error('at once')
    },
  })
  const lines = await openDoctor([hanging, failing, throwing, aCheck({})]).report(portal.ctx)
  expect(lines.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown', 'well'])
  expect(lines[0]?.todo).toContain('Check again')
  expect(await heard).toBe(true)
})

test('a page that is opened twice looks once, and an expensive check only when it is asked for', async () => {
  const counts = { now: 0, hourly: 0 }
  const counted = (pace: 'now' | 'hourly') =>
    aCheck({
      name: `test.${pace}`,
      pace,
      find: () => {
        counts[pace] += 1
        return Promise.resolve({ state: 'well', says: 'Fine.' })
      },
    })
  const doctor = openDoctor([counted('now'), counted('hourly')])
  await Promise.all([doctor.report(portal.ctx), doctor.report(portal.ctx)])
  await doctor.report(portal.ctx)
  expect(counts).toEqual({ now: 1, hourly: 0 })
  await doctor.lookAgain(portal.ctx)
  await doctor.lookAgain(portal.ctx)
  expect(counts).toEqual({ now: 2, hourly: 1 })
})

test('the job looks as often as each check says, keeps what it found and forgets checks there are no more', async () => {
  let seen = 0
  const hourly = aCheck({
    name: 'test.hourly',
    pace: 'hourly',
    find: () => {
      seen += 1
      return Promise.resolve({ state: 'well', says: 'Last {at}.', at: new Date(0) })
    },
  })
  await lookAround(portal.ctx, [aCheck({ name: 'test.former' }), hourly])
  await lookAround(portal.ctx, [hourly])
  expect(seen).toBe(1)
  expect(await openDoctor([hourly]).report(portal.ctx)).toMatchObject([
    { says: 'Last {at}.', at: '1970-01-01T00:00:00.000Z' },
  ])
  expect(await portal.db.selectFrom('health_results').select('name').execute()).toEqual([{ name: 'test.hourly' }])
})

const healthOf = async (memberId: number) => {
  const { waiting } = await (await portal.as(memberId)).home.getNextSteps()
  return waiting.find(({ matter }) => matter === 'health')?.count ?? 0
}

test('warnings reach the home of staff for settings, not those that stand there already, and are gone once all is well', async () => {
  const { id: devicesId } = await aMember(portal.db, { permissions: ['devices'] })
  const twice: HealthFinding = { ...aWarning, isToldOnHome: true }
  const found = (finding: HealthFinding, name: `test.${string}`) =>
    aCheck({ name, find: () => Promise.resolve(finding) })
  const unknown: HealthFinding = { ...aWarning, state: 'unknown' }
  await lookAround(portal.ctx, [found(aWarning, 'test.a'), found(twice, 'test.b'), found(unknown, 'test.c')])
  expect([await healthOf(adminId), await healthOf(devicesId)]).toEqual([1, 0])
  await lookAround(portal.ctx, [aCheck({ name: 'test.a' }), found(unknown, 'test.c')])
  expect(await healthOf(adminId)).toBe(0)
})

test('a job that no longer comes is a warning by itself', async () => {
  await lookAround(portal.ctx, [aCheck({})])
  await sql`update health_results set looked_at = now() - interval '2 hours'`.execute(portal.db)
  expect(await healthOf(adminId)).toBe(1)
})

test('late and failed jobs are found, and whether a process works on them', async () => {
  const jobs = ['jobs.workers', 'jobs.queue', 'jobs.failures', 'jobs.schedules', 'messages.waiting']
  expect(await look(...jobs)).toEqual({
    'jobs.workers': 'wrong',
    'jobs.queue': 'well',
    'jobs.failures': 'well',
    'jobs.schedules': 'well',
    'messages.waiting': 'well',
  })
  const client = await portal.services.pool.connect()
  await client.query("set application_name to 'spacekeeper jobs of a process'")
  await sql`select graphile_worker.add_job('sendMessage', '{"messageId":1}'::json, run_at => now() - interval '2 hours')`.execute(
    portal.db,
  )
  await sql`update graphile_worker._private_jobs set created_at = now() - interval '2 hours', attempts = 5, last_error = 'no'`.execute(
    portal.db,
  )
  await sql`insert into graphile_worker._private_known_crontabs values ('cleanUp', now() - interval '9 days', now() - interval '3 days')`.execute(
    portal.db,
  )
  expect(await look(...jobs)).toEqual({
    'jobs.workers': 'well',
    'jobs.queue': 'wrong',
    'jobs.failures': 'attention',
    'jobs.schedules': 'attention',
    'messages.waiting': 'attention',
  })
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(portal.db)
  await sql`delete from graphile_worker._private_known_crontabs`.execute(portal.db)
  client.release(true)
})

test('silent devices, lists that did not arrive and text messages without an account are found', async () => {
  await aDoor(portal.db, { name: 'Shed', lastSeenAt: new Date(0) })
  await changeSetting(portal.ctx, { key: 'SMS_ENABLE', value: true })
  expect(await look('monitoring.silence', 'monitoring.lists', 'monitoring.alarms', 'messages.texts')).toEqual({
    'monitoring.silence': 'attention',
    'monitoring.lists': 'attention',
    'monitoring.alarms': 'well',
    'messages.texts': 'wrong',
  })
  await resetSetting(portal.ctx, 'SMS_ENABLE')
})

test('the names of checks are told apart, and begin with the domain that declares them', () => {
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length)
  for (const { name: domain, checks: declared = [] } of domains) {
    if (domain === 'doctor') continue
    for (const { name } of declared) expect(name.split('.')[0]).toBe(domain)
  }
})

const sourceOf = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

test('what a finding leads to is a page of the portal, or a setting there is', () => {
  const pages = sourceOf('../../../web/src/routeTree.gen.ts')
  const files = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
  const found = files
    .filter((path) => path.endsWith('checks.ts') && !path.startsWith('platform'))
    .flatMap((path) => [...sourceOf(join('..', path)).matchAll(/['`](\/manage\/[\w/-]+)(?:#(\w+))?/g)])
  expect(found.length).toBeGreaterThan(8)
  const keys = found.flatMap(([, , key]) => key ?? [])
  expect(found.flatMap(([, page]) => (pages.includes(`'${page}'`) ? [] : page))).toEqual([])
  expect(keys.filter((key) => !Object.hasOwn(settings, key))).toEqual([])
})

test('staff for settings read which version runs and what is new in it, from the file beside the portal', async () => {
  const { id } = await aMember(portal.db, { permissions: ['settings'] })
  const { version, since, notes } = await (await portal.as(id)).doctor.getVersion()
  expect(notes[0]?.version).toBe(version)
  expect(notes[0]?.lines.length).toBeGreaterThan(0)
  for (const line of notes.flatMap(({ lines }) => lines)) expect(line).toMatch(/^[A-Z].*\.$/)
  // Tests run on a database that no start has noted.
  expect(since).toBeNull()
  expect(readNotes('# New\n\nWords.\n\n## 2.0.0\n\n- One `word`.\n- Two.\n\n## 1.0.0\n')).toEqual([
    { version: '2.0.0', lines: ['One word.', 'Two.'] },
    { version: '1.0.0', lines: [] },
  ])
})
