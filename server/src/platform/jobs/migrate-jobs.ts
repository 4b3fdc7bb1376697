import { runMigrations } from 'graphile-worker'
import type { Logger } from 'pino'
import { jobsLog } from './jobs-log.ts'
import { openJobsPool } from './jobs-pool.ts'

/** A change of the schema may wait for other processes that use it. */
const patience = { openMs: 10_000, statementMs: 600_000 }

/** Creates or updates the queue's own schema. */
export const migrateJobs = async (input: { connectionString: string; log: Logger }): Promise<void> => {
  const pool = openJobsPool({ ...input, max: 1, patience })
  try {
    await runMigrations({ pgPool: pool, logger: jobsLog(input.log) })
  } finally {
    await pool.end()
  }
}
