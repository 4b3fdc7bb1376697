import { setTimeout as sleep } from 'node:timers/promises'
import { parseCronItems } from 'graphile-worker'
import { z } from 'zod'
import { type Services, systemCtx } from '../ctx.ts'
import { record } from '../db/change.ts'
import { openLease } from '../db/lease.ts'
import { observeJob } from '../metrics/process-registry.ts'
import { addJob } from './add-job.ts'
import type { JobHandler } from './job.ts'

const minuteMs = 60_000

/** Renewed each minute, with time for one that comes late; free at the second minute after that of a crash. */
const leaseMs = 1.5 * minuteMs

/** Tasks that were due while no process held the lease start once one does, if they were due no longer ago than this. */
const mostMissedMs = 15 * minuteMs

/** Whether a schedule starts its task more often than once an hour. */
export const isFrequent = (schedule: string): boolean => !/^\d+ /.test(schedule)

const isDue = (schedule: string, at: Date): boolean => {
  const [item] = parseCronItems([{ task: 'any', match: schedule }])
  const [min, hour, date] = [at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate()]
  return item?.match({ min, hour, date, month: at.getUTCMonth() + 1, dow: at.getUTCDay() }) ?? false
}

/** Lists this minute and those before it that no process served. A clock that was set back served none of those to come. */
const minutesToServe = (until: number, servedUntil: number): Date[] => {
  const missedMs = Math.min(until - servedUntil, mostMissedMs)
  const count = Math.max(1, Math.ceil(missedMs / minuteMs))
  return Array.from({ length: count }, (_, before) => new Date(until - before * minuteMs))
}

const putInQueue = (services: Services, { name }: JobHandler): Promise<void> =>
  record(systemCtx(services), async (work) => ({
    result: await addJob(work, { name, payload: z.object({}) }, {}, { key: name, maxAttempts: 3 }),
  }))

const isQueued = async ({ pool }: Services, { name }: JobHandler): Promise<boolean> => {
  const look = 'select exists (select from graphile_worker.jobs where key = $1) as "isQueued"'
  const { rows } = await pool.query<{ isQueued: boolean }>(look, [name])
  return rows[0]?.isQueued ?? false
}

/** Runs a task, unless it failed before: such a one is ended by the next that succeeds in the queue. */
const runTask = async (services: Services, handler: JobHandler): Promise<void> => {
  if (await isQueued(services, handler)) return putInQueue(services, handler)
  try {
    await observeJob(handler.name, () => handler.run(systemCtx(services), {}, { number: 1, isLast: false }))
  } catch (error) {
    services.log.error({ err: error, task: handler.name }, 'jobs: a task failed and is tried again')
    await putInQueue(services, handler)
  }
}

/** Takes turns with the other processes by a lease, and knows which minutes were not served meanwhile. */
const openTurns = (services: Services) => {
  const lease = openLease(services, { name: 'frequent tasks', lastsMs: leaseMs })
  let holding: Promise<number | null> | undefined
  /** The last minute of which this process knows that it was served. */
  let servedUntil = -Infinity

  return {
    isHeld: lease.isHeld,
    /** The minutes that this process serves now: none while another one holds the lease. */
    take: async (at: Date): Promise<Date[]> => {
      holding = lease.hold()
      const isHolder = (await holding) !== null
      const until = at.getTime()
      const minutes = minutesToServe(until, servedUntil)
      // Another process that holds it may have died before this minute, but not before the last.
      servedUntil = isHolder ? until : until - minuteMs
      return isHolder ? minutes : []
    },
    release: async () => {
      // Arriving after the release, it would keep the lease for a process that is gone.
      await holding?.catch(() => undefined)
      // Where that fails the lease ends by itself.
      if (lease.isHeld()) await lease.release().catch(() => undefined)
    },
  }
}

/** A task that takes longer is waited for no more: the next begins beside it. */
const usualWaitMs = 20_000

/**
 * The tasks that start more often than once an hour, and mostly find nothing to do. In the queue each start writes rows
 * and removes them, by which a machine at rest would write all day. They run one after the other, so that they take few
 * connections; what fails goes to the queue, which tries it again and shows it to staff. One process starts them, by a
 * lease, which is all that is written while nothing happens.
 */
export const openFrequentTasks = (services: Services, handlers: readonly JobHandler[], waitMs = usualWaitMs) => {
  const running = new Map<string, Promise<void>>()
  const turns = openTurns(services)
  const start = (task: JobHandler): Promise<void> => {
    const run = runTask(services, task)
      .catch((error: unknown) =>
        services.log.warn({ err: error, task: task.name }, 'jobs: a task could not be started'),
      )
      .finally(() => running.delete(task.name))
    running.set(task.name, run)
    return run
  }
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  /** Starts what this minute wants, and those before it that no process served, but for what still runs. */
  const startDue = async (at: Date): Promise<void> => {
    if (isStopped) return
    const minutes = await turns.take(at)
    for (const task of handlers) {
      const { schedule } = task
      const isWanted =
        schedule !== undefined && isFrequent(schedule) && minutes.some((minute) => isDue(schedule, minute))
      if (!isWanted || running.has(task.name)) continue
      if (isStopped || !turns.isHeld()) return
      await Promise.race([start(task), sleep(waitMs, undefined, { ref: false })])
    }
  }
  const waitForMinute = () => {
    const now = Date.now()
    const next = Math.floor(now / minuteMs + 1) * minuteMs
    timer = setTimeout(() => {
      startDue(new Date(next)).catch((error: unknown) =>
        services.log.warn({ err: error }, 'jobs: whether another process starts the frequent tasks is not known'),
      )
      waitForMinute()
    }, next - now)
  }

  return {
    startDue,
    start: waitForMinute,
    /**
     * Starts nothing more, and resolves when nothing runs and another process may go on. A process that waits
     * no longer leaves the lease to end by itself, so that no other one starts beside it what still runs.
     */
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await Promise.all(running.values())
      await turns.release()
    },
  }
}
