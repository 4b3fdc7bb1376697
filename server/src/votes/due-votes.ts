import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { sweep } from '#platform/sweep.ts'
import { startMotionLetter } from './letters.ts'
import { motionSubject } from './motions.ts'
import { closeMotion, openMotion } from './opening.ts'
import { isVoteReminderDue } from './rules.ts'
import { lockMotion } from './voting-rights.ts'

const listWaiting = (ctx: Ctx) =>
  ctx.db
    .selectFrom('motions')
    .select(['id', 'opens_at', 'opened_at as openedAt', 'closes_at as closesAt', 'closed_at'])
    .select(['reminded_at as remindedAt'])
    .where('meeting_id', 'is', null)
    .where('closed_at', 'is', null)
    .where('published_at', 'is', null)
    .orderBy('id')
    .limit(500)
    .execute()

type WaitingMotion = Awaited<ReturnType<typeof listWaiting>>[number]

const remind = (ctx: Ctx, motionId: number) =>
  change(ctx, 'motion.reminded', async (work) => {
    const row = await lockMotion(work, motionId)
    if (row.reminded_at !== null || row.closed_at !== null) return unchanged(undefined)
    const { count } = await work.tx
      .selectFrom('motion_roll as r')
      .select((is) => is.fn.countAll<string>().as('count'))
      .where('r.motion_id', '=', motionId)
      .where(
        sql<boolean>`not exists (
          select from vote_marks v where v.motion_id = r.motion_id and v.principal_id = r.member_id)`,
      )
      .executeTakeFirstOrThrow()
    await work.tx.updateTable('motions').set({ reminded_at: ctx.now() }).where('id', '=', motionId).execute()
    await startMotionLetter(work, { motionId, kind: 'reminder' })
    const { subject, data } = motionSubject(row)
    return { result: undefined, subject, data: { ...data, count: Number(count) } }
  })

/** What is due for a vote of its own now; null: nothing. */
const actDue = (motion: WaitingMotion, { hours, now }: { hours: number; now: Date }) => {
  if (motion.openedAt === null) return motion.opens_at !== null && motion.opens_at <= now ? openMotion : null
  if (motion.closesAt !== null && motion.closesAt <= now) return closeMotion
  return isVoteReminderDue({ ...motion, hours }, now) ? remind : null
}

/** Opens and closes votes whose time has come, and reminds. One that can't be opened does not keep others waiting. */
export const tendVotes = async (ctx: Ctx): Promise<void> => {
  const [waiting, hours] = [await listWaiting(ctx), await ctx.settings.get('VOTE_REMIND_HOURS')]
  await sweep(ctx, waiting, {
    what: 'votes',
    nameOf: (motion) => `motion ${motion.id}`,
    work: async (motion) => {
      const act = actDue(motion, { hours, now: ctx.now() })
      try {
        await act?.(ctx, motion.id)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        ctx.log.warn({ motionId: motion.id, code: error.code }, 'a vote could not be opened or closed at its time')
      }
    },
  })
}
