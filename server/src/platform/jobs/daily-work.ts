import { sql } from 'kysely'
import { z } from 'zod'
import { type Ctx, type Services, systemCtx } from '../ctx.ts'
import { record } from '../db/change.ts'
import { addJob } from './add-job.ts'
import type { JobHandler } from './job.ts'

/** A time of day in UTC, such as 03:30. */
export type DayTime = `${number}:${number}`

const offsetOf = (at: DayTime): number => {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

/** The day (UTC) whose work is due by now: today from this time on, before it yesterday. */
export const dueDay = (at: DayTime, now: Date): string =>
  new Date(now.getTime() - offsetOf(at)).toISOString().slice(0, 10)

/** The minute of each hour at which it is asked whether the work of the day is still to be done, as a crontab has it. */
export const askedEachHour = (at: DayTime): string => `${(offsetOf(at) / 60_000) % 60} * * * *`

/** The payload of a job that is only to be done if that of its day is not. */
export const onlyIfDue = { onlyIfDue: true } as const // a literal, which `isOnlyIfDue` reads

const OnlyIfDue = z.looseObject({ onlyIfDue: z.literal(true) })

const isDone = async (ctx: Ctx, { name, day }: { name: string; day: string }): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('daily_jobs')
    .select('name')
    .where('name', '=', name)
    .where('done_on', '>=', sql<string>`${day}::date`)
    .executeTakeFirst()
  return row !== undefined
}

const noteDone = (ctx: Ctx, { name, day }: { name: string; day: string }): Promise<void> =>
  record(ctx, async ({ tx }) => {
    await sql`insert into daily_jobs as d (name, done_on) values (${name}, ${day}::date)
      on conflict (name) do update set done_on = greatest(d.done_on, excluded.done_on)`.execute(tx)
    return { result: undefined }
  })

/** Does the work of a day once: what is asked for each hour finds it done. Asked for by itself, it is always done. */
export const onceADay = (handler: JobHandler, at: DayTime): JobHandler => ({
  ...handler,
  schedule: askedEachHour(at),
  daily: true,
  run: async (ctx, payload, attempt) => {
    const day = dueDay(at, ctx.now())
    if (OnlyIfDue.safeParse(payload).success && (await isDone(ctx, { name: handler.name, day }))) return
    await handler.run(ctx, payload, attempt)
    await noteDone(ctx, { name: handler.name, day })
  },
})

/** Asks for the work of the day at the start, so that a machine that is off at night does it in the morning. */
export const askForDailyWork = (services: Services, handlers: readonly JobHandler[]): Promise<void> =>
  record(systemCtx(services), async (work) => {
    for (const { name, daily } of handlers)
      if (daily)
        await addJob(work, { name, payload: z.object({ onlyIfDue: z.literal(true) }) }, onlyIfDue, { key: name })
    return { result: undefined }
  })
