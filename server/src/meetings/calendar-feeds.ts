import type { CalendarAddress } from '@spacekeeper/contract/meetings/shapes.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, record, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { screens } from '#platform/live/screens.ts'
import { findSender } from '#platform/mail/sender.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'
import { type CalendarMeeting, writeCalendar } from './ics.ts'
import { nameOfMeeting } from './meeting-row.ts'

const ownScreens = (memberId: number) => [screens.notice({ topic: 'meetings', audience: { memberId } })]

/** Whether the caller has a calendar address. The address itself is not kept. */
export const getCalendar = async (ctx: Ctx): Promise<{ address: CalendarAddress | null }> => {
  const row = await ctx.db
    .selectFrom('calendar_feeds')
    .select(['created_at as madeAt', 'read_at as readAt'])
    .where('member_id', '=', memberOf(ctx).id)
    .executeTakeFirst()
  if (!row) return { address: null }
  return { address: { madeAt: row.madeAt.toISOString(), readAt: row.readAt?.toISOString() ?? null } }
}

/** Makes a new address, which only its owner reads, and only now. The one before stops working. */
export const makeCalendar = (ctx: Ctx): Promise<{ url: string }> => {
  const memberId = memberOf(ctx).id
  const token = newToken()
  return change(ctx, 'calendar.addressMade', async (tx) => {
    const fresh = { token_hash: hashToken(token), created_at: ctx.now(), read_at: null }
    await tx
      .insertInto('calendar_feeds')
      .values({ member_id: memberId, ...fresh })
      .onConflict((on) => on.column('member_id').doUpdateSet(fresh))
      .execute()
    return {
      result: { url: `${ctx.siteUrl}/api/calendar/${token}.ics` },
      subject: { kind: 'member', id: memberId },
      tell: ownScreens(memberId),
    }
  })
}

export const removeCalendar = (ctx: Ctx): Promise<void> => {
  const memberId = memberOf(ctx).id
  return change(ctx, 'calendar.addressRemoved', async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('calendar_feeds')
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return unchanged(undefined)
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: ownScreens(memberId) }
  })
}

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

/** It is enough to know that the address is in use. */
const readNoteMs = 3_600_000

/** The meetings of the space for a calendar. An address that was replaced or whose member has gone shows none. */
export const readCalendar = async (ctx: Ctx, token: string): Promise<File> => {
  const feed = await ctx.db
    .selectFrom('calendar_feeds as f')
    .innerJoin('members as m', 'm.id', 'f.member_id')
    .select(['f.member_id as memberId', 'f.read_at as readAt'])
    .where('f.token_hash', '=', hashToken(token.replace(/\.ics$/, '')))
    .where('m.closed_at', 'is', null)
    .where('m.suspended_at', 'is', null)
    .executeTakeFirst()
  if (!feed) throw new AppError('notFound')
  const [meetings, sender, siteName] = await Promise.all([
    listCalendarMeetings(ctx),
    findSender(ctx),
    ctx.settings.get('SITE_NAME'),
  ])
  const now = ctx.now()
  if (feed.readAt === null || now.getTime() - feed.readAt.getTime() > readNoteMs) {
    await record(ctx, async (tx) => {
      await tx.updateTable('calendar_feeds').set({ read_at: now }).where('member_id', '=', feed.memberId).execute()
      return { result: undefined, tell: ownScreens(feed.memberId) }
    })
  }
  const content = writeCalendar(meetings, { site: { siteName, siteUrl: ctx.siteUrl, sender, now }, kind: 'feed' })
  return { name: 'meetings.ics', mediaType: 'text/calendar; charset=utf-8', content }
}
