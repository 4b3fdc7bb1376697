import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { motionSubject } from './motions.ts'
import { votesChanged } from './notices.ts'
import { lockMotion } from './voting-rights.ts'

/**
 * Makes a vote that was opened by mistake a draft again, as long as no vote was used. Its roll, its key and its mails are
 * made anew when it opens again; it no longer opens by itself, for the time it had is over.
 */
export const takeBackMotion = (ctx: Ctx, motionId: number): Promise<void> =>
  change(ctx, 'motion.takenBack', async (work) => {
    const { tx } = work
    const row = await lockMotion(work, motionId)
    if (row.opened_at === null || row.closed_at !== null) throw new AppError('voteNotOpen')
    const used = await tx
      .selectFrom('vote_marks')
      .select('principal_id')
      .where('motion_id', '=', motionId)
      .limit(1)
      .executeTakeFirst()
    if (used) throw new AppError('votesUsed')
    for (const table of ['ballot_keys', 'motion_roll', 'motion_letters'] as const)
      await tx.deleteFrom(table).where('motion_id', '=', motionId).execute()
    await tx
      .updateTable('motions')
      .set({
        opened_at: null,
        opens_at: null,
        reminded_at: null,
        lot: [],
        opening_counted: null,
        opening_needed: null,
      })
      .where('id', '=', motionId)
      .execute()
    return { result: undefined, ...motionSubject(row), tell: votesChanged }
  })
