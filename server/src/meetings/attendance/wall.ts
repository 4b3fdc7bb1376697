import type { MeetingWall, QuorumMeter } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { checkInHours } from '@spacekeeper/contract/meetings/attendance-words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import { nameOfMeeting, phaseOfMeeting } from '../meeting-row.ts'
import { checkInFacts } from './arrivals.ts'
import { findItemTitle } from './attendance-lists.ts'
import { checkInUrl } from './entrance-codes.ts'
import { isCheckInKiosk } from './meeting-kiosks.ts'
import { readQuorumMeter } from './quorum.ts'
import { getMeetingRow } from './roll-facts.ts'
import { isCheckInOpen } from './roll-rules.ts'

/** The vote that was opened last and is open, with how many were cast of those that could be. */
const findOpenVote = async (ctx: Ctx, { meetingId, meter }: { meetingId: number; meter: QuorumMeter }) => {
  const row = await ctx.db
    .selectFrom('motions as m')
    .select(['m.title', 'm.ballot'])
    .select((is) =>
      is
        .selectFrom('vote_marks as v')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('v.motion_id', '=', 'm.id')
        .as('cast'),
    )
    .where('m.meeting_id', '=', meetingId)
    .where('m.opened_at', 'is not', null)
    .where('m.closed_at', 'is', null)
    .orderBy('m.opened_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const cast = row.cast ?? 0
  // Members who have voted and left are still among those who could.
  const entitled = Math.max(cast, meter.present + meter.represented)
  return { title: row.title, isSecret: row.ballot === 'secret', cast, entitled }
}

/**
 * The wall carries the code that lets members check in, so it is for the room: for a kiosk that staff set to the meeting,
 * and for staff, who open it on a projector.
 */
const mayShowWall = async (ctx: Ctx, input: { meetingId: number; kiosk: CallingKiosk | null }): Promise<boolean> => {
  const { meetingId, kiosk } = input
  if (kiosk?.isAuthorised && (await isCheckInKiosk(ctx, { meetingId, kioskId: kiosk.id }))) return true
  const { actor } = ctx
  if (actor.kind !== 'member' || !actor.permissions.includes('meetings')) throw new AppError('notCheckInKiosk')
  return false
}

/** What is shown to everyone in the room. */
export const getWall = async (
  ctx: Ctx,
  input: { meetingId: number; kiosk: CallingKiosk | null },
): Promise<MeetingWall> => {
  const { meetingId } = input
  const isKiosk = await mayShowWall(ctx, input)
  const meeting = await getMeetingRow(ctx.db, meetingId)
  const meter = await readQuorumMeter(ctx.db, { ctx, meeting })
  const canCheckIn = isCheckInOpen(checkInFacts(meeting), { hours: checkInHours, now: ctx.now() })
  return {
    name: nameOfMeeting(meeting),
    startsAt: meeting.starts_at.toISOString(),
    phase: phaseOfMeeting(meeting),
    openedAt: meeting.opened_at?.toISOString() ?? null,
    meter,
    currentItem: await findItemTitle(ctx, meeting),
    checkInUrl: canCheckIn ? checkInUrl(ctx, meetingId) : null,
    vote: await findOpenVote(ctx, { meetingId, meter }),
    isCheckInKiosk: isKiosk,
  }
}
