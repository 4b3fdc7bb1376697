import type { LeavingReason } from '@spacekeeper/contract/leaving/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type ChangeResult, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { type Day, localDay } from '#platform/local-day.ts'
import { type LockedLeaver, leavingNotices, lockCurrentLeaving, lockLeaver } from './leaver-row.ts'
import { dateSteps } from './rules.ts'
import type { StepCatalog } from './steps.ts'

const reasonOf = ({ closed_at: closedAt, inactive_by: by }: LockedLeaver): LeavingReason => {
  if (closedAt !== null) return 'closed'
  return by === 'staff' ? 'staff' : 'planEnded'
}

type LeavingStart = { catalog: StepCatalog; leaver: LockedLeaver; endedOn: Day }

const insertLeaving = async ({ tx, ctx }: Work, { catalog, leaver, endedOn }: LeavingStart): Promise<number> => {
  const settings = await ctx.settings.all()
  const { id } = await tx
    .insertInto('leavings')
    .values({
      member_id: leaver.id,
      spell: leaver.spell,
      reason: reasonOf(leaver),
      ended_on: endedOn,
      started_at: ctx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const steps = [...catalog.values()].map(({ name, position, setting }) => ({
    name,
    position,
    days: settings[setting],
  }))
  await tx
    .insertInto('leaving_steps')
    .values(
      dateSteps(steps, endedOn).map(({ name, dueOn }, place) => ({
        leaving_id: id,
        name,
        position: place,
        due_on: dueOn,
      })),
    )
    .execute()
  return id
}

const begun = (leavingId: number, { leaver, endedOn }: LeavingStart): ChangeResult<{ id: number }> => ({
  result: { id: leavingId },
  subject: { kind: 'member', id: leaver.id },
  data: { leavingId, endedOn },
  tell: leavingNotices(leaver.id),
})

const dayOf = async (ctx: Ctx, at: Date): Promise<Day> => localDay(at, await ctx.settings.get('SITE_TIME_ZONE'))

/** Begins the checklist of a member whose membership is over, unless it began already or they are back. */
export const beginLeaving = (
  ctx: Ctx,
  { catalog, memberId }: { catalog: StepCatalog; memberId: number },
): Promise<{ id: number } | null> =>
  change<{ id: number } | null>(ctx, 'leaving.began', async (work) => {
    const leaver = await lockLeaver(work, memberId)
    if (!leaver.isOver || (await lockCurrentLeaving(work, memberId))) return unchanged(null)
    const endedOn = await dayOf(ctx, leaver.closed_at ?? leaver.overSince ?? ctx.now())
    const beginning = { catalog, leaver, endedOn }
    return begun(await insertLeaving(work, beginning), beginning)
  })

/** The same by staff, also for a membership that ended long ago; the days are counted from today then. */
export const beginByStaff = (
  ctx: Ctx,
  { catalog, memberId }: { catalog: StepCatalog; memberId: number },
): Promise<{ id: number }> =>
  change(ctx, 'leaving.begun', async (work) => {
    const leaver = await lockLeaver(work, memberId)
    if (leaver.closed_at !== null) throw new AppError('memberClosed')
    if (!leaver.isOver) throw new AppError('notLeaving')
    if (await lockCurrentLeaving(work, memberId)) throw new AppError('leavingThere')
    const beginning = { catalog, leaver, endedOn: await dayOf(ctx, ctx.now()) }
    return begun(await insertLeaving(work, beginning), beginning)
  })
