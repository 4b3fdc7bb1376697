import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCronItems, run, runOnce, type RunnerOptions, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { systemCtx, type Services } from '../ctx.ts'
import { observeJob } from '../metrics/process-registry.ts'
import { askForDailyWork, onlyIfDue } from './daily-work.ts'
import { keepFreeing } from './free-dead-jobs.ts'
import { isFrequent, openFrequentTasks } from './frequent-tasks.ts'
import type { JobHandler } from './job.ts'
import { jobsLog } from './jobs-log.ts'
import { openJobsPool, workerName } from './jobs-pool.ts'
import { openLeasedRuns } from './leased-runs.ts'
import { shareSlots } from './shared-slots.ts'

const concurrency = 4
/** One connection a running job, one that listens for new ones. */
const connections = concurrency + 1
const stopTimeoutMs = 10_000

export type Jobs = {
  /** Takes no more jobs and waits for the running ones; what takes too long is tried again later. */
  stop: () => Promise<void>
}
export type JobsInput = { services: Services; handlers: readonly JobHandler[]; connectionString: string }

type RunJob = (work: () => Promise<unknown>, jobId: string) => Promise<unknown>

const taskList = ({ services, handlers }: JobsInput, runJob: RunJob = (work) => work()): TaskList =>
  Object.fromEntries(
    handlers.map((handler) => [
      handler.name,
      async (payload: unknown, { job }: { job: { id: string; attempts: number; max_attempts: number } }) => {
        const attempt = { number: job.attempts, isLast: job.attempts >= job.max_attempts }
        const work = () => observeJob(handler.name, () => handler.run(systemCtx(services), payload, attempt))
        await runJob(work, job.id)
      },
    ]),
  )

const schedules = (handlers: readonly JobHandler[]) =>
  parseCronItems(
    handlers.flatMap(({ name, schedule, daily }) => {
      const options = { maxAttempts: 3, jobKey: name }
      return schedule === undefined || isFrequent(schedule)
        ? []
        : [{ task: name, match: schedule, options, ...(daily && { payload: onlyIfDue }) }]
    }),
  )

/** Runs jobs inside this process until it is stopped. Several processes may share the work. */
export const startJobs = async (input: JobsInput): Promise<Jobs> => {
  const { services, handlers, connectionString } = input
  const { log } = services
  const pool = openJobsPool({
    connectionString,
    log,
    max: connections,
    name: `${workerName}${randomUUID().slice(0, 8)}`,
  })
  const leased = openLeasedRuns(services)
  const options: RunnerOptions = {
    pgPool: pool,
    logger: jobsLog(log),
    concurrency,
    ...shareSlots(concurrency),
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: stopTimeoutMs,
    parsedCronItems: schedules(handlers),
    preset: {
      plugins: [
        {
          name: 'SpacekeeperLeasePlugin',
          version: '1',
          worker: {
            hooks: {
              startWorker: (_ctx, { worker }) => leased.runAs(worker.workerPool.id),
            },
          },
        },
      ],
    },
  }
  const stopFreeing = await keepFreeing(services)
  await askForDailyWork(services, handlers)
  const runner = await run(options, taskList(input, leased.run))
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'jobs: the queue stopped'))
  const frequent = openFrequentTasks(services, handlers)
  frequent.start()
  return {
    stop: async () => {
      await Promise.race([frequent.stop(), sleep(stopTimeoutMs, undefined, { ref: false })])
      // A queue that ended by itself is stopped already, and one that never began has no client.
      await runner.stop().catch(() => undefined)
      stopFreeing()
      await leased.close()
      await pool.end()
    },
  }
}

/**
 * The connection of `runJobsOnce` that outlasts a call, for who runs jobs again and again. A single one: the library does
 * not wait until a job is off its list, so the next question has to stand behind that in the same line.
 */
export const openOncePool = ({ services, connectionString }: Omit<JobsInput, 'handlers'>): pg.Pool =>
  openJobsPool({ connectionString, log: services.log, max: 1 })

const isAnyDue = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ isDue: boolean }>(
    `select exists (select from graphile_worker._private_jobs where run_at <= now()) as "isDue"`,
  )
  return rows[0]?.isDue ?? false
}

/**
 * Runs what is due, and what that adds, until nothing is left. What fails is left to a later call, also where the others
 * take so long that it is due again. For tests and rehearsals.
 */
export const runJobsOnce = async (input: JobsInput, kept?: pg.Pool): Promise<void> => {
  const pool = kept ?? openOncePool(input)
  const failed = `failed in ${randomUUID()}`
  const leaveFailed: RunJob = async (work, jobId) => {
    try {
      await work()
    } catch (error) {
      const flag = `update graphile_worker._private_jobs
        set flags = coalesce(flags, '{}') || jsonb_build_object($1::text, true) where id = $2`
      await pool.query(flag, [failed, jobId])
      throw error
    }
  }
  const options = { pgPool: pool, logger: jobsLog(input.services.log), noHandleSignals: true, forbiddenFlags: [failed] }
  try {
    // The library keeps something of each run for as long as the process lives.
    if (await isAnyDue(pool)) await runOnce(options, taskList(input, leaveFailed))
  } finally {
    if (!kept) await pool.end()
  }
}
