import type { MeetingLetter, MemberMeeting, StaffMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { withTimes } from '#platform/db/columns.ts'
import { localTime } from '#platform/local-time.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { versionOf } from '#platform/text-version.ts'
import { listItems } from './agenda.ts'
import { isAwayFrom, listApologies } from './apologies.ts'
import { getMeetingRow } from './attendance/roll-facts.ts'
import { listDocuments } from './documents.ts'
import { isToldOf } from './letters.ts'
import { hasBegun, type MeetingRow, nameOfMeeting, phaseOfMeeting, typeFields } from './meeting-row.ts'
import { countsOfMeeting } from './meetings.ts'
import { invitationDay, isPastMeeting } from './rules.ts'

const instant = (at: Date | null) => at?.toISOString() ?? null

/** What members and staff read alike. */
const readFacts = async (ctx: Ctx, row: MeetingRow) => {
  const [items, files, zone] = await Promise.all([
    listItems(ctx.db, row.id),
    listDocuments(ctx.db, row.id),
    ctx.settings.get('SITE_TIME_ZONE'),
  ])
  const phase = phaseOfMeeting(row)
  return {
    id: row.id,
    ...typeFields(row.type),
    ownName: row.name,
    name: nameOfMeeting(row),
    startsAt: row.starts_at.toISOString(),
    date: localTime(row.starts_at, zone),
    minutesPlanned: row.minutes_planned,
    chair: row.chair,
    place: row.place,
    link: row.link,
    description: row.description,
    phase,
    isPast: isPastMeeting({ startsAt: row.starts_at, minutesPlanned: row.minutes_planned, phase }, ctx.now()),
    hasBegun: hasBegun(row, ctx.now()),
    openedAt: instant(row.opened_at),
    closedAt: instant(row.closed_at),
    cancelledAt: instant(row.cancelled_at),
    items,
    files,
    minutesPublishedAt: instant(row.minutes_published_at),
  }
}

/** A meeting for members: its minutes only once they are published. */
export const getForMembers = async (ctx: Ctx, meetingId: number): Promise<MemberMeeting> => {
  const row = await getMeetingRow(ctx.db, meetingId)
  const [facts, isAway] = await Promise.all([readFacts(ctx, row), isAwayFrom(ctx, meetingId)])
  return { ...facts, isAway, minutes: row.minutes_published_at === null ? null : row.minutes }
}

const mostLetters = 20

const listLetters = async (ctx: Ctx, meetingId: number): Promise<MeetingLetter[]> => {
  const rows = await ctx.db
    .selectFrom('meeting_letters as l')
    .leftJoin('members as m', 'm.id', 'l.created_by')
    .select(['l.id', 'l.kind', 'l.created_at as at', 'l.recipient_count as recipients'])
    .select(fullNameOf<string | null>('m').as('by'))
    .select(
      sql<number>`(select count(*)::int from meeting_letter_recipients r
        where r.letter_id = l.id and r.written_at is not null)`.as('written'),
    )
    .where('l.meeting_id', '=', meetingId)
    .orderBy('l.id', 'desc')
    .limit(mostLetters)
    .execute()
  return rows.map(withTimes)
}

const countInvited = async (ctx: Ctx, meetingId: number): Promise<number> => {
  const { count } = await ctx.db
    .selectFrom('members')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isToldOf(meetingId))
    .executeTakeFirstOrThrow()
  return count
}

/** A meeting for staff, with what was sent and what would go with it. */
export const getMeeting = async (ctx: Ctx, meetingId: number): Promise<StaffMeeting> => {
  const row = await getMeetingRow(ctx.db, meetingId)
  const [facts, letters, invitedCount, goesWithIt, inviteDays, apologies] = await Promise.all([
    readFacts(ctx, row),
    listLetters(ctx, meetingId),
    countInvited(ctx, meetingId),
    countsOfMeeting(ctx.db, meetingId),
    ctx.settings.get('MEETING_INVITE_DAYS'),
    listApologies(ctx.db, meetingId),
  ])
  const isWaiting = row.invites_itself && row.invited_at === null && row.cancelled_at === null
  return {
    ...facts,
    minutes: row.minutes,
    minutesVersion: versionOf(row.minutes),
    invitesItself: row.invites_itself,
    invitesAt: isWaiting ? instant(invitationDay(row.starts_at, inviteDays)) : null,
    invitedAt: instant(row.invited_at),
    remindedAt: instant(row.reminded_at),
    invitedCount,
    letters,
    apologies,
    rollFrozenAt: instant(row.roll_frozen_at),
    goesWithIt,
  }
}
