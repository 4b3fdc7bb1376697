import type { CheckInOutcome } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { nameOfMeeting } from '../meeting-row.ts'
import { arrive, depart, lockForCheckIn } from './arrivals.ts'
import { ownNotices } from './attendance-notices.ts'
import { readCheckInCode, readMemberCode } from './entrance-codes.ts'

type StaffArrival = { meetingId: number; memberId?: number | undefined; code?: string | undefined }

/** Staff tick a member, by name or by the code of the digital ID. */
export const recordArrival = async (ctx: Ctx, { meetingId, memberId, code }: StaffArrival): Promise<CheckInOutcome> => {
  const found = code === undefined ? memberId : readMemberCode(ctx, code)
  if (found === undefined || (code !== undefined && memberId !== undefined))
    throw badField('memberId', 'Send a member or a code.')
  const how = code === undefined ? 'name' : 'code'
  return change(ctx, 'attendance.arrived', (work) => arrive(work, { meetingId, memberId: found, how }))
}

export const recordLeaving = (ctx: Ctx, input: { meetingId: number; memberId: number }): Promise<CheckInOutcome> =>
  change(ctx, 'attendance.left', (work) => depart(work, { ...input, how: 'name' }))

/** A member ticks themselves with the code on the wall, which only those can read who are there. */
export const checkIn = async (
  ctx: Ctx,
  { meetingId, code }: { meetingId: number; code: string },
): Promise<CheckInOutcome> => {
  const { id: memberId } = memberOf(ctx)
  if (!readCheckInCode(ctx, { meetingId, code })) throw new AppError('checkInCodeOld')
  return change(ctx, 'attendance.arrived', (work) => arrive(work, { meetingId, memberId, how: 'code' }))
}

export const leaveMeeting = (ctx: Ctx, meetingId: number): Promise<CheckInOutcome> =>
  change(ctx, 'attendance.left', (work) => depart(work, { meetingId, memberId: memberOf(ctx).id, how: 'code' }))

/**
 * Undoes a wrong tick, as if the member had not come. Not once they have voted: then they were there. The proxy that
 * ended with it stays ended; the member can give it anew.
 */
export const removeAttendance = (ctx: Ctx, input: { meetingId: number; attendanceId: number }): Promise<void> =>
  change(ctx, 'attendance.removed', async (work) => {
    const { tx } = work
    const { meetingId, attendanceId } = input
    const meeting = await lockForCheckIn(work, meetingId)
    const stay = await tx
      .selectFrom('meeting_attendance')
      .select('member_id')
      .where('id', '=', attendanceId)
      .where('meeting_id', '=', meetingId)
      .executeTakeFirst()
    if (!stay) throw new AppError('notFound')
    const used = await tx
      .selectFrom('vote_marks as v')
      .innerJoin('motions as m', 'm.id', 'v.motion_id')
      .select('v.motion_id')
      .where('m.meeting_id', '=', meetingId)
      .where('v.caster_id', '=', stay.member_id)
      .limit(1)
      .executeTakeFirst()
    if (used) throw new AppError('voteUsed')
    await tx.deleteFrom('meeting_attendance').where('id', '=', attendanceId).execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: stay.member_id },
      data: { meeting: nameOfMeeting(meeting), meetingId },
      tell: ownNotices(stay.member_id),
    }
  })
