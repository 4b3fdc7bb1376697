import type { MeetingSummary, MemberMeetingRow } from '@spacekeeper/contract/meetings/shapes.ts'
import { meetingTypeLabels, meetingTypes } from '@spacekeeper/contract/meetings/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { localTime } from '#platform/local-time.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { nameOfMeeting, phaseOfMeeting, typeFields } from './meeting-row.ts'
import { isPastMeeting } from './rules.ts'

const mostMeetings = 500
const mostShown = 100

export const listTypes = () => meetingTypes.map((value) => ({ label: meetingTypeLabels[value], value }))

const pastFacts = (row: {
  starts_at: Date
  minutes_planned: number
  opened_at: Date | null
  closed_at: Date | null
  cancelled_at: Date | null
}) => ({ startsAt: row.starts_at, minutesPlanned: row.minutes_planned, phase: phaseOfMeeting(row) })

type PeopleRow = { meetingId: number; name: string; proxyName: string | null; at: Date }

/** Who was at these meetings, each once, and whose proxies count or counted there. */
const listPeople = (ctx: Ctx, meetingIds: readonly number[]) =>
  Promise.all([
    readRows<Pick<PeopleRow, 'meetingId' | 'name'>>(
      ctx,
      sql`select a.meeting_id as "meetingId", ${fullNameOf('m')} as name
        from (select distinct meeting_id, member_id from meeting_attendance where meeting_id = any(${meetingIds}::int[])) a
        join members m on m.id = a.member_id order by lower(m.first_name), lower(m.last_name), m.id`,
    ),
    readRows<PeopleRow>(
      ctx,
      sql`select p.meeting_id as "meetingId", ${fullNameOf('m')} as name, ${fullNameOf('h')} as "proxyName",
          p.created_at as at
        from proxies p join members m on m.id = p.member_id join members h on h.id = p.holder_id
        where p.meeting_id = any(${meetingIds}::int[]) and p.accepted_at is not null
          and (p.ended_at is null or p.end_reason in ('arrived', 'expired'))
        order by lower(m.first_name), lower(m.last_name), p.id`,
    ),
  ])

const groupByMeeting = <Row extends { meetingId: number }>(rows: readonly Row[]): Map<number, Row[]> =>
  Map.groupBy(rows, ({ meetingId }) => meetingId)

/** The newest meetings for staff, with the people existing clients read there. */
export const listMeetings = async (ctx: Ctx): Promise<MeetingSummary[]> => {
  const rows = await ctx.db
    .selectFrom('meetings')
    .select(['id', 'type', 'name', 'chair', 'place', 'starts_at', 'minutes_planned', 'invited_at', 'description'])
    .select(['opened_at', 'closed_at', 'cancelled_at'])
    .select(sql<boolean>`minutes <> ''`.as('hasMinutes'))
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostMeetings)
    .execute()
  const [attendees, proxies] = await listPeople(
    ctx,
    rows.map(({ id }) => id),
  )
  const [attendeesOf, proxiesOf] = [groupByMeeting(attendees), groupByMeeting(proxies)]
  const now = ctx.now()
  return rows.map((row) => {
    const names = (attendeesOf.get(row.id) ?? []).map(({ name }) => name)
    return {
      id: row.id,
      date: row.starts_at.toISOString(),
      chair: row.chair,
      ...typeFields(row.type),
      attendeeCount: names.length,
      attendees: names,
      proxyList: (proxiesOf.get(row.id) ?? []).map(({ name, proxyName, at }) => ({
        name,
        proxyName: proxyName ?? '',
        date: at.toISOString(),
      })),
      name: nameOfMeeting(row),
      description: row.description,
      place: row.place,
      phase: phaseOfMeeting(row),
      isPast: isPastMeeting(pastFacts(row), now),
      isInvited: row.invited_at !== null,
      hasMinutes: row.hasMinutes,
    }
  })
}

/** Meetings to come as existing clients read them, in the time of the space. */
export const listUpcoming = async (ctx: Ctx) => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const rows = await ctx.db
    .selectFrom('meetings')
    .select(['id', 'type', 'starts_at'])
    .where('starts_at', '>', ctx.now())
    .where('cancelled_at', 'is', null)
    .where('closed_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(mostShown)
    .execute()
  return rows.map(({ id, type, starts_at: at }) => ({ id, name: meetingTypeLabels[type], date: localTime(at, zone) }))
}

const memberRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('meetings')
    .select(['id', 'type', 'name', 'place', 'starts_at', 'minutes_planned', 'opened_at', 'closed_at', 'cancelled_at'])
    .select(sql<boolean>`minutes_published_at is not null`.as('hasMinutes'))
    .limit(mostShown)

/** A meeting lasts a day at most, so what began earlier and is not on belongs to the past. */
const dayMs = 24 * 3_600_000

/** Meetings as members see them: to come or going on, soonest first, and past ones, newest first. */
export const listForMembers = async (ctx: Ctx): Promise<{ coming: MemberMeetingRow[]; past: MemberMeetingRow[] }> => {
  const now = ctx.now()
  const since = new Date(now.getTime() - dayMs)
  const [later, earlier] = await Promise.all([
    memberRows(ctx)
      .where((is) =>
        is.or([is('starts_at', '>', since), is.and([is('opened_at', 'is not', null), is('closed_at', 'is', null)])]),
      )
      .orderBy('starts_at')
      .orderBy('id')
      .execute(),
    memberRows(ctx).where('starts_at', '<=', now).orderBy('starts_at', 'desc').orderBy('id', 'desc').execute(),
  ])
  const asRow = (row: (typeof later)[number]): MemberMeetingRow => ({
    id: row.id,
    name: nameOfMeeting(row),
    startsAt: row.starts_at.toISOString(),
    place: row.place,
    phase: phaseOfMeeting(row),
    isPast: isPastMeeting(pastFacts(row), now),
    hasMinutes: row.hasMinutes,
  })
  return {
    coming: later.map(asRow).filter(({ isPast }) => !isPast),
    past: earlier.map(asRow).filter(({ isPast }) => isPast),
  }
}
