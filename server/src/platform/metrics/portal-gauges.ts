import { sql } from 'kysely'
import { systemCtx, type Services } from '../ctx.ts'
import { readRows } from '../db/read-rows.ts'
import { version } from '../version.ts'
import { gaugeGroup, type GaugeGroup } from './gauges.ts'

const processGauges = gaugeGroup({
  measures: {
    spacekeeper_info: { help: 'Always 1; the version stands in a label.', labels: ['version'] },
    spacekeeper_database_connections: {
      help: 'Connections of this process to the database: busy and idle ones, and requests that wait for one.',
      labels: ['state'],
    },
    spacekeeper_database_connections_limit: { help: 'So many connections this process opens at most.' },
    spacekeeper_live_connected: {
      help: '1 while this process hears the others, 0 while its screens and doors learn of changes late.',
    },
    spacekeeper_devices_behind_seconds: {
      help: 'For how long the device of this process that has waited longest is not known to have its list, lockout or order; 0 when all do.',
    },
  },
  keptMs: 0,
  read: async ({ pool, live, lags }: Services) => ({
    spacekeeper_info: [{ labels: { version }, value: 1 }],
    spacekeeper_database_connections: [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'waiting' }, value: pool.waitingCount },
    ],
    spacekeeper_database_connections_limit: [{ value: pool.options.max }],
    spacekeeper_live_connected: [{ value: Number(live.isConnected()) }],
    spacekeeper_devices_behind_seconds: [{ value: lags.longest().ms / 1000 }],
  }),
})

type JobCounts = {
  due: number
  running: number
  planned: number
  failing: number
  givenUp: number
  lateSeconds: number
}

const jobGauges = gaugeGroup({
  measures: {
    spacekeeper_jobs: {
      help: 'Background jobs: due, running, planned for later, failing (tried again) and given up.',
      labels: ['state'],
    },
    spacekeeper_job_oldest_due_seconds: { help: 'How long the oldest job that is due has been waiting.' },
  },
  keptMs: 10_000,
  read: async (services) => {
    const [counts] = await readRows(
      systemCtx(services),
      sql<JobCounts>`select
          count(*) filter (where run_at <= now() and locked_at is null and attempts < max_attempts) as due,
          count(*) filter (where locked_at is not null) as running,
          count(*) filter (where run_at > now() and locked_at is null and attempts < max_attempts) as planned,
          count(*) filter (where last_error is not null and attempts < max_attempts) as failing,
          count(*) filter (where locked_at is null and attempts >= max_attempts) as "givenUp",
          coalesce(extract(epoch from now() - min(run_at)
            filter (where run_at <= now() and locked_at is null and attempts < max_attempts)), 0)::float8 as "lateSeconds"
        from graphile_worker.jobs`,
    )
    const { lateSeconds = 0, givenUp = 0, ...others } = counts ?? {}
    const states = { ...others, given_up: givenUp }
    return {
      spacekeeper_jobs: Object.entries(states).map(([state, value]) => ({ labels: { state }, value })),
      spacekeeper_job_oldest_due_seconds: [{ value: lateSeconds }],
    }
  },
})

/** What would be measured of any portal; domains declare their own. */
export const portalGauges: readonly GaugeGroup[] = [processGauges, jobGauges]
