import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { record } from '../db/change.ts'
import { addJob, type JobOptions } from './add-job.ts'
import { forgetGivenUpJobs } from './forget-given-up-jobs.ts'
import { handle, job, type JobHandler } from './job.ts'
import { listFailedJobs } from './list-failed-jobs.ts'
import { runJobsOnce, startJobs, type Jobs } from './start-jobs.ts'

let portal: TestPortal
let running: Jobs[] = []
beforeAll(async () => {
  portal = await startTestPortal()
})
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()))
  running = []
  await sql`delete from graphile_worker._private_jobs`.execute(portal.db)
})
afterAll(() => portal.close())

const greet = job('greet', z.object({ name: z.string() }))

const add = (name: string, options: JobOptions = {}) =>
  record(portal.ctx, async (work) => ({ result: await addJob(work, greet, { name }, options) }))

const inputOf = (handlers: readonly JobHandler[]) => ({
  services: portal.services,
  connectionString: portal.connectionString,
  handlers,
})
const runOnce = (handler: JobHandler) => runJobsOnce(inputOf([handler]))
const start = async (handler: JobHandler) => {
  const jobs = await startJobs(inputOf([handler]))
  running.push(jobs)
  return jobs
}
const makeDue = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(portal.db)

test('a job runs once its transaction is committed, as the portal itself', async () => {
  const greeted: string[] = []
  await add('ada')
  await runOnce(handle(greet, async (ctx, { name }) => void greeted.push(`${ctx.actor.kind} ${name}`)))
  expect(greeted).toEqual(['system ada'])
})

test('a job that fails is left to the next run, however long the others of this one take', async () => {
  const tries: string[] = []
  const failing = handle(greet, async (_ctx, { name }) => {
    tries.push(name)
    // The wait of the one that failed is over.
    if (name === 'slow') return void (await makeDue())
    throw new Error('no')
  })
  await add('unlucky')
  await add('slow')
  await runOnce(failing)
  expect(tries).toEqual(['unlucky', 'slow'])
  await runOnce(failing)
  expect(tries).toEqual(['unlucky', 'slow', 'unlucky'])
})

test('a job of a transaction that was rolled back never runs', async () => {
  const greeted: string[] = []
  const rolledBack = record(portal.ctx, async (work) => {
    await addJob(work, greet, { name: 'rolled back' })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await runOnce(handle(greet, async (_ctx, { name }) => void greeted.push(name)))
  expect(greeted).toEqual([])
})

test('a running portal takes up a job at once', async () => {
  const greeted = Promise.withResolvers<string>()
  await start(handle(greet, async (_ctx, { name }) => greeted.resolve(name)))
  await add('bo')
  expect(await greeted.promise).toBe('bo')
})

test('a job that fails is tried again later, and administrators see why', async () => {
  const attempts: number[] = []
  const failing = handle(greet, async (_ctx, _payload, attempt) => {
    attempts.push(attempt.number)
    if (!attempt.isLast) throw new Error('the door is closed')
  })
  await add('cy', { maxAttempts: 2 })
  await runOnce(failing)
  expect(await listFailedJobs(portal.ctx)).toMatchObject([
    { task: 'greet', attempts: 1, error: 'the door is closed', isGivenUp: false },
  ])
  await runOnce(failing)
  expect(attempts).toEqual([1])
  await makeDue()
  await runOnce(failing)
  expect(attempts).toEqual([1, 2])
  expect(await listFailedJobs(portal.ctx)).toEqual([])
})

test('a job that failed as often as it may is given up and stays to be seen', async () => {
  await add('di', { maxAttempts: 1 })
  const failing = handle(greet, () => Promise.reject(new Error('never')))
  await runOnce(failing)
  await makeDue()
  await runOnce(failing)
  expect(await listFailedJobs(portal.ctx)).toMatchObject([{ attempts: 1, error: 'never', isGivenUp: true }])
})

test('a job that was given up long ago is forgotten, one that waits is not', async () => {
  await add('done', { maxAttempts: 1 })
  await runOnce(handle(greet, () => Promise.reject(new Error('never'))))
  await add('waiting')
  const left = async () => {
    const { rows } = await portal.services.pool.query('select attempts from graphile_worker.jobs')
    return rows
  }
  const forget = (before: Date) =>
    record(portal.ctx, async (work) => ({ result: await forgetGivenUpJobs(work, before) }))
  const day = 24 * 60 * 60 * 1000
  expect(await forget(new Date(Date.now() - day))).toBe(0)
  expect(await left()).toHaveLength(2)
  expect(await forget(new Date(Date.now() + day))).toBe(1)
  expect(await left()).toEqual([{ attempts: 0 }])
})

test('stopping waits for the jobs that run', async () => {
  const started = Promise.withResolvers<void>()
  let isDone = false
  const jobs = await startJobs(
    inputOf([
      handle(greet, async () => {
        started.resolve()
        await sleep(150)
        isDone = true
      }),
    ]),
  )
  await add('eve')
  await started.promise
  await jobs.stop()
  expect(isDone).toBe(true)
})

test('what a killed process left unfinished is taken up at the next start', async () => {
  const greeted = Promise.withResolvers<string>()
  await add('fay')
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-of-the-dead'`.execute(
    portal.db,
  )
  await start(handle(greet, async (_ctx, { name }) => greeted.resolve(name)))
  expect(await greeted.promise).toBe('fay')
})

test('what a living process works on is left to it', async () => {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let runs = 0
  const slow = handle(greet, async () => {
    runs += 1
    begun.resolve()
    await end.promise
  })
  await start(slow)
  await add('gus')
  await begun.promise
  await start(slow)
  await sleep(100)
  end.resolve()
  expect(runs).toBe(1)
})

test('what a job is about is not logged', async () => {
  await add('very-private', { maxAttempts: 1 })
  await runOnce(handle(greet, () => Promise.reject(new Error('failed'))))
  expect(portal.logLines.join()).toContain('failed')
  expect(portal.logLines.join()).not.toContain('very-private')
})

test('an unknown payload is refused before it is stored', async () => {
  const wrong = record(portal.ctx, async (work) => ({
    result: await addJob(work, job('x', z.object({ id: z.number() })), { id: Number.NaN }),
  }))
  await expect(wrong).rejects.toThrow(z.ZodError)
})

test('one kind of work never takes every slot, however many jobs of it wait', async () => {
  const shout = job('shout', z.object({}))
  const end = Promise.withResolvers<void>()
  const shouted = Promise.withResolvers<void>()
  let [atOnce, most, done] = [0, 0, 0]
  for (let n = 0; n < 9; n += 1) await add(`number ${n}`)
  const slow = handle(greet, async () => {
    atOnce += 1
    most = Math.max(most, atOnce)
    await end.promise
    atOnce -= 1
    done += 1
  })
  running.push(await startJobs(inputOf([slow, handle(shout, async () => shouted.resolve())])))
  await expect.poll(() => atOnce).toBe(3)
  await record(portal.ctx, async (work) => ({ result: await addJob(work, shout, {}) }))
  await shouted.promise
  end.resolve()
  await expect.poll(() => done).toBe(9)
  expect(most).toBe(3)
})

test('a job with a schedule is known to the queue', async () => {
  await start(handle(greet, async () => {}, { schedule: '0 4 * * *' }))
  await expect
    .poll(async () => {
      const known = await portal.services.pool.query('select identifier from graphile_worker._private_known_crontabs')
      return known.rows
    })
    .toEqual([{ identifier: 'greet' }])
})
