import { sql } from 'kysely'
import type { z } from 'zod'
import type { Work } from '../db/work.ts'
import type { Job } from './job.ts'
import { flagOf } from './shared-slots.ts'

/** The wait before try n+1 is eⁿ seconds, at most six hours: twelve tries take about sixteen hours. */
const defaultMaxAttempts = 12

export type JobOptions = {
  runAt?: Date
  maxAttempts?: number
  /** Of jobs with one key only the newest waits; it takes the place of an older one. */
  key?: string
  /** Jobs of one queue run one after the other, in whichever process. */
  queue?: string
}

/** Adds a job with the transaction: it starts once that is committed, and never if it is not. */
export const addJob = async <S extends z.ZodType>(
  { tx }: Work,
  declared: Job<S>,
  payload: z.input<S>,
  options: JobOptions = {},
): Promise<void> => {
  const text = JSON.stringify(declared.payload.parse(payload))
  await sql`
    select graphile_worker.add_job(
      ${declared.name}::text,
      payload => ${text}::json,
      run_at => ${options.runAt ?? null}::timestamptz,
      max_attempts => ${options.maxAttempts ?? defaultMaxAttempts}::integer,
      job_key => ${options.key ?? null}::text,
      queue_name => ${options.queue ?? null}::text,
      flags => ${[flagOf(declared.name)]}::text[]
    )`.execute(tx)
}

/** Adds many jobs of one kind in one statement. Those of a higher `priority` number wait for the others. */
export const addJobs = async <S extends z.ZodType>(
  { tx }: Work,
  input: { declared: Job<S>; payloads: readonly z.input<S>[]; priority: number },
): Promise<void> => {
  const texts = input.payloads.map((payload) => JSON.stringify(input.declared.payload.parse(payload)))
  if (texts.length === 0) return
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(${input.declared.name}::text, one.payload::json, null, null, ${defaultMaxAttempts}::int, null,
        ${input.priority}::int, ${[flagOf(input.declared.name)]}::text[])::graphile_worker.job_spec
      from unnest(${texts}::text[]) as one(payload)
    ))`.execute(tx)
}
