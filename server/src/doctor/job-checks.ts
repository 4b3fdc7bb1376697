import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { parseCronItems } from 'graphile-worker'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import type { Domains } from '#platform/domain.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { isFrequent } from '#platform/jobs/frequent-tasks.ts'
import { workerName } from '#platform/jobs/jobs-pool.ts'
import { type KnownStart, listKnownStarts } from '#platform/jobs/known-starts.ts'
import { cleanUpJobs } from '#platform/retention/clean-up.ts'

const minuteMs = 60_000
const messagesPage = '/manage/messages'

export const judgeWorkers = (processes: number): HealthFinding =>
  processes > 0
    ? {
        state: 'well',
        says: `${sayCount(processes, { one: 'One process works', other: '{count} processes work' })} on background tasks.`,
      }
    : {
        state: 'wrong',
        says: 'No portal works on background tasks, so no message is sent and nothing happens by itself.',
        todo: 'Start the portal, or restart it if it runs. If it doesn’t help, the log says why the tasks stopped.',
      }

export type QueueFacts = {
  overdue: number
  oldestAt: Date | null
  /** Locked for longer than any task should take. */
  stuckSince: Date | null
}

export const judgeQueue = ({ overdue, oldestAt, stuckSince }: QueueFacts, now: Date): HealthFinding => {
  if (stuckSince !== null)
    return {
      state: 'attention',
      says: 'A background task has been running since {at}.',
      at: stuckSince,
      todo: 'Restart the portal. The task is then done again from the beginning.',
    }
  const lateMs = oldestAt === null ? 0 : now.getTime() - oldestAt.getTime()
  if (oldestAt === null || lateMs < 5 * minuteMs) return { state: 'well', says: 'No background task is late.' }
  return {
    state: lateMs < 60 * minuteMs ? 'attention' : 'wrong',
    says: `${sayCount(overdue, { one: 'One background task is', other: '{count} background tasks are' })} late. The oldest was due {at}.`,
    at: oldestAt,
    todo: 'If very many messages are going out, wait. Otherwise restart the portal.',
  }
}

export const judgeFailures = (facts: { failing: number; givenUp: number; tasks: readonly string[] }): HealthFinding => {
  const { failing, givenUp, tasks } = facts
  if (failing + givenUp === 0) return { state: 'well', says: 'No background task has failed.' }
  const counts = [
    ...(failing > 0 ? [`${failing} failed and will be tried again`] : []),
    ...(givenUp > 0 ? [`${givenUp} failed and won’t be tried again`] : []),
  ]
  return {
    state: 'attention',
    says: `Of the background tasks ${counts.join(', ')}: ${tasks.join(', ')}.`,
    todo: 'Open Messages: at the end of the page you read why, and can try each again.',
    to: messagesPage,
  }
}

/** The last minute before `before` at which a schedule starts its task; null if there was none within a day. */
export const lastStart = (schedule: string, before: Date): Date | null => {
  const [item] = parseCronItems([{ task: 'any', match: schedule }])
  const first = Math.floor(before.getTime() / minuteMs) * minuteMs
  for (let minute = 0; minute <= 25 * 60; minute += 1) {
    const at = new Date(first - minute * minuteMs)
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    }
    if (item?.match(digest)) return at
  }
  return null
}

export type ScheduledTask = { name: string; schedule: string }

/** A start is late after this: processes look every minute. */
const graceMs = 5 * minuteMs

/** Tasks that missed two starts in a row, though they were known by then: one is missed whenever a portal is restarted. */
export const findMissed = (
  tasks: readonly ScheduledTask[],
  input: { known: readonly KnownStart[]; now: Date },
): { name: string; due: Date }[] => {
  const before = new Date(input.now.getTime() - graceMs)
  return tasks.flatMap(({ name, schedule }) => {
    const known = input.known.find((one) => one.name === name)
    const last = lastStart(schedule, before)
    const due = last && lastStart(schedule, new Date(last.getTime() - minuteMs))
    if (!known || due === null || known.since > due) return []
    return known.startedAt !== null && known.startedAt >= due ? [] : [{ name, due }]
  })
}

export const judgeSchedules = (missed: readonly { name: string; due: Date }[], count: number): HealthFinding => {
  const [first] = missed.toSorted((a, b) => a.due.getTime() - b.due.getTime())
  if (!first) return { state: 'well', says: `All ${count} tasks of the timetable started when they should.` }
  return {
    state: 'attention',
    says: `${missed.length} of ${count} tasks of the timetable did not start, the first of them {at}: ${missed.map(({ name }) => name).join(', ')}.`,
    at: first.due,
    todo: 'The portal was probably switched off then. Leave it running at night too. The tasks start again by themselves at their next time.',
  }
}

const findWorkers = async (ctx: Ctx) => {
  const rows = await readRows(
    ctx,
    sql<{ count: number }>`select count(distinct application_name)::int as count from pg_stat_activity
      where datname = current_database() and starts_with(application_name, ${workerName})`,
  )
  return judgeWorkers(rows[0]?.count ?? 0)
}

const findQueue = async (ctx: Ctx) => {
  const [row] = await readRows(
    ctx,
    sql<QueueFacts>`select count(*) filter (where is_late)::int as overdue, min(run_at) filter (where is_late) as "oldestAt",
        min(locked_at) filter (where locked_at < now() - interval '1 hour') as "stuckSince"
      from (select run_at, locked_at, locked_at is null and attempts < max_attempts and run_at < now() as is_late
        from graphile_worker.jobs) j`,
  )
  return judgeQueue(row ?? { overdue: 0, oldestAt: null, stuckSince: null }, ctx.now())
}

/** Some minutes after the first failure. Before that it is what happens on any network, and over by itself. */
const fewTries = 5

const findFailures = async (ctx: Ctx) => {
  const [row] = await readRows(
    ctx,
    sql<{ failing: number; givenUp: number; tasks: string[] | null }>`select
        count(*) filter (where attempts < max_attempts)::int as failing,
        count(*) filter (where attempts >= max_attempts)::int as "givenUp",
        (array_agg(distinct task_identifier))[1:5] as tasks
      from graphile_worker.jobs
      where last_error is not null and locked_at is null and (attempts >= ${fewTries}::int or attempts >= max_attempts)`,
  )
  return judgeFailures({ failing: row?.failing ?? 0, givenUp: row?.givenUp ?? 0, tasks: row?.tasks ?? [] })
}

const findSchedules = async (ctx: Ctx, tasks: readonly ScheduledTask[]) => {
  const known = await listKnownStarts(ctx)
  return judgeSchedules(findMissed(tasks, { known, now: ctx.now() }), tasks.length)
}

const shared = { area: 'jobs', pace: 'now', timeoutMs: 5000 } as const

const jobChecks = (tasks: readonly ScheduledTask[]): HealthCheck[] => [
  { ...shared, name: 'jobs.workers', title: 'Background tasks', find: findWorkers },
  { ...shared, name: 'jobs.queue', title: 'Waiting tasks', find: findQueue },
  { ...shared, name: 'jobs.failures', title: 'Failed tasks', find: findFailures },
  { ...shared, name: 'jobs.schedules', title: 'Timetable', find: (ctx) => findSchedules(ctx, tasks) },
]

/** Every check of the portal: those the domains declare, and those of the queue, which knows the jobs of all. */
export const checksOf = (domains: Domains): HealthCheck[] => {
  const handlers = [...domains.flatMap(({ jobs = [] }) => jobs), ...cleanUpJobs([])]
  // The queue knows nothing of the frequent ones, which it starts only after a failure.
  const tasks = handlers.flatMap(({ name, schedule }) =>
    schedule === undefined || isFrequent(schedule) ? [] : [{ name, schedule }],
  )
  return [...domains.flatMap(({ checks = [] }) => checks), ...jobChecks(tasks)]
}
