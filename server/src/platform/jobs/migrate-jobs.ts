import { runMigrations } from 'graphile-worker'
import type { Logger } from 'pino'
import { jobsLog } from './jobs-log.ts'
import { openJobsPool } from './jobs-pool.ts'

/** Creates or updates the queue's own schema. */
export const migrateJobs = async (input: { connectionString: string; log: Logger }): Promise<void> => {
  const pool = openJobsPool({ ...input, max: 1 })
  try {
    await runMigrations({ pgPool: pool, logger: jobsLog(input.log) })
  } finally {
    await pool.end()
  }
}
