import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditEvents } from '@spacekeeper/contract/audit-events.ts'
import { settings } from '@spacekeeper/contract/index.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cleanUp } from '#platform/retention/clean-up.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { aSwipe } from '../access/factory.ts'
import { domains } from '../domains.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting, resetSetting } from '../settings/settings.ts'
import { anOldEvent, keptRows } from './kept-rows.testing.ts'

let portal: TestPortal
let deviceId: number
let memberId: number
let adminId: number
beforeAll(async () => {
  portal = await startTestPortal()
  deviceId = (await aDoor(portal.db)).id
  memberId = (await aMember(portal.db)).id
  adminId = (await aMember(portal.db, { isAdmin: true })).id
})
afterAll(() => portal.close())

const retentions = domains.flatMap((domain) => domain.retentions ?? [])
const retentionOf = (name: string): Retention => {
  const found = retentions.find((retention) => retention.name === name)
  if (!found) throw new Error(`no retention ${name}`)
  return found
}

const day = 24 * 60 * 60 * 1000
const ago = (days: number) => new Date(Date.now() - days * day)
const usualDays = (retention: Retention) =>
  'days' in retention ? retention.days : Number(settings[retention.setting].default)

/** Those that have tests where accounts are closed (profile/closing.test.ts) and jobs fail (platform/jobs/jobs.test.ts). */
const elsewhere = ['closedMessages', 'closedAudit', 'failedJobs']

test('each kind of data is tested', () => {
  expect([...Object.keys(keptRows), ...elsewhere].toSorted()).toEqual(retentions.map(({ name }) => name).toSorted())
})

const runSql = (statement: string) =>
  sql.raw(statement.replaceAll('$device', String(deviceId)).replaceAll('$member', String(memberId))).execute(portal.db)

const count = async (left: string) =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.raw(left)}`.execute(portal.db)).rows[0]?.n)

test.each(Object.entries(keptRows))(
  'of %s what is older than its days goes, what is younger stays',
  async (name, [row, left]) => {
    const days = usualDays(retentionOf(name))
    const at = (age: number) => `'${ago(age).toISOString()}'::timestamptz`
    await runSql(row(at(days - 0.5)))
    const before = await count(left)
    await runSql(row(at(days + 0.5)))
    await cleanUp(portal.ctx, [retentionOf(name)])
    expect(await count(left)).toBe(before)
  },
)

beforeEach(() => portal.db.deleteFrom('swipes').execute())

const oldSwipes = async (number: number) => {
  for (let n = 0; n < number; n++) await aSwipe(portal.db, { deviceId, memberId, at: ago(800) })
}

test('all of it goes in batches, and a row that is being changed waits for the next night', async () => {
  await oldSwipes(5)
  await portal.db.transaction().execute(async (tx) => {
    await tx.selectFrom('swipes').select('id').limit(1).forUpdate().execute()
    await cleanUp(portal.ctx, [retentionOf('swipes')], 2)
    expect(await count('swipes')).toBe(1)
  })
  await cleanUp(portal.ctx, [retentionOf('swipes')], 2)
  expect(await count('swipes')).toBe(0)
})

const runsOf = async () => (await (await portal.as(adminId)).retention.list()).limited

test('the audit says how much was deleted, and so does the page of administrators; a night without is no event', async () => {
  await cleanUp(portal.ctx, retentions)
  const events = () =>
    portal.db.selectFrom('audit_events').select('data').where('event', '=', 'retention.ran').orderBy('id').execute()
  const before = (await events()).length
  const total = (await runsOf()).find(({ name }) => name === 'swipes')?.total ?? 0
  await oldSwipes(3)
  await cleanUp(portal.ctx, retentions)
  expect((await events()).slice(before)).toEqual([{ data: { count: 3, deleted: { swipes: 3 } } }])
  expect((await runsOf()).find(({ name }) => name === 'swipes')).toMatchObject({
    days: 731,
    setting: 'KEEP_SWIPES_DAYS',
    lastRun: { deleted: 3, at: expect.any(String) },
    total: total + 3,
  })
  await cleanUp(portal.ctx, retentions)
  expect(await events()).toHaveLength(before + 1)
  expect((await runsOf()).find(({ name }) => name === 'swipes')).toMatchObject({
    lastRun: { deleted: 0 },
    total: total + 3,
  })
})

test('a kind that fails holds up no other, is tried again, and does not count as done', async () => {
  await oldSwipes(1)
  const broken: Retention = {
    name: 'broken',
    title: 'Broken',
    days: 1,
    reason: 'It fails.',
    remove: () => Promise.reject(new Error('no such thing')),
  }
  await expect(cleanUp(portal.ctx, [broken, retentionOf('swipes')])).rejects.toThrow('no such thing')
  expect(await count('swipes')).toBe(0)
  expect(await count("retention_runs where name = 'broken'")).toBe(0)
})

test('a kind whose setting is 0 is kept for ever, and one that is set shorter goes earlier', async () => {
  await oldSwipes(1)
  await changeSetting(portal.ctx, { key: 'KEEP_SWIPES_DAYS', value: 0 })
  await cleanUp(portal.ctx, retentions)
  expect(await count('swipes')).toBe(1)
  expect((await runsOf()).find(({ name }) => name === 'swipes')).toMatchObject({ days: 0 })
  await changeSetting(portal.ctx, { key: 'KEEP_SWIPES_DAYS', value: 30 })
  await aSwipe(portal.db, { deviceId, memberId, at: ago(29) })
  await cleanUp(portal.ctx, retentions)
  expect(await count('swipes')).toBe(1)
  await resetSetting(portal.ctx, 'KEEP_SWIPES_DAYS')
})

test('a space that has older data when it is updated keeps it until an administrator sets a time', async () => {
  const migration = readFileSync(join(import.meta.dirname, '../../migrations/0046_retention.sql'), 'utf8')
  const keepOlder = sql.raw(migration.slice(migration.indexOf('insert into settings')))
  const kept = () => portal.db.selectFrom('settings').select(['key', 'value']).where('value', '=', '0').execute()
  await keepOlder.execute(portal.db)
  expect(await kept()).toEqual([])
  await oldSwipes(1)
  await keepOlder.execute(portal.db)
  expect(await kept()).toEqual([{ key: 'KEEP_SWIPES_DAYS', value: 0 }])
  await portal.db.deleteFrom('settings').where('value', '=', '0').execute()
})

test('the nightly job of the portal cleans up what all domains declare', async () => {
  await oldSwipes(1)
  await sql`select graphile_worker.add_job('cleanUp', '{}'::json)`.execute(portal.db)
  await portal.runJobs()
  expect(await count('swipes')).toBe(0)
})

test('the database keeps what is about money ten years, logins 90 days and all else a year, whatever deletes it', async () => {
  const young: [string, number][] = [
    ['account.loggedIn', 89],
    ['member.suspended', 364],
    ...Object.entries(auditEvents).flatMap(([name, { group }]): [string, number][] =>
      group === 'money' ? [[name, 3651]] : [],
    ),
  ]
  expect(young.length).toBeGreaterThan(4)
  for (const [name, days] of young) {
    await runSql(anOldEvent(`now() - interval '${days} days'`, name))
    const newest = sql`delete from audit_events where id = (select max(id) from audit_events)`
    await expect(newest.execute(portal.db), name).rejects.toThrow('append-only')
  }
})
