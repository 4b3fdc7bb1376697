import type { FailedJob } from '@spacekeeper/contract/messages/shapes.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../ctx.ts'

const limit = 100
const maxErrorLength = 500

type JobRow = {
  id: number
  task_identifier: string
  attempts: number
  max_attempts: number
  last_error: string
  run_at: Date
  updated_at: Date
}

/** Jobs whose last try failed, the most recent first. Payloads are left out: they may be about members. */
export const listFailedJobs = async (ctx: Ctx): Promise<z.infer<typeof FailedJob>[]> => {
  const rows = await ctx.db
    .selectFrom(sql<JobRow>`graphile_worker.jobs`.as('jobs'))
    .select(['id', 'task_identifier', 'attempts', 'max_attempts', 'last_error', 'run_at'])
    .where('last_error', 'is not', null)
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    task: row.task_identifier,
    attempts: row.attempts,
    error: row.last_error.slice(0, maxErrorLength),
    runAt: row.run_at.toISOString(),
    isGivenUp: row.attempts >= row.max_attempts,
  }))
}
