import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { change, record, unchanged } from '../db/change.ts'
import { onceADay } from '../jobs/daily-work.ts'
import { handle, job, type JobHandler } from '../jobs/job.ts'
import { beginSweep } from '../sweep.ts'
import { removeBatch, type Retention } from './retention.ts'

/** So many rows go in one transaction, which then holds no lock for longer than a moment. */
const usualBatch = 2000

const dayMs = 24 * 60 * 60 * 1000

/** How long one kind is kept now; 0 is for ever. */
export const daysOf = async (ctx: Ctx, retention: Retention): Promise<number> =>
  'days' in retention ? retention.days : Number(await ctx.settings.get(retention.setting))

/** Deletes what is no longer kept of one kind. What each transaction deletes is counted in it. */
const cleanUpOne = async (ctx: Ctx, { retention, most }: { retention: Retention; most: number }): Promise<void> => {
  const days = await daysOf(ctx, retention)
  if (days === 0) return
  const before = new Date(ctx.now().getTime() - days * dayMs)
  const { name } = retention
  for (let deleted = most; deleted >= most;) {
    deleted = await record(ctx, async (work) => {
      const result = await removeBatch(work, retention, { before, most })
      if (result > 0)
        await sql`insert into retention_runs as r (name, total, uncounted) values (${name}, ${result}, ${result})
          on conflict (name) do update set total = r.total + ${result}, uncounted = r.uncounted + ${result}`.execute(
          work.tx,
        )
      return { result }
    })
  }
}

/** Notes which kinds are done, and what was deleted since the last audit event, in one event. */
const noteRun = async (ctx: Ctx, done: readonly Retention[]): Promise<void> => {
  const names = done.map(({ name }) => name)
  await change(ctx, 'retention.ran', async ({ tx }) => {
    const { rows } = await sql<{ name: string; deleted: number }>`
      insert into retention_runs as r (name, ran_at) select n, ${ctx.now()} from unnest(${names}::text[]) as n
      on conflict (name) do update set ran_at = excluded.ran_at, deleted = r.uncounted, uncounted = 0
      returning name, deleted`.execute(tx)
    const deleted = rows.filter((row) => row.deleted > 0)
    if (deleted.length === 0) return unchanged(undefined)
    return {
      result: undefined,
      data: {
        count: deleted.reduce((sum, row) => sum + row.deleted, 0),
        deleted: Object.fromEntries(deleted.map((row) => [row.name, row.deleted])),
      },
    }
  })
}

/** Deletes what is no longer kept. What fails holds nothing else up; the job then fails, too, and is tried again. */
export const cleanUp = async (ctx: Ctx, retentions: readonly Retention[], most = usualBatch): Promise<void> => {
  const done: Retention[] = []
  const sweep = beginSweep(ctx, 'clean-up')
  await sweep.each(retentions, {
    nameOf: ({ name }) => name,
    work: async (retention) => {
      await cleanUpOne(ctx, { retention, most })
      done.push(retention)
    },
  })
  await noteRun(ctx, done)
  sweep.end()
}

const cleanUpJob = job('cleanUp', z.object({}))

/** The nightly job for what all domains declare. */
export const cleanUpJobs = (retentions: readonly Retention[]): JobHandler[] => [
  onceADay(
    handle(cleanUpJob, (ctx) => cleanUp(ctx, retentions)),
    '03:30',
  ),
]
