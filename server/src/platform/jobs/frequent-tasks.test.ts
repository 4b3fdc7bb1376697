import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { openDatabaseLine } from '../db/database-line.testing.ts'
import { openFrequentTasks } from './frequent-tasks.ts'
import { handle, job } from './job.ts'
import { runJobsOnce } from './start-jobs.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(portal.db)
  await portal.db.deleteFrom('leases').execute()
})
afterAll(() => portal.close())

const sweep = job('sweepYard', z.object({}))
const at = (time: string) => new Date(`2027-03-01T${time}:00Z`)
const atNoon = at('12:00')

const countJobs = async () => (await portal.services.pool.query('select from graphile_worker.jobs')).rowCount

const aTask = (work: () => Promise<void>, schedule = '* * * * *') => handle(sweep, work, { schedule })

test.each([
  ['* * * * *', '12:00', 1],
  ['* * * * *', '12:01', 1],
  ['*/5 * * * *', '12:00', 1],
  ['*/5 * * * *', '12:04', 0],
  ['4,14 * * * *', '12:14', 1],
  ['17 * * * *', '12:17', 0],
])('a task of the timetable %s starts at %s here, without the queue: %s', async (schedule, time, runs) => {
  const queued: (number | null)[] = []
  const count = async () => void queued.push(await countJobs())
  const tasks = openFrequentTasks(portal.services, [aTask(count, schedule), handle(sweep, count)])
  const dueAt = at(time)
  await tasks.startDue(new Date(dueAt.getTime() - 60_000))
  queued.length = 0
  await tasks.startDue(dueAt)
  expect(queued).toEqual(Array<number>(runs).fill(0))
})

/** A task that runs until it is told to end. */
const aLongTask = () => {
  const end = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  let runs = 0
  const task = aTask(async () => {
    runs += 1
    started.resolve()
    await end.promise
  })
  return { task, started: started.promise, end: end.resolve, runs: () => runs }
}

test('a task that still runs is not started again, by this process or another one', async () => {
  const { task, started, end, runs } = aLongTask()
  const [one, other] = [openFrequentTasks(portal.services, [task]), openFrequentTasks(portal.services, [task])]
  const first = one.startDue(atNoon)
  await started
  await other.startDue(atNoon)
  const again = one.startDue(atNoon)
  expect(runs()).toBe(1)
  end()
  await Promise.all([first, again, one.stop()])
  await other.startDue(atNoon)
  expect(runs()).toBe(2)
})

const endLease = () => sql`update leases set ends_at = clock_timestamp()`.execute(portal.db)

/** A second process, and the line on which it reaches the database. */
const openFar = async () => {
  const line = await openDatabaseLine(portal.connectionString)
  onTestFinished(line.close)
  const far = await portal.another({ connectionString: line.connectionString })
  onTestFinished(far.close)
  return { line, far }
}

test('a task that runs is not started by another process because the first lost its connections', async () => {
  const { line, far } = await openFar()
  const { task, started, end, runs } = aLongTask()
  const [one, other] = [openFrequentTasks(far.services, [task]), openFrequentTasks(portal.services, [task], 10)]
  const first = one.startDue(atNoon)
  await started
  await line.cut()
  await other.startDue(atNoon)
  expect(runs()).toBe(1)
  end()
  await Promise.all([first, one.stop()])
  await line.mend()
})

test('a process that stops while it asks for the lease leaves it free', async () => {
  const [dead, tasks] = [openFrequentTasks(portal.services, []), openFrequentTasks(portal.services, [])]
  await dead.startDue(atNoon)
  await endLease()
  const { start, stop } = await portal.db.transaction().execute(async (tx) => {
    await tx.selectFrom('leases').select('name').forUpdate().execute()
    return { start: tasks.startDue(at('12:01')), stop: tasks.stop() }
  })
  await Promise.all([start, stop])
  const isFree = sql<boolean>`ends_at <= clock_timestamp()`.as('isFree')
  expect(await portal.db.selectFrom('leases').select(isFree).execute()).toEqual([{ isFree: true }])
})

test('a task that runs holds no connection', async () => {
  const { task, started, end } = aLongTask()
  const tasks = openFrequentTasks(portal.services, [task])
  const run = tasks.startDue(atNoon)
  await started
  const { pool } = portal.services
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  end()
  await Promise.all([run, tasks.stop()])
})

test('the tasks of a process that died are started by another once its lease is over, and never by both', async () => {
  const starts: string[] = []
  const open = (name: string) => openFrequentTasks(portal.services, [aTask(async () => void starts.push(name))])
  const [dead, other] = [open('dead'), open('other')]
  await dead.startDue(atNoon)
  await other.startDue(atNoon)
  expect(starts).toEqual(['dead'])
  await endLease()
  await other.startDue(atNoon)
  await dead.startDue(atNoon)
  expect(starts).toEqual(['dead', 'other'])
  await other.stop()
  await dead.startDue(atNoon)
  expect(starts).toEqual(['dead', 'other', 'dead'])
})

test('a task that was due while no process held the lease starts when another process takes it, once', async () => {
  let runs = 0
  const task = aTask(async () => void (runs += 1), '*/15 * * * *')
  const [dead, other] = [openFrequentTasks(portal.services, [task]), openFrequentTasks(portal.services, [task])]
  await dead.startDue(at('12:14'))
  await other.startDue(at('12:14'))
  runs = 0
  await other.startDue(at('12:15'))
  expect(runs).toBe(0)
  await endLease()
  await other.startDue(at('12:16'))
  await other.startDue(at('12:17'))
  expect(runs).toBe(1)
})

test('a process that starts makes up for a quarter of an hour, and one whose clock is set back goes on', async () => {
  let runs = 0
  const open = (schedule: string) => openFrequentTasks(portal.services, [aTask(async () => void (runs += 1), schedule)])
  const quarters = open('*/15 * * * *')
  await quarters.startDue(at('12:14'))
  expect(runs).toBe(1)
  await quarters.startDue(at('12:00'))
  expect(runs).toBe(2)
  await quarters.stop()
  await open('0,58 * * * *').startDue(at('12:15'))
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
