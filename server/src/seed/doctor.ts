import type { Services } from '#platform/ctx.ts'
import { lookAroundJob } from '../doctor/jobs.ts'

/** The doctor looks as soon as the portal of the demonstration runs, and not only after some minutes. */
export const seedDoctor = async ({ pool }: Pick<Services, 'pool'>): Promise<void> => {
  await pool.query("select graphile_worker.add_job($1, '{}'::json)", [lookAroundJob.name])
}
