import type { z } from 'zod'
import type { Ctx } from '../ctx.ts'

/** Work that is done after the commit of the change that asked for it, and tried again when it fails. */
export type Job<S extends z.ZodType = z.ZodType> = { name: string; payload: S }

/** Which try this is, from 1 up. */
export type Attempt = { number: number; isLast: boolean }

export type JobHandler = {
  name: string
  /** The payload it is given: a test reads which texts that may hold. */
  payload: z.ZodType
  /** When the job also starts by itself, as a crontab has it (UTC). */
  schedule?: string
  /** Whether that only asks whether the work of the day is done: see `onceADay`. */
  daily?: true
  run: (ctx: Ctx, payload: unknown, attempt: Attempt) => Promise<void>
}

/** Declares a job. Payloads are kept in the database in the clear: numbers and ids, never a secret. */
export const job = <S extends z.ZodType>(name: string, payload: S): Job<S> => ({ name, payload })

/** Says what a job does. It may run twice (a crash before it was noted as done), so it must bear that. */
export const handle = <S extends z.ZodType>(
  declared: Job<S>,
  run: (ctx: Ctx, payload: z.infer<S>, attempt: Attempt) => Promise<void>,
  options: { schedule?: string } = {},
): JobHandler => ({
  name: declared.name,
  payload: declared.payload,
  ...options,
  run: (ctx, payload, attempt) => run(ctx, declared.payload.parse(payload), attempt),
})
