import { openingsPath } from '@spacekeeper/contract/openings/words.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import ical, { ICalCalendarMethod } from 'ical-generator'
import { openFeed } from '#platform/calendar/feeds.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { joinOpenings, noteOf } from './rules.ts'

/** What calendars show: a month back, and everything to come. */
const pastMs = 31 * 24 * 3_600_000
const mostShown = 500

/** The calendar of openings: overlaps are joined, and it names no members. All times are in UTC. */
const writeOpenings = async (ctx: Ctx): Promise<File> => {
  const [siteName, rows] = await Promise.all([
    ctx.settings.get('SITE_NAME'),
    ctx.db
      .selectFrom('openings')
      .select(['id', 'starts_at as startsAt', 'ends_at as endsAt', 'note'])
      .where('cancelled_at', 'is', null)
      .where('ends_at', '>', new Date(ctx.now().getTime() - pastMs))
      .orderBy('starts_at')
      .orderBy('id')
      .limit(mostShown)
      .execute(),
  ])
  const calendar = ical({
    prodId: { company: 'Spacekeeper', product: 'Openings', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    name: `${siteName}: openings`,
    ttl: 3600,
  })
  const host = new URL(ctx.siteUrl).hostname
  for (const time of joinOpenings(rows)) {
    calendar.createEvent({
      id: `opening-${Math.min(...time.openings.map(({ id }) => id))}@${host}`,
      start: time.startsAt,
      end: time.endsAt,
      stamp: ctx.now(),
      summary: `${siteName} is open`,
      description: noteOf(time) ?? '',
      url: `${ctx.siteUrl}${openingsPath}`,
    })
  }
  return { name: 'openings.ics', mediaType: 'text/calendar; charset=utf-8', content: calendar.toString() }
}

/** For the calendar of a member, by its secret address. */
export const readOpeningCalendar = async (ctx: Ctx, token: string): Promise<File> => {
  await openFeed(ctx, { feed: 'openings', token })
  return writeOpenings(ctx)
}

/** For anyone, while the space says so. */
export const readPublicCalendar = async (ctx: Ctx): Promise<File> => {
  if (!(await ctx.settings.get('OPENINGS_PUBLIC'))) throw new AppError('notFound')
  return writeOpenings(ctx)
}
