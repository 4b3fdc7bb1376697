import type { CalendarAddress } from '@spacekeeper/contract/meetings/shapes.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import { getFeed, makeFeed, openFeed, removeFeed } from '#platform/calendar/feeds.ts'
import type { Ctx } from '#platform/ctx.ts'
import { findSender } from '#platform/mail/sender.ts'
import { type CalendarMeeting, writeCalendar } from './ics.ts'
import { nameOfMeeting } from './meeting-row.ts'

export const getCalendar = (ctx: Ctx): Promise<{ address: CalendarAddress | null }> => getFeed(ctx, 'meetings')

export const makeCalendar = (ctx: Ctx): Promise<{ url: string }> =>
  makeFeed(ctx, { feed: 'meetings', path: '/api/calendar' })

export const removeCalendar = (ctx: Ctx): Promise<void> => removeFeed(ctx, 'meetings')

/** What calendars show: a year back, and everything to come. */
const pastMs = 366 * 24 * 3_600_000
const mostMeetings = 300

const listCalendarMeetings = async (ctx: Ctx): Promise<CalendarMeeting[]> => {
  const rows = await ctx.db
    .selectFrom('meetings as m')
    .selectAll('m')
    .select(
      sql<string[]>`array(select i.title from meeting_items i where i.meeting_id = m.id order by i.position, i.id)`.as(
        'items',
      ),
    )
    .where('m.starts_at', '>', new Date(ctx.now().getTime() - pastMs))
    .orderBy('m.starts_at', 'desc')
    .orderBy('m.id')
    .limit(mostMeetings)
    .execute()
  return rows.map((row) => ({
    meetingId: row.id,
    name: nameOfMeeting(row),
    startsAt: row.starts_at,
    minutesPlanned: row.minutes_planned,
    place: row.place,
    link: row.link,
    description: row.description,
    items: row.items,
    sequence: row.calendar_sequence,
    isCancelled: row.cancelled_at !== null,
  }))
}

/** The meetings of the space for a calendar. An address that was replaced or whose member has gone shows none. */
export const readMeetingCalendar = async (ctx: Ctx, token: string): Promise<File> => {
  await openFeed(ctx, { feed: 'meetings', token })
  const [meetings, sender, siteName] = await Promise.all([
    listCalendarMeetings(ctx),
    findSender(ctx),
    ctx.settings.get('SITE_NAME'),
  ])
  const now = ctx.now()
  const content = writeCalendar(meetings, { site: { siteName, siteUrl: ctx.siteUrl, sender, now }, kind: 'feed' })
  return { name: 'meetings.ics', mediaType: 'text/calendar; charset=utf-8', content }
}
