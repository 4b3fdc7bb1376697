import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { fullName } from '#platform/shown-name.ts'
import { hasBegun, lockUncancelled, meetingNotices, nameOfMeeting } from './meeting-row.ts'

const mostApologies = 500

/** Members who said that they can't come to the meeting as it is now, by name. Who came all the same is not among them. */
export const listApologies = async (db: Ctx['db'], meetingId: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('meeting_apologies as a')
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .select(['m.first_name as firstName', 'm.last_name as lastName'])
    .innerJoin('meetings as g', (on) => on.onRef('g.id', '=', 'a.meeting_id').onRef('g.starts_at', '=', 'a.starts_at'))
    .where('a.meeting_id', '=', meetingId)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('meeting_attendance as t')
            .select('t.id')
            .whereRef('t.meeting_id', '=', 'a.meeting_id')
            .whereRef('t.member_id', '=', 'a.member_id'),
        ),
      ),
    )
    .orderBy('m.first_name')
    .orderBy('m.last_name')
    .orderBy('m.id')
    .limit(mostApologies)
    .execute()
  return rows.map(fullName)
}

export const isAwayFrom = async (ctx: Ctx, meetingId: number): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('meeting_apologies as a')
    .innerJoin('meetings as g', (on) => on.onRef('g.id', '=', 'a.meeting_id').onRef('g.starts_at', '=', 'a.starts_at'))
    .select('a.sent_at')
    .where('a.meeting_id', '=', meetingId)
    .where('a.member_id', '=', memberOf(ctx).id)
    .executeTakeFirst()
  return row !== undefined
}

/** The caller can't come to a meeting, or can after all. */
export const setAway = (ctx: Ctx, { meetingId, isAway }: { meetingId: number; isAway: boolean }): Promise<void> => {
  const memberId = memberOf(ctx).id
  return change(ctx, isAway ? 'meeting.apologised' : 'meeting.apologyWithdrawn', async (work) => {
    const row = await lockUncancelled(work, meetingId)
    if (hasBegun(row, ctx.now())) throw new AppError('meetingHeld')
    const key = { meeting_id: meetingId, member_id: memberId }
    const sent = { starts_at: row.starts_at, sent_at: ctx.now() }
    const count = isAway
      ? (
          await work.tx
            .insertInto('meeting_apologies')
            .values({ ...key, ...sent })
            .onConflict((on) =>
              on
                .columns(['meeting_id', 'member_id'])
                .doUpdateSet(sent)
                // It is of another start, before the meeting was moved.
                .where('meeting_apologies.starts_at', '<>', row.starts_at),
            )
            .executeTakeFirst()
        ).numInsertedOrUpdatedRows
      : (
          await work.tx
            .deleteFrom('meeting_apologies')
            .where('meeting_id', '=', meetingId)
            .where('member_id', '=', memberId)
            .executeTakeFirst()
        ).numDeletedRows
    if (!count) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { name: nameOfMeeting(row), meetingId },
      tell: meetingNotices,
    }
  })
}
