import { countVotes, type CountedMotion } from '@spacekeeper/contract/votes/counting.ts'
import { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { startMotionLetter } from './letters.ts'
import { votesChanged } from './notices.ts'
import { openBox } from './secret/ballot-box.ts'
import { lockMotion } from './voting-rights.ts'

type LockedMotion = Awaited<ReturnType<typeof lockMotion>>

/** What has to be known to count a motion as stored. */
export const countedMotion = async ({ tx }: Work, row: LockedMotion): Promise<CountedMotion> => {
  const { options } = await tx
    .selectFrom('motion_options')
    .select(sql<number>`count(*)::int`.as('options'))
    .where('motion_id', '=', row.id)
    .executeTakeFirstOrThrow()
  return {
    method: row.method,
    seats: row.seats,
    options,
    share:
      row.share_numerator === null || row.share_denominator === null
        ? null
        : { numerator: row.share_numerator, denominator: row.share_denominator },
    shareOf: row.share_of,
    lot: row.lot,
  }
}

const listOpenChoices = async ({ tx }: Work, motionId: number): Promise<Choice[]> => {
  const rows = await tx
    .selectFrom('open_votes')
    .select('choice')
    .where('motion_id', '=', motionId)
    .orderBy('principal_id')
    .execute()
  return rows.map(({ choice }) => Choice.parse(choice))
}

/**
 * Counts a closed motion, writes its result down and has its members mailed; null when that was done before. The event
 * is left to the change that calls it.
 */
export const publishMotion = async (work: Work, motionId: number) => {
  const row = await lockMotion(work, motionId)
  if (row.published_at !== null) return null
  if (row.closed_at === null || row.roll === null) throw new AppError('voteNotOpen')
  const choices = row.ballot === 'secret' ? await openBox(work, motionId) : await listOpenChoices(work, motionId)
  const result = countVotes(await countedMotion(work, row), choices, { present: row.present, roll: row.roll })
  await work.tx
    .updateTable('motions')
    .set({ published_at: work.now, result: JSON.stringify(result) })
    .where('id', '=', motionId)
    .execute()
  if (row.meeting_id === null) await startMotionLetter(work, { motionId, kind: 'result' })
  return { subject: { kind: 'motion', id: motionId }, data: { name: row.title } }
}

/** The same as a change of its own: what is left to do once the box of a secret ballot is closed. */
export const publishResult = (ctx: Ctx, motionId: number): Promise<void> =>
  change(ctx, 'motion.published', async (work) => {
    const part = await publishMotion(work, motionId)
    return part ? { result: undefined, ...part, tell: votesChanged } : unchanged(undefined)
  })
