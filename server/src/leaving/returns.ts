import { refundSources } from '@spacekeeper/contract/leaving/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type ChangePart, type Work, unchanged } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { localDay } from '#platform/local-day.ts'
import { isOfNow, leavingNotices, lockCurrentLeaving, lockLeaver } from './leaver-row.ts'
import { mailLeavingJob } from './mails.ts'
import { withdrawOpenRefund } from './payout-row.ts'
import type { StepCatalog } from './steps.ts'

type Return = { catalog: StepCatalog; memberId: number; leavingId: number }

/** Puts back what needs no decision, and lists what staff can give back. */
const undoSteps = async (work: Work, { catalog, memberId, leavingId }: Return) => {
  const { SITE_TIME_ZONE: zone, SITE_LOCALE_CURRENCY: locale } = await work.ctx.settings.all()
  const today = localDay(work.now, zone)
  const facts = { leavingId, memberId, today, locale, isClosed: false, isFirstTry: false }
  const done = await work.tx
    .selectFrom('leaving_steps')
    .select(['name', 'kept', 'words'])
    .where('leaving_id', '=', leavingId)
    .where('state', '=', 'done')
    .orderBy('position')
    .execute()
  const parts: ChangePart[] = []
  const toGiveBack: string[] = []
  for (const { name, kept } of done) {
    const step = catalog.get(name)
    parts.push(...((await step?.undo?.(work, { ...facts, kept })) ?? []))
    if (step?.toGiveBack !== undefined) toGiveBack.push(step.toGiveBack)
  }
  return { parts, toGiveBack }
}

const skipTheRest = async ({ tx, now }: Work, leavingId: number): Promise<void> => {
  await tx
    .updateTable('leaving_steps')
    .set({ state: 'skipped', words: 'The member came back before this was done.', settled_at: now })
    .where('leaving_id', '=', leavingId)
    .where('state', 'in', ['waiting', 'failed'])
    .execute()
}

/** Ends the checklist of a member who is back, or was: the rest is not done, and what was taken and can be given back is said. */
export const endByReturn = (
  ctx: Ctx,
  { catalog, memberId }: { catalog: StepCatalog; memberId: number },
): Promise<void> =>
  change(ctx, 'leaving.returned', async (work) => {
    const leaver = await lockLeaver(work, memberId)
    const leaving = await lockCurrentLeaving(work, memberId)
    if (!leaving || isOfNow(leaver, leaving)) return unchanged(undefined)
    const back = { catalog, memberId, leavingId: leaving.id }
    await work.tx.updateTable('leavings').set({ returned_at: ctx.now() }).where('id', '=', leaving.id).execute()
    const { parts, toGiveBack } = await undoSteps(work, back)
    await skipTheRest(work, leaving.id)
    for (const source of refundSources) await withdrawOpenRefund(work, { memberId, source })
    // A member who has left again meanwhile is not welcomed back.
    if (!leaver.isOver)
      await addJob(work, mailLeavingJob, { leavingId: leaving.id, memberId, occasion: 'returned', toGiveBack })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { leavingId: leaving.id, toGiveBack },
      also: parts.filter(({ event }) => event !== undefined),
      tell: [...leavingNotices(memberId), ...parts.flatMap(({ tell = [] }) => tell)],
    }
  })
