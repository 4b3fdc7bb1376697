import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { openFrequentTasks } from './frequent-tasks.ts'
import { handle, job } from './job.ts'
import { runJobsOnce } from './start-jobs.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterEach(() => sql`delete from graphile_worker._private_jobs`.execute(portal.db))
afterAll(() => portal.close())

const sweep = job('sweepYard', z.object({}))
const atNoon = new Date('2027-03-01T12:00:00Z')

const countJobs = async () => (await portal.services.pool.query('select from graphile_worker.jobs')).rowCount

const aTask = (work: () => Promise<void>, schedule = '* * * * *') => handle(sweep, work, { schedule })

test.each([
  ['* * * * *', '12:00', 1],
  ['* * * * *', '12:01', 1],
  ['*/5 * * * *', '12:00', 1],
  ['*/5 * * * *', '12:04', 0],
  ['4,14 * * * *', '12:14', 1],
  ['17 * * * *', '12:17', 0],
])('a task of the timetable %s starts at %s here, without the queue: %s', async (schedule, at, runs) => {
  const queued: (number | null)[] = []
  const count = async () => void queued.push(await countJobs())
  const tasks = openFrequentTasks(portal.services, [aTask(count, schedule), handle(sweep, count)])
  await tasks.startDue(new Date(`2027-03-01T${at}:00Z`))
  expect(queued).toEqual(Array<number>(runs).fill(0))
})

test('a task that still runs is not started again, by this process or another one', async () => {
  const end = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  let runs = 0
  const task = aTask(async () => {
    runs += 1
    started.resolve()
    await end.promise
  })
  const [one, other] = [openFrequentTasks(portal.services, [task]), openFrequentTasks(portal.services, [task])]
  const first = one.startDue(atNoon)
  await started.promise
  await other.startDue(atNoon)
  const again = one.startDue(atNoon)
  expect(runs).toBe(1)
  end.resolve()
  await Promise.all([first, again, one.stop()])
  await other.startDue(atNoon)
  expect(runs).toBe(2)
})

test('a task that fails is tried again by the queue, and stays there until it succeeds', async () => {
  let isFailing = true
  let runs = 0
  const task = aTask(async () => {
    runs += 1
    if (isFailing) throw new Error('no broom')
  })
  const tasks = openFrequentTasks(portal.services, [task])
  const input = { services: portal.services, connectionString: portal.connectionString, handlers: [task] }
  await tasks.startDue(atNoon)
  await runJobsOnce(input)
  expect([runs, await countJobs()]).toEqual([2, 1])
  isFailing = false
  await tasks.startDue(atNoon)
  expect(runs).toBe(2)
  await runJobsOnce(input)
  expect([runs, await countJobs()]).toEqual([3, 0])
})

test('a task that ends badly keeps no other from its start', async () => {
  const done: string[] = []
  const others = handle(job('others', z.object({})), async () => void done.push('others'), { schedule: '* * * * *' })
  await openFrequentTasks(portal.services, [aTask(() => Promise.reject(new Error('no'))), others]).startDue(atNoon)
  expect(done).toEqual(['others'])
})

test('a task that hangs keeps no other from its start', async () => {
  const end = Promise.withResolvers<void>()
  const done: string[] = []
  const others = handle(job('others', z.object({})), async () => void done.push('others'), { schedule: '* * * * *' })
  const tasks = openFrequentTasks(portal.services, [aTask(() => end.promise), others], 10)
  await tasks.startDue(atNoon)
  await expect.poll(() => done).toEqual(['others'])
  end.resolve()
  await tasks.stop()
  await tasks.startDue(atNoon)
  expect(done).toEqual(['others'])
})
