import { parseCronItems, run, runOnce, type RunnerOptions, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { systemCtx, type Services } from '../ctx.ts'
import { observeJob } from '../metrics/process-registry.ts'
import { freeDeadJobs } from './free-dead-jobs.ts'
import type { JobHandler } from './job.ts'
import { jobsLog } from './jobs-log.ts'
import { openJobsPool } from './jobs-pool.ts'

const concurrency = 4
/** One connection a running job, one that listens for new ones, one that says this process lives. */
const connections = concurrency + 2
const stopTimeoutMs = 10_000

export type Jobs = {
  /** Takes no more jobs and waits for the running ones; what takes too long is tried again later. */
  stop: () => Promise<void>
}
export type JobsInput = { services: Services; handlers: readonly JobHandler[]; connectionString: string }

const taskList = ({ services, handlers }: JobsInput): TaskList =>
  Object.fromEntries(
    handlers.map((handler) => [
      handler.name,
      (payload: unknown, { job }: { job: { attempts: number; max_attempts: number } }) =>
        observeJob(handler.name, () =>
          handler.run(systemCtx(services), payload, {
            number: job.attempts,
            isLast: job.attempts >= job.max_attempts,
          }),
        ),
    ]),
  )

const schedules = (handlers: readonly JobHandler[]) =>
  parseCronItems(
    handlers.flatMap(({ name, schedule }) =>
      schedule === undefined ? [] : [{ task: name, match: schedule, options: { maxAttempts: 3, jobKey: name } }],
    ),
  )

/** Runs jobs inside this process until it is stopped. Several processes may share the work. */
export const startJobs = async (input: JobsInput): Promise<Jobs> => {
  const { services, handlers, connectionString } = input
  const { log } = services
  const pool = openJobsPool({ connectionString, log, max: connections })
  let living: Promise<pg.PoolClient> | undefined
  const live = async (poolId: string) => {
    const client = await pool.connect()
    await freeDeadJobs({ client, poolId, log })
    return client
  }
  const options: RunnerOptions = {
    pgPool: pool,
    logger: jobsLog(log),
    concurrency,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: stopTimeoutMs,
    parsedCronItems: schedules(handlers),
    preset: {
      plugins: [
        {
          name: 'SpacekeeperLivenessPlugin',
          version: '1',
          worker: {
            hooks: {
              startWorker: async (_ctx, { worker }) => {
                await (living ??= live(worker.workerPool.id))
              },
            },
          },
        },
      ],
    },
  }
  const runner = await run(options, taskList(input))
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'jobs: the queue stopped'))
  return {
    stop: async () => {
      // A queue that ended by itself is stopped already, and one that never began has no client.
      await runner.stop().catch(() => undefined)
      const client = await living?.catch(() => undefined)
      client?.release(true)
      await pool.end()
    },
  }
}

/** Connections of `runJobsOnce` that outlast a call, for who runs jobs again and again. */
export const openOncePool = ({ services, connectionString }: Omit<JobsInput, 'handlers'>): pg.Pool =>
  openJobsPool({ connectionString, log: services.log, max: 2 })

/** Runs what is due, and what that adds, until nothing is left. For tests and the command line. */
export const runJobsOnce = async (input: JobsInput, kept?: pg.Pool): Promise<void> => {
  const pool = kept ?? openOncePool(input)
  try {
    await runOnce({ pgPool: pool, logger: jobsLog(input.services.log), noHandleSignals: true }, taskList(input))
  } finally {
    if (!kept) await pool.end()
  }
}
