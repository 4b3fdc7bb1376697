import { sql } from 'kysely'
import type { Work } from '../db/change.ts'

/** Removes jobs that were given up before this and are of no use to staff any more. */
export const forgetGivenUpJobs = async ({ tx }: Work, before: Date): Promise<number> => {
  const { rows } = await sql`
    select id from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null and updated_at < ${before}
    ))`.execute(tx)
  return rows.length
}
