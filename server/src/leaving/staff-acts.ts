import type { StepAct } from '@spacekeeper/contract/leaving/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { leavingNotices, lockCurrentLeaving, lockLeaver } from './leaver-row.ts'
import { lockStep, runStep, storeOutcome } from './step-runs.ts'
import { type StepCatalog, titleOfStep } from './steps.ts'

const ownerOf = async (db: Pick<Ctx['db'], 'selectFrom'>, leavingId: number): Promise<number> => {
  const row = await db.selectFrom('leavings').select('member_id').where('id', '=', leavingId).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row.member_id
}

/** A checklist that goes on, or is stopped. */
const lockOpen = async (work: Work, leavingId: number) => {
  const memberId = await ownerOf(work.tx, leavingId)
  const leaver = await lockLeaver(work, memberId)
  const leaving = await lockCurrentLeaving(work, memberId)
  if (leaving?.id !== leavingId || leaving.state === 'done') throw new AppError('leavingOver')
  return { memberId, leaver, state: leaving.state }
}

/** Stops a checklist: nothing of it happens by itself until it goes on. */
export const setPaused = (ctx: Ctx, { leavingId, isPaused }: { leavingId: number; isPaused: boolean }): Promise<void> =>
  change(ctx, isPaused ? 'leaving.paused' : 'leaving.resumed', async (work) => {
    const { memberId, state } = await lockOpen(work, leavingId)
    if ((state === 'paused') === isPaused) return unchanged(undefined)
    await work.tx
      .updateTable('leavings')
      .set({ state: isPaused ? 'paused' : 'running' })
      .where('id', '=', leavingId)
      .execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { leavingId },
      tell: leavingNotices(memberId),
    }
  })

type StepChoice = { leavingId: number; step: string; act: StepAct }

const lockOpenStep = async (work: Work, { leavingId, step: name }: StepChoice) => {
  const open = await lockOpen(work, leavingId)
  const step = await lockStep(work, { leavingId, name })
  if (!step) throw new AppError('notFound')
  if (step.state === 'done' || step.state === 'skipped') throw new AppError('stepSettled')
  return open
}

/** Skips a step, or notes that staff did it themselves. */
const settle = (ctx: Ctx, { catalog, choice }: { catalog: StepCatalog; choice: StepChoice }): Promise<void> =>
  change(ctx, choice.act === 'skip' ? 'leaving.stepSkipped' : 'leaving.stepMarked', async (work) => {
    const { leavingId, step: name, act } = choice
    const { memberId } = await lockOpenStep(work, choice)
    const outcome =
      act === 'skip'
        ? ({ state: 'skipped', words: 'Staff skipped this.' } as const)
        : ({ state: 'done', words: 'Staff did this.' } as const)
    await storeOutcome(work, { leavingId, name, outcome })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { leavingId, step: titleOfStep(catalog, name) },
      tell: leavingNotices(memberId),
    }
  })

/** Checks what runs in a transaction of its own afterwards. */
const checkRun = (ctx: Ctx, choice: StepChoice): Promise<number> =>
  change(ctx, 'leaving.stepDone', async (work) => {
    const { memberId, leaver } = await lockOpenStep(work, choice)
    if (!leaver.isOver) throw new AppError('notLeaving')
    return unchanged(memberId)
  })

/** What staff do with one step. Run now, it is done before its day; what fails says so on the checklist. */
export const actOnStep = async (
  ctx: Ctx,
  { catalog, ...choice }: StepChoice & { catalog: StepCatalog },
): Promise<void> => {
  if (choice.act !== 'run') return settle(ctx, { catalog, choice })
  const memberId = await checkRun(ctx, choice)
  await runStep(ctx, { catalog, memberId, leavingId: choice.leavingId, name: choice.step, isForced: true })
}
