import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { outageOf } from '#platform/db/outage.ts'
import type { LeavingOutcome } from '#platform/leaving-step.ts'
import { localDay } from '#platform/local-day.ts'
import { isOfNow, type LockedLeaver, leavingNotices, lockCurrentLeaving, lockLeaver } from './leaver-row.ts'
import { isRunnable } from './rules.ts'
import { type StepCatalog, titleOfStep } from './steps.ts'

export type StepName = { memberId: number; leavingId: number; name: string }

type StepRun = StepName & { catalog: StepCatalog; isForced: boolean }

export const lockStep = ({ tx }: Work, { leavingId, name }: { leavingId: number; name: string }) =>
  tx
    .selectFrom('leaving_steps')
    .selectAll()
    .where('leaving_id', '=', leavingId)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()

type LockedStep = NonNullable<Awaited<ReturnType<typeof lockStep>>>

/** Ends a checklist of which nothing is left to do. */
export const endIfSettled = async ({ tx, now }: Work, leavingId: number): Promise<void> => {
  await tx
    .updateTable('leavings')
    .set({ state: 'done', done_at: now })
    .where('id', '=', leavingId)
    .where('state', '<>', 'done')
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('leaving_steps')
            .select('name')
            .where('leaving_id', '=', leavingId)
            .where('state', 'in', ['waiting', 'failed']),
        ),
      ),
    )
    .execute()
}

/** Notes what became of a step. */
export const storeOutcome = async (
  work: Work,
  { leavingId, name, outcome }: { leavingId: number; name: string; outcome: LeavingOutcome },
): Promise<void> => {
  await work.tx
    .updateTable('leaving_steps')
    .set({
      state: outcome.state,
      words: outcome.words.slice(0, 500),
      tried_at: work.now,
      settled_at: outcome.state === 'waiting' ? null : work.now,
      kept: JSON.stringify(outcome.kept ?? {}),
    })
    .where('leaving_id', '=', leavingId)
    .where('name', '=', name)
    .execute()
  await endIfSettled(work, leavingId)
}

/** What is done by closing the account needs no step; what stays goes on for the former member. */
const outcomeOf = async (
  work: Work,
  { run, leaver, step }: { run: StepRun; leaver: LockedLeaver; step: LockedStep },
): Promise<LeavingOutcome> => {
  const { catalog, name, memberId, leavingId } = run
  const declared = catalog.get(name)
  const isClosed = leaver.closed_at !== null
  if (!declared) return { state: 'skipped', words: 'This version of the portal has no such step.' }
  if (isClosed && !declared.staysAfterClosing) return { state: 'done', words: 'Closing the account did it.' }
  const { SITE_TIME_ZONE: zone, SITE_LOCALE_CURRENCY: locale } = await work.ctx.settings.all()
  const facts = { leavingId, memberId, today: localDay(work.now, zone), locale, isClosed }
  return declared.run(work, { ...facts, isFirstTry: step.tried_at === null })
}

const runLocked = async (work: Work, run: StepRun) => {
  const { ctx } = work
  const { catalog, memberId, leavingId, name, isForced } = run
  const leaver = await lockLeaver(work, memberId)
  const leaving = await lockCurrentLeaving(work, memberId)
  const step = leaving?.id === leavingId ? await lockStep(work, run) : undefined
  if (!leaving || !step) return unchanged(undefined)
  const today = localDay(ctx.now(), await ctx.settings.get('SITE_TIME_ZONE'))
  const isOver = isOfNow(leaver, leaving)
  const facts = { state: leaving.state, hasReturned: false, stepState: step.state, dueOn: step.due_on }
  if (!isRunnable({ ...facts, today, isOver, isForced })) return unchanged(undefined)
  const outcome = await outcomeOf(work, { run, leaver, step })
  await storeOutcome(work, { leavingId, name, outcome })
  const { state, words, parts = [] } = outcome
  // A step that goes on waiting leaves no trace but that it was looked at.
  if (state === 'waiting' && parts.length === 0 && words === step.words) return unchanged(undefined)
  return {
    result: undefined,
    subject: { kind: 'member', id: memberId },
    data: { leavingId, step: titleOfStep(catalog, name), words, state },
    // What a step did has events of its own; a part without one only tells.
    also: parts.filter(({ event }) => event !== undefined),
    tell: [...leavingNotices(memberId), ...parts.flatMap(({ event, tell = [] }) => (event === undefined ? tell : []))],
  }
}

const noteFailure = (ctx: Ctx, { catalog, memberId, leavingId, name }: StepRun): Promise<void> =>
  change(ctx, 'leaving.stepFailed', async (work) => {
    const step = await lockStep(work, { leavingId, name })
    if (!step || step.state === 'done' || step.state === 'skipped') return unchanged(undefined)
    await work.tx
      .updateTable('leaving_steps')
      .set({ state: 'failed', words: 'This did not work. The portal tries it again every hour.', tried_at: ctx.now() })
      .where('leaving_id', '=', leavingId)
      .where('name', '=', name)
      .execute()
    if (step.state === 'failed') return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { leavingId, step: titleOfStep(catalog, name) },
      tell: leavingNotices(memberId),
    }
  })

/** Runs a step in a transaction of its own, and says on the checklist when it fails. False when it did. */
export const runStep = async (ctx: Ctx, run: StepRun): Promise<boolean> => {
  try {
    await change(ctx, 'leaving.stepDone', (work) => runLocked(work, run))
    return true
  } catch (error) {
    if (outageOf(error) !== null) throw error
    ctx.log.error({ err: error, leavingId: run.leavingId, step: run.name }, 'leaving: a step failed')
    await noteFailure(ctx, run)
    return false
  }
}
