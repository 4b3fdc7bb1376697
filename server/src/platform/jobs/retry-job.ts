import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { change } from '../db/change.ts'
import { AppError } from '../http/app-error.ts'
import { screens } from '../live/screens.ts'

/** Tries a failed job again at once, with as many tries as a new one. One that is running or done is not found. */
export const retryJob = (ctx: Ctx, jobId: string): Promise<void> =>
  change(ctx, 'job.retried', async ({ tx }) => {
    const { rows } = await sql<{ task_identifier: string }>`
      select jobs.task_identifier
      from graphile_worker.reschedule_jobs(array[${jobId}::bigint], run_at => now(), attempts => 0) as rescheduled
      join graphile_worker.jobs on jobs.id = rescheduled.id`.execute(tx)
    const [job] = rows
    if (!job) throw new AppError('notFound')
    return {
      result: undefined,
      data: { task: job.task_identifier },
      tell: [screens.notice({ topic: 'messages', audience: 'admins' })],
    }
  })
