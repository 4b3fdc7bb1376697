import type {
  Attendee,
  AttendeeCandidate,
  MeetingAttendance,
  OwnAttendance,
} from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { checkInHours, maxAttendees, maxCandidates } from '@spacekeeper/contract/meetings/attendance-words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { matchWords, searchText, startsWith } from '#platform/db/search-words.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { fullNameOf, staffNameOf } from '#platform/shown-name.ts'
import { type MeetingRow, nameOfMeeting, phaseOfMeeting } from '../meeting-row.ts'
import { checkInFacts } from './arrivals.ts'
import { readQuorumMeter } from './quorum.ts'
import { getMeetingRow, freezingTime, rollSettingsOf } from './roll-facts.ts'
import { checkInStart, isCheckInOpen } from './roll-rules.ts'
import { findStanding } from './roll.ts'

/** The latest stay of each member, an open one before others. */
const latestStays = (ctx: Ctx, meetingId: number) =>
  ctx.db
    .selectFrom('meeting_attendance')
    .select(['id', 'member_id', 'arrived_at', 'left_at', 'how', 'recorded_by'])
    .select(sql<Date>`min(arrived_at) over (partition by member_id)`.as('first_arrived_at'))
    .distinctOn('member_id')
    .where('meeting_id', '=', meetingId)
    .orderBy('member_id')
    .orderBy(sql`left_at is null`, 'desc')
    .orderBy('arrived_at', 'desc')
    .orderBy('id', 'desc')
    .as('s')

/** For how many others each member votes. */
const heldProxies = (ctx: Ctx, meetingId: number) =>
  ctx.db
    .selectFrom('proxies')
    .select(['holder_id', sql<number>`count(*)::int`.as('proxies')])
    .where('meeting_id', '=', meetingId)
    .where('accepted_at', 'is not', null)
    .where('ended_at', 'is', null)
    .groupBy('holder_id')
    .as('h')

/** Everyone who is or was there, those who are there first, the latest arrival on top. */
const listAttendees = async (ctx: Ctx, meetingId: number): Promise<Attendee[]> => {
  const byDefault = await ctx.settings.get('SHOWN_NAME')
  const rows = await ctx.db
    .selectFrom(latestStays(ctx, meetingId))
    .innerJoin('members as m', 'm.id', 's.member_id')
    .leftJoin('members as b', 'b.id', 's.recorded_by')
    .leftJoin('meeting_roll as r', (on) =>
      on.onRef('r.member_id', '=', 's.member_id').on('r.meeting_id', '=', meetingId),
    )
    .leftJoin(heldProxies(ctx, meetingId), 'h.holder_id', 's.member_id')
    .select(columns('s.id as attendanceId, s.member_id, s.arrived_at, s.left_at, s.first_arrived_at, s.how, h.proxies'))
    .select([staffNameOf('m', byDefault).as('name'), 'r.member_id as onRoll'])
    .select(fullNameOf<string | null>('b').as('recordedBy'))
    .orderBy(sql`s.left_at is null`, 'desc')
    .orderBy('s.arrived_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(maxAttendees)
    .execute()
  return rows.map(({ onRoll, proxies, ...row }) => ({
    ...withTimes(row),
    isOnRoll: onRoll !== null,
    proxies: proxies ?? 0,
  }))
}

const timesOf = (ctx: Ctx, meeting: MeetingRow) => ({
  checkInFrom: checkInStart(checkInFacts(meeting), checkInHours).toISOString(),
  isCheckInOpen: isCheckInOpen(checkInFacts(meeting), { hours: checkInHours, now: ctx.now() }),
})

/** What staff see who check members in. */
export const getAttendance = async (ctx: Ctx, meetingId: number): Promise<MeetingAttendance> => {
  const meeting = await getMeetingRow(ctx.db, meetingId)
  const [meter, people, agenda] = await Promise.all([
    readQuorumMeter(ctx.db, { ctx, meeting }),
    listAttendees(ctx, meetingId),
    ctx.db
      .selectFrom('meeting_items')
      .select(['id', 'title'])
      .where('meeting_id', '=', meetingId)
      .orderBy('position')
      .orderBy('id')
      .execute(),
  ])
  return {
    phase: phaseOfMeeting(meeting),
    openedAt: meeting.opened_at?.toISOString() ?? null,
    closedAt: meeting.closed_at?.toISOString() ?? null,
    ...timesOf(ctx, meeting),
    meter,
    agenda,
    currentItemId: meeting.current_item_id,
    people,
  }
}

/** Members staff may tick, found by name: those whose name begins so first. */
export const findAttendees = async (
  ctx: Ctx,
  { meetingId, text }: { meetingId: number; text: string },
): Promise<AttendeeCandidate[]> => {
  await getMeetingRow(ctx.db, meetingId)
  if (text.trim() === '') return []
  const name = staffNameOf('m', await ctx.settings.get('SHOWN_NAME'))
  const rows = await ctx.db
    .selectFrom('members as m')
    .leftJoin('meeting_roll as r', (on) => on.onRef('r.member_id', '=', 'm.id').on('r.meeting_id', '=', meetingId))
    .leftJoin('meeting_attendance as a', (on) =>
      on.onRef('a.member_id', '=', 'm.id').on('a.meeting_id', '=', meetingId).on('a.left_at', 'is', null),
    )
    .select(['m.id as memberId', name.as('name'), 'r.member_id as onRoll', 'a.id as stayId'])
    .where('m.closed_at', 'is', null)
    .where(matchWords(searchText(sql`${name}`), text))
    .orderBy(startsWith(searchText(sql`${name}`), text), 'desc')
    .orderBy(sql`lower(${name})`)
    .orderBy('m.id')
    .limit(maxCandidates)
    .execute()
  return rows.map(({ onRoll, stayId, ...row }) => ({ ...row, isHere: stayId !== null, isOnRoll: onRoll !== null }))
}

/** What the agenda is at, in words. */
export const findItemTitle = async (ctx: Ctx, meeting: MeetingRow): Promise<string | null> => {
  if (meeting.current_item_id === null) return null
  const row = await ctx.db
    .selectFrom('meeting_items')
    .select('title')
    .where('id', '=', meeting.current_item_id)
    .executeTakeFirst()
  return row?.title ?? null
}

/** The caller's own part in a meeting. */
export const getOwnAttendance = async (ctx: Ctx, meetingId: number): Promise<OwnAttendance> => {
  const { id: memberId } = memberOf(ctx)
  const meeting = await getMeetingRow(ctx.db, meetingId)
  const settings = await rollSettingsOf(ctx)
  const [standing, meter, currentItem, stay] = await Promise.all([
    findStanding(ctx.db, { ctx, meeting, memberId }),
    readQuorumMeter(ctx.db, { ctx, meeting }),
    findItemTitle(ctx, meeting),
    ctx.db
      .selectFrom('meeting_attendance')
      .select('arrived_at')
      .where('meeting_id', '=', meetingId)
      .where('member_id', '=', memberId)
      .where('left_at', 'is', null)
      .executeTakeFirst(),
  ])
  return {
    meetingName: nameOfMeeting(meeting),
    phase: phaseOfMeeting(meeting),
    startsAt: meeting.starts_at.toISOString(),
    mayVote: standing.reason === null,
    ...standing,
    frozenAt: meeting.roll_frozen_at?.toISOString() ?? null,
    freezesAt: freezingTime(meeting.starts_at, settings).toISOString(),
    isCheckInOpen: timesOf(ctx, meeting).isCheckInOpen,
    presentSince: stay?.arrived_at.toISOString() ?? null,
    currentItem,
    meter,
  }
}
