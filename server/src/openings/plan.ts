import type { NextOpenings, OpeningPlan, PlannedOpening } from '@spacekeeper/contract/openings/shapes.ts'
import { planWeeks, publicCalendarPath } from '@spacekeeper/contract/openings/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { localDay } from '#platform/local-day.ts'
import { nameColumns } from '#platform/shown-name.ts'
import { namesFor } from '../access/names.ts'
import { listComing } from './coming.ts'
import { canAnnounce } from './key-holders.ts'
import { presetsAt, timesOf } from './opening-times.ts'
import { joinOpenings } from './rules.ts'

const weekMs = 7 * 24 * 3_600_000

/** More than any space plans within these weeks. */
const mostRead = 400

/** Weeks that are further off come into the plan by themselves. */
const listPlanned = async (ctx: Ctx, zone: string) => {
  const { id, permissions } = memberOf(ctx)
  const now = ctx.now()
  const names = await namesFor(ctx, { permissions })
  const rows = await ctx.db
    .selectFrom('openings as o')
    .innerJoin('members as m', 'm.id', 'o.member_id')
    .select(['o.id', 'o.member_id', 'o.starts_at', 'o.ends_at', 'o.planned_for', 'o.note'])
    .select(['m.is_hidden_from_members', 'm.closed_at', ...nameColumns])
    .select([
      sql<boolean>`exists (select from openings l where l.series = o.series and l.id <> o.id
        and l.cancelled_at is null)`.as('is_weekly'),
      sql<boolean>`exists (select from openings l where l.series = o.series and l.id <> o.id
        and l.starts_at > o.starts_at and l.cancelled_at is null)`.as('has_later'),
    ])
    .where('o.cancelled_at', 'is', null)
    .where('o.ends_at', '>', now)
    // Members see what they announced themselves, however far off.
    .where((is) =>
      is.or([is('o.starts_at', '<', new Date(now.getTime() + planWeeks * weekMs)), is('o.member_id', '=', id)]),
    )
    .orderBy('o.starts_at')
    .orderBy('o.id')
    .limit(mostRead)
    .execute()
  return rows.map((row) => {
    const isOwn = row.member_id === id
    const isNamed = isOwn || permissions.includes('members') || !row.is_hidden_from_members
    const [startsAt, endsAt] = [row.starts_at, row.ends_at]
    const opening: PlannedOpening = {
      id: row.id,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      plannedFor: row.planned_for?.toISOString() ?? null,
      note: row.note,
      keyHolder: isNamed ? names.of(row) : null,
      isOwn,
      canChange: isOwn || permissions.includes('access'),
      isWeekly: row.is_weekly,
      hasLater: row.has_later,
      times: timesOf({ startsAt, endsAt }, zone),
    }
    return { startsAt, endsAt, note: row.note, opening }
  })
}

/** When the space is open in the coming weeks, and what the caller may do. */
export const getOpeningPlan = async (ctx: Ctx): Promise<OpeningPlan> => {
  const settings = await ctx.settings.all()
  const zone = settings.SITE_TIME_ZONE
  const [planned, may, following] = await Promise.all([
    listPlanned(ctx, zone),
    canAnnounce(ctx),
    ctx.db
      .selectFrom('opening_followers')
      .select('member_id')
      .where('member_id', '=', memberOf(ctx).id)
      .executeTakeFirst(),
  ])
  const evening = { from: settings.OPENINGS_EVENING_FROM, until: settings.OPENINGS_EVENING_UNTIL }
  return {
    times: joinOpenings(planned).map((time) => ({
      startsAt: time.startsAt.toISOString(),
      endsAt: time.endsAt.toISOString(),
      openings: time.openings.map(({ opening }) => opening),
    })),
    canAnnounce: may,
    presets: may ? presetsAt(evening, { now: ctx.now(), zone }) : [],
    today: localDay(ctx.now(), zone),
    timeZone: zone,
    isFollowing: following !== undefined,
    publicCalendar: settings.OPENINGS_PUBLIC ? `${ctx.siteUrl}${publicCalendarPath}` : null,
  }
}

const mostNext = 4

/** The next few times, for the home page. */
export const getNext = async (ctx: Ctx): Promise<NextOpenings> => {
  const now = ctx.now()
  const until = new Date(now.getTime() + 2 * weekMs)
  const [times, timeZone] = [
    await listComing(ctx, { from: now, until, limit: mostNext }),
    await ctx.settings.get('SITE_TIME_ZONE'),
  ]
  return {
    times: times.map(({ startsAt, endsAt, note }) => ({
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      note,
    })),
    timeZone,
  }
}
