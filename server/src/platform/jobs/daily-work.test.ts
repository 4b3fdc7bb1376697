import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { jobHandlers } from '../../jobs.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { record } from '../db/change.ts'
import { addJob } from './add-job.ts'
import { askedEachHour, dueDay, onceADay, onlyIfDue } from './daily-work.ts'
import { handle, job } from './job.ts'
import { runJobsOnce, startJobs, type Jobs } from './start-jobs.ts'

let now = new Date('2027-03-01T12:00:00Z')
let portal: TestPortal
let running: Jobs | undefined
let runs: string[] = []
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
})
beforeEach(() => {
  runs = []
})
afterEach(async () => {
  await running?.stop()
  running = undefined
  await sql`delete from graphile_worker._private_jobs`.execute(portal.db)
  await sql`delete from daily_jobs`.execute(portal.db)
})
afterAll(() => portal.close())

const sweepJob = job('sweepYard', z.object({ onlyIfDue: z.literal(true).optional() }))
const sweepYard = onceADay(
  handle(sweepJob, async (ctx) => void runs.push(ctx.now().toISOString().slice(0, 10))),
  '03:30',
)
const input = () => ({
  services: portal.services,
  connectionString: portal.connectionString,
  handlers: [sweepYard],
})
const ask = async (payload: Partial<typeof onlyIfDue> = onlyIfDue) => {
  await record(portal.ctx, async (work) => ({ result: await addJob(work, sweepJob, payload) }))
  await runJobsOnce(input())
}

test.each([
  ['2027-03-01T03:29:59Z', '2027-02-28'],
  ['2027-03-01T03:30:00Z', '2027-03-01'],
  ['2027-03-01T23:59:00Z', '2027-03-01'],
])('at %s the work of %s is due', (at, day) => {
  expect(dueDay('03:30', new Date(at))).toBe(day)
})

test('a machine that is off at the time of its work does it in the morning, once', async () => {
  for (const at of ['2027-03-01T08:30:00Z', '2027-03-01T09:30:00Z', '2027-03-01T23:30:00Z', '2027-03-02T08:30:00Z']) {
    now = new Date(at)
    await ask()
  }
  expect(runs).toEqual(['2027-03-01', '2027-03-02'])
})

test('what was missed for days is done at the start, before its next hour', async () => {
  now = new Date('2027-03-04T12:00:00Z')
  await ask()
  now = new Date('2027-03-09T02:00:00Z')
  running = await startJobs(input())
  await expect.poll(() => runs).toEqual(['2027-03-04', '2027-03-09'])
  await running.stop()
  running = await startJobs(input())
  await expect.poll(async () => (await portal.services.pool.query('select from graphile_worker.jobs')).rowCount).toBe(0)
  expect(runs).toHaveLength(2)
})

test('work that failed counts as not done', async () => {
  now = new Date('2027-03-04T12:00:00Z')
  const failing = onceADay(
    handle(sweepJob, () => Promise.reject(new Error('no broom'))),
    '03:30',
  )
  await record(portal.ctx, async (work) => ({ result: await addJob(work, sweepJob, onlyIfDue, { maxAttempts: 1 }) }))
  await runJobsOnce({ ...input(), handlers: [failing] })
  await ask()
  expect(runs).toHaveLength(1)
})

test('asked for by staff or a command, it is done again', async () => {
  await ask()
  await ask({})
  expect(runs).toHaveLength(2)
})

test('everything that is done once a day is asked for each hour', () => {
  const daily = jobHandlers.filter(({ daily: isDaily }) => isDaily)
  expect(daily.map(({ name }) => name).toSorted()).toEqual(
    [
      'announceKeyEnds',
      'cleanUp',
      'forgetImages',
      'nightlyBackup',
      'reconcileStripe',
      'tidyPayers',
      'warnOfExpiry',
    ].toSorted(),
  )
  expect(askedEachHour('03:37')).toBe('37 * * * *')
  // At one hour of the day only, a machine that is off then never does it.
  const atOneHour = jobHandlers.filter(({ schedule }) => /^\S+ \d+ /.test(schedule ?? ''))
  expect(atOneHour.map(({ name }) => name)).toEqual([])
})
