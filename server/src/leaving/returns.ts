import type { Ctx } from '#platform/ctx.ts'
import { change, type ChangePart, type Tx, unchanged } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { localDay } from '#platform/local-day.ts'
import { leavingNotices, lockCurrentLeaving, lockLeaver } from './leaver-row.ts'
import { mailLeavingJob } from './mails.ts'
import { withdrawOpenRefund } from './payout-row.ts'
import type { StepCatalog } from './steps.ts'

type Return = { ctx: Ctx; catalog: StepCatalog; memberId: number; leavingId: number }

/** Puts back what needs no decision, and lists what staff can give back. */
const undoSteps = async (tx: Tx, { ctx, catalog, memberId, leavingId }: Return) => {
  const { SITE_TIME_ZONE: zone, SITE_LOCALE_CURRENCY: locale } = await ctx.settings.all()
  const now = ctx.now()
  const facts = {
    ctx,
    leavingId,
    memberId,
    now,
    today: localDay(now, zone),
    locale,
    isClosed: false,
    isFirstTry: false,
  }
  const done = await tx
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
    parts.push(...((await step?.undo?.(tx, { ...facts, kept })) ?? []))
    if (step?.toGiveBack !== undefined) toGiveBack.push(step.toGiveBack)
  }
  return { parts, toGiveBack }
}

const skipTheRest = async (tx: Tx, { ctx, leavingId }: Return): Promise<void> => {
  await tx
    .updateTable('leaving_steps')
    .set({ state: 'skipped', words: 'The member came back before this was done.', settled_at: ctx.now() })
    .where('leaving_id', '=', leavingId)
    .where('state', 'in', ['waiting', 'failed'])
    .execute()
}

/** Ends the checklist of a member who is back: the rest is not done, and what was taken and can be given back is said. */
export const endByReturn = (
  ctx: Ctx,
  { catalog, memberId }: { catalog: StepCatalog; memberId: number },
): Promise<void> =>
  change(ctx, 'leaving.returned', async (tx) => {
    const leaver = await lockLeaver(tx, memberId)
    const leaving = await lockCurrentLeaving(tx, memberId)
    if (leaver.isOver || !leaving) return unchanged(undefined)
    const back: Return = { ctx, catalog, memberId, leavingId: leaving.id }
    await tx.updateTable('leavings').set({ returned_at: ctx.now() }).where('id', '=', leaving.id).execute()
    const { parts, toGiveBack } = await undoSteps(tx, back)
    await skipTheRest(tx, back)
    await withdrawOpenRefund(tx, { memberId, now: ctx.now() })
    await addJob(tx, mailLeavingJob, { leavingId: leaving.id, memberId, occasion: 'returned', toGiveBack })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { leavingId: leaving.id, toGiveBack },
      also: parts.filter(({ event }) => event !== undefined),
      tell: [...leavingNotices(memberId), ...parts.flatMap(({ tell = [] }) => tell)],
    }
  })
