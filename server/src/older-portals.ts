import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { workerName } from '#platform/jobs/jobs-pool.ts'
import { version } from '#platform/version.ts'

/** So long may a portal that was asked to stop take, and the database to notice it. */
export const stoppingMs = 20_000

const lookMs = 250

/** A running portal is known by the connections of its jobs. */
const isPortalRunning = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query(
    'select from pg_stat_activity where datname = current_database() and starts_with(application_name, $1) limit 1',
    [workerName],
  )
  return rows.length > 0
}

/** Newer files must not change the tables under a portal that runs from the older ones. One that is stopping is waited for. */
export const refuseBesideOlder = async (
  pool: pg.Pool,
  { waitMs, isCommand, log }: { waitMs: number; isCommand: boolean; log: Logger },
): Promise<void> => {
  const until = performance.now() + waitMs
  for (let turn = 0; await isPortalRunning(pool); turn += 1) {
    if (performance.now() >= until)
      throw new Error(
        `This Spacekeeper (${version}) has to change the database first, and a portal that was started from an older one works with it. Nothing was changed. ` +
          (isCommand
            ? 'Stop that portal, start it again with npm start, and then run this again.'
            : 'Stop that portal, all its processes where there are several, and then start this one again.'),
      )
    if (turn === 0) log.warn('an older portal works with the database: waiting for it to stop')
    await sleep(lookMs)
  }
}
