import type { CheckInOutcome } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { checkInHours } from '@spacekeeper/contract/meetings/attendance-words.ts'
import type { WorkCtx } from '#platform/ctx.ts'
import { type ChangeResult, type ChangePart, type Work, type UnchangedResult, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { shownName, staffName } from '#platform/shown-name.ts'
import { lockActor } from '../../access/acting-members.ts'
import { endProxyOnArrival } from '../../proxies/proxy-ends.ts'
import { type MeetingRow, nameOfMeeting } from '../meeting-row.ts'
import { ownNotices } from './attendance-notices.ts'
import { isCheckInOpen } from './roll-rules.ts'
import { findStanding } from './roll.ts'

/** A meeting that members come to and leave, until it is closed: closing waits for those who are being checked in. */
export const lockForCheckIn = async ({ tx, ctx }: Work, meetingId: number): Promise<MeetingRow> => {
  // As strong as what proxies take, which would otherwise wait for two arrivals that wait for each other.
  const meeting = await tx
    .selectFrom('meetings')
    .selectAll()
    .where('id', '=', meetingId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!meeting) throw new AppError('notFound')
  if (meeting.cancelled_at !== null) throw new AppError('meetingCancelled')
  if (!isCheckInOpen(checkInFacts(meeting), { hours: checkInHours, now: ctx.now() }))
    throw new AppError('checkInClosed')
  return meeting
}

export const checkInFacts = (meeting: MeetingRow) => ({
  startsAt: meeting.starts_at,
  openedAt: meeting.opened_at,
  closedAt: meeting.closed_at,
  cancelledAt: meeting.cancelled_at,
})

/** Who comes or goes. `at` names a kiosk in the audit. */
export type CheckIn = {
  meetingId: number
  memberId: number
  how: 'card' | 'code' | 'name'
  kiosk?: { id: number; name: string }
}

type ArrivalDetails = Omit<CheckInOutcome, 'result' | 'attendanceId' | 'hasEndedProxy'>

/** For how many others a member votes: accepted proxies whose principals are not there. */
const countHeldProxies = async ({ tx }: Work, { meetingId, memberId }: { meetingId: number; memberId: number }) => {
  const { count } = await tx
    .selectFrom('proxies as p')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('p.meeting_id', '=', meetingId)
    .where('p.holder_id', '=', memberId)
    .where('p.accepted_at', 'is not', null)
    .where('p.ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Others stand around a kiosk; staff at their list have to know who it is. */
const nameIn = ({ actor }: WorkCtx) =>
  actor.kind === 'member' && actor.permissions.includes('meetings') ? staffName : shownName

const describe = async (work: Work, input: { checkIn: CheckIn; meeting: MeetingRow }): Promise<ArrivalDetails> => {
  const { checkIn, meeting } = input
  const { ctx, tx } = work
  const { memberId } = checkIn
  const member = await tx
    .selectFrom('members')
    .select(['first_name', 'last_name', 'screen_name', 'name_choice'])
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!member) throw new AppError('notFound')
  const standing = await findStanding(tx, { ctx, meeting, memberId })
  return {
    meetingName: nameOfMeeting(meeting),
    name: nameIn(ctx)(member, await ctx.settings.get('SHOWN_NAME')),
    mayVote: standing.reason === null,
    ...standing,
    proxies: await countHeldProxies(work, { meetingId: meeting.id, memberId }),
  }
}

const partOf = ({ checkIn, meeting }: { checkIn: CheckIn; meeting: MeetingRow }): ChangePart => {
  const { memberId, how, kiosk } = checkIn
  return {
    subject: { kind: 'member', id: memberId },
    data: {
      meeting: nameOfMeeting(meeting),
      meetingId: meeting.id,
      how,
      ...(kiosk && { kiosk: kiosk.name, kioskId: kiosk.id }),
    },
    tell: ownNotices(memberId),
  }
}

const openStay = async ({ tx }: Work, { meetingId, memberId }: { meetingId: number; memberId: number }) => {
  const row = await tx
    .selectFrom('meeting_attendance')
    .select('id')
    .where('meeting_id', '=', meetingId)
    .where('member_id', '=', memberId)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

const hasEarlierStay = async ({ tx }: Work, { meetingId, memberId }: { meetingId: number; memberId: number }) => {
  const row = await tx
    .selectFrom('meeting_attendance')
    .select('id')
    .where('meeting_id', '=', meetingId)
    .where('member_id', '=', memberId)
    .where('left_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A kiosk says no more than that: others stand around it. */
const refuseBarred = async (work: Work, memberId: number) => {
  const bar = await lockActor(work, { memberId, act: 'attend' })
  if (bar === 'closed') throw new AppError('notFound')
  if (bar !== null) throw new AppError(nameIn(work.ctx) === staffName ? 'memberSuspended' : 'keptOut')
}

const actingStaff = ({ actor }: WorkCtx, memberId: number) =>
  actor.kind === 'member' && actor.id !== memberId ? actor.id : null

/**
 * Ticks a member, whose own proxy ends with it. The database decides who of several was first: for the others the member
 * is there already.
 */
export const arrive = async (
  work: Work,
  checkIn: CheckIn,
): Promise<ChangeResult<CheckInOutcome> | UnchangedResult<CheckInOutcome>> => {
  const { ctx, tx } = work
  const { meetingId, memberId, how } = checkIn
  const meeting = await lockForCheckIn(work, meetingId)
  await refuseBarred(work, memberId)
  const described = await describe(work, { checkIn, meeting })
  const now = ctx.now()
  const row = await tx
    .insertInto('meeting_attendance')
    .values({
      meeting_id: meetingId,
      member_id: memberId,
      arrived_at: now,
      how,
      recorded_by: actingStaff(ctx, memberId),
    })
    .onConflict((on) => on.columns(['meeting_id', 'member_id']).where('left_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) {
    const attendanceId = await openStay(work, { meetingId, memberId })
    return unchanged({ ...described, result: 'alreadyHere', attendanceId, hasEndedProxy: false })
  }
  const result = (await hasEarlierStay(work, { meetingId, memberId })) ? 'returned' : 'arrived'
  const ended = await endProxyOnArrival(work, { meetingId, memberId })
  return {
    result: { ...described, result, attendanceId: row.id, hasEndedProxy: ended.length > 0 },
    ...partOf({ checkIn, meeting }),
    also: ended,
  }
}

/** Notes that a member has left. Their proxies do not count until they return. */
export const depart = async (
  work: Work,
  checkIn: CheckIn,
): Promise<ChangeResult<CheckInOutcome> | UnchangedResult<CheckInOutcome>> => {
  const { ctx, tx } = work
  const { meetingId, memberId } = checkIn
  const meeting = await lockForCheckIn(work, meetingId)
  const described = await describe(work, { checkIn, meeting })
  const row = await tx
    .updateTable('meeting_attendance')
    .set((is) => ({ left_at: is.fn('greatest', ['arrived_at', is.val(ctx.now())]) }))
    .where('meeting_id', '=', meetingId)
    .where('member_id', '=', memberId)
    .where('left_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  const outcome = { ...described, attendanceId: row?.id ?? null, hasEndedProxy: false }
  if (!row) return unchanged({ ...outcome, result: 'notHere' })
  return { result: { ...outcome, result: 'left' }, ...partOf({ checkIn, meeting }) }
}
