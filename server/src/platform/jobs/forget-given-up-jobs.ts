import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { record } from '../db/change.ts'

const keptDays = 90

/** Removes jobs that were given up long ago and are of no use to staff any more. */
export const forgetGivenUpJobs = (ctx: Ctx): Promise<void> =>
  record(ctx, async (tx) => {
    const before = new Date(ctx.now().getTime() - keptDays * 24 * 60 * 60 * 1000)
    await sql`
      select graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null and updated_at < ${before}
      ))`.execute(tx)
    return { result: undefined }
  })
