import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type ChangePart, type Work } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { countQuorum } from '../meetings/attendance/quorum.ts'
import { getMeetingRow } from '../meetings/attendance/roll-facts.ts'
import { lockUncancelled } from '../meetings/meeting-row.ts'
import { queuePush } from '../push/notices.ts'
import { startMotionLetter } from './letters.ts'
import { votesOnRoll, votesPresent } from './motion-rows.ts'
import { motionSubject } from './motions.ts'
import { votesChanged } from './notices.ts'
import { publishMotion } from './publishing.ts'
import { freezeMotionRoll } from './rolls.ts'
import { makeBallotKey, storeBallotKey } from './secret/ballot-key.ts'
import { closeBox } from './secret/closing.ts'
import { lockMotion } from './voting-rights.ts'

/** The positions in an order that chance decides. */
const drawLot = (options: number): number[] => {
  const lot = Array.from({ length: options }, (_, position) => position)
  for (let last = lot.length - 1; last > 0; last -= 1) {
    const at = randomInt(last + 1)
    const [a = 0, b = 0] = [lot[at], lot[last]]
    lot[at] = b
    lot[last] = a
  }
  return lot
}

const countOptions = async ({ tx }: Work, motionId: number): Promise<number> => {
  const { count } = await tx
    .selectFrom('motion_options')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('motion_id', '=', motionId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * At a meeting that is on, the roll of the meeting votes; otherwise a roll is frozen now, and its members are mailed.
 * Returns whether the meeting has its quorum.
 */
const settleRoll = async (work: Work, input: { motionId: number; meetingId: number | null }) => {
  const { motionId, meetingId } = input
  if (meetingId === null) {
    const count = await freezeMotionRoll(work, motionId)
    if (count === 0) throw new AppError('voteNoRoll')
    await startMotionLetter(work, { motionId, kind: 'opened' })
    return null
  }
  const meeting = await lockUncancelled(work, meetingId)
  if (meeting.opened_at === null || meeting.closed_at !== null) throw new AppError('meetingNotOpen')
  return countQuorum(work, meeting)
}

/** Who may vote now: of a vote at a meeting those who are there, otherwise its roll. */
const listVoters = async ({ tx }: Work, { motionId, meetingId }: { motionId: number; meetingId: number | null }) => {
  const rows =
    meetingId === null
      ? tx.selectFrom('motion_roll').select('member_id').where('motion_id', '=', motionId)
      : tx
          .selectFrom('meeting_attendance')
          .select('member_id')
          .where('meeting_id', '=', meetingId)
          .where('left_at', 'is', null)
  return (await rows.execute()).map((row) => row.member_id)
}

/** Opens a vote. The key of a secret ballot is made beforehand, because that takes a while. */
export const openMotion = async (ctx: Ctx, motionId: number): Promise<void> => {
  const planned = await ctx.db
    .selectFrom('motions')
    .select(['ballot', 'opened_at'])
    .where('id', '=', motionId)
    .executeTakeFirst()
  const key = planned?.ballot === 'secret' && planned.opened_at === null ? await makeBallotKey(ctx) : null
  await change(ctx, 'motion.opened', async (work) => {
    const row = await lockMotion(work, motionId)
    if (row.opened_at !== null) throw new AppError('voteBegun')
    if (row.closes_at !== null && row.closes_at <= ctx.now())
      throw badField('closesAt', 'The time when this vote closes is over. Change it first.')
    const quorum = await settleRoll(work, { motionId, meetingId: row.meeting_id })
    await queuePush(work, {
      occasion: 'votes',
      memberIds: await listVoters(work, { motionId, meetingId: row.meeting_id }),
      title: 'A vote is open',
      text: row.title,
      path: `/tools/votes/${motionId}`,
      tag: `vote-${motionId}`,
    })
    const isSecret = row.ballot === 'secret'
    // It was made secret a moment ago, after no key was made for it.
    if (isSecret && !key) throw new AppError('voteNotOpen')
    if (isSecret && key) await storeBallotKey(work, { motionId, key })
    await work.tx
      .updateTable('motions')
      .set({
        opened_at: ctx.now(),
        lot: drawLot(await countOptions(work, motionId)),
        opening_counted: quorum?.counted ?? null,
        opening_needed: quorum?.needed ?? null,
      })
      .where('id', '=', motionId)
      .execute()
    return { result: undefined, ...motionSubject(row, quorum), tell: votesChanged }
  })
}

/** Closes a vote and writes down how many votes there could have been, and whether there was a quorum. An open ballot is counted at once. */
export const closeMotion = (ctx: Ctx, motionId: number): Promise<void> =>
  change(ctx, 'motion.closed', async (work) => {
    const row = await lockMotion(work, motionId)
    if (row.opened_at === null || row.closed_at !== null) throw new AppError('voteNotOpen')
    const facts = await work.tx
      .selectFrom('motions as m')
      .select([votesOnRoll.as('roll'), votesPresent.as('present')])
      .where('m.id', '=', motionId)
      .executeTakeFirstOrThrow()
    const { meeting_id: meetingId } = row
    const present = meetingId === null ? null : facts.present
    const quorum = meetingId === null ? null : await countQuorum(work, await getMeetingRow(work.tx, meetingId))
    await work.tx
      .updateTable('motions')
      .set({
        closed_at: work.now,
        roll: facts.roll,
        present,
        closing_counted: quorum?.counted ?? null,
        closing_needed: quorum?.needed ?? null,
      })
      .where('id', '=', motionId)
      .execute()
    const also: ChangePart[] = []
    if (row.ballot === 'secret') await closeBox(work, { motionId, closedAt: work.now })
    else {
      const published = await publishMotion(work, motionId)
      if (published) also.push({ event: 'motion.published', ...published })
    }
    return { result: undefined, ...motionSubject(row, quorum), also, tell: votesChanged }
  })
