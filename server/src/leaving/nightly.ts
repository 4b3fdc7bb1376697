import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { addDays, type Day, localDay, startOfDay } from '#platform/local-day.ts'
import { beginSweep, type Sweep } from '#platform/sweep.ts'
import { isOverForGood, overSince } from '../billing/subscriptions/ended-members.ts'
import { beginLeaving } from './beginning.ts'
import { endByReturn } from './returns.ts'
import { noticedDays } from './rules.ts'
import { runStep } from './step-runs.ts'
import type { StepCatalog } from './steps.ts'

/** So many are listed in one query. */
const together = 500

type LeavingNight = { ctx: Ctx; catalog: StepCatalog; today: Day; sweep: Sweep }

/** Works through all rows of a list that is asked for page by page, by rising numbers. */
const sweepEach = async (
  { sweep }: LeavingNight,
  list: (after: number) => Promise<{ id: number }[]>,
  run: (id: number) => Promise<unknown>,
): Promise<void> => {
  for (let after = 0; ;) {
    const rows = await list(after)
    await sweep.each(rows, { nameOf: ({ id }) => `member ${id}`, work: ({ id }) => run(id) })
    if (rows.length < together) return
    after = rows.at(-1)?.id ?? after
  }
}

/** Those whose membership is over since lately, and who were members. */
const listEnded = async ({ ctx, today }: LeavingNight, after: number) => {
  const since = startOfDay(addDays(today, -noticedDays), await ctx.settings.get('SITE_TIME_ZONE'))
  return ctx.db
    .selectFrom('members as m')
    .select('m.id')
    .where('m.id', '>', after)
    .where('m.first_joined_at', 'is not', null)
    .where(isOverForGood)
    .where(sql<boolean>`coalesce(m.closed_at, ${overSince}) >= ${since}`)
    .where(sql<boolean>`not exists (select from leavings l where l.member_id = m.id and l.returned_at is null)`)
    .orderBy('m.id')
    .limit(together)
    .execute()
}

const listReturned = ({ ctx }: LeavingNight, after: number) =>
  ctx.db
    .selectFrom('leavings as l')
    .innerJoin('members as m', 'm.id', 'l.member_id')
    .select('m.id')
    .where('m.id', '>', after)
    .where('l.returned_at', 'is', null)
    .where(sql<boolean>`(l.spell <> m.spell or not ${isOverForGood})`)
    .orderBy('m.id')
    .limit(together)
    .execute()

const listLeaving = ({ ctx, today }: LeavingNight, after: number) =>
  ctx.db
    .selectFrom('leavings as l')
    .select('l.member_id as id')
    .where('l.member_id', '>', after)
    .where('l.returned_at', 'is', null)
    .where('l.state', '=', 'running')
    .where(
      sql<boolean>`exists (select from leaving_steps s where s.leaving_id = l.id
        and s.state in ('waiting', 'failed') and s.due_on <= ${today}::date)`,
    )
    .orderBy('l.member_id')
    .limit(together)
    .execute()

/** Runs what is due of one member, a transaction for each step. */
const runDue = async (night: LeavingNight, memberId: number): Promise<void> => {
  const { ctx, catalog, today } = night
  const steps = await ctx.db
    .selectFrom('leaving_steps as s')
    .innerJoin('leavings as l', 'l.id', 's.leaving_id')
    .select(['s.leaving_id as leavingId', 's.name'])
    .where('l.member_id', '=', memberId)
    .where('l.returned_at', 'is', null)
    .where('l.state', '=', 'running')
    .where('s.state', 'in', ['waiting', 'failed'])
    .where('s.due_on', '<=', today)
    .orderBy('s.position')
    .execute()
  for (const step of steps) {
    const isDone = await runStep(ctx, { catalog, memberId, ...step, isForced: false })
    if (!isDone) night.sweep.noteFailure(`${step.name} of member ${memberId}`)
  }
}

/**
 * What the day brings for members who leave: checklists begin, end where the member came back, and their steps are run
 * once their day has come. It may run at any time and twice. What fails is tried again and makes the run a failed one.
 */
export const runLeavings = async (ctx: Ctx, catalog: StepCatalog): Promise<void> => {
  const settings = await ctx.settings.all()
  if (!settings.ENABLE_LEAVING) return
  const today = localDay(ctx.now(), settings.SITE_TIME_ZONE)
  const night: LeavingNight = { ctx, catalog, today, sweep: beginSweep(ctx, 'leaving') }
  await sweepEach(
    night,
    (after) => listReturned(night, after),
    (memberId) => endByReturn(ctx, { catalog, memberId }),
  )
  await sweepEach(
    night,
    (after) => listEnded(night, after),
    (memberId) => beginLeaving(ctx, { catalog, memberId }),
  )
  await sweepEach(
    night,
    (after) => listLeaving(night, after),
    (memberId) => runDue(night, memberId),
  )
  night.sweep.end()
}
