import type { DisplayView } from '@spacekeeper/contract/display/shapes.ts'
import { type BrokenWhy, mostOnPanel } from '@spacekeeper/contract/display/words.ts'
import { isFeatureOn } from '@spacekeeper/contract/features.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import { localTime } from '#platform/local-time.ts'
import { chatName, nameColumns } from '#platform/shown-name.ts'
import { readSpaceState } from '../directory/space-state.ts'
import { nameOfMeeting } from '../meetings/meeting-row.ts'
import { listComing } from '../openings/coming.ts'
import { countOnSite } from '../visits/visit-lists.ts'
import { schemeAt } from './rules.ts'
import { listSlides } from './slides.ts'

const dayMs = 24 * 3_600_000
const openingDays = 14
const meetingDays = 30

/** For screens that are authorised, and for staff who look at what they show. */
const refuseOthers = ({ actor }: Ctx, kiosk: CallingKiosk | null) => {
  const isStaff =
    actor.kind === 'member' &&
    actor.permissions.some((permission) => permission === 'devices' || permission === 'settings')
  if (!kiosk?.isDisplay && !kiosk?.isAuthorised && !isStaff) throw new AppError('notDisplay')
}

/** The members on site as strangers may read them: no hidden ones, and no full names. */
const listNames = async (ctx: Ctx, settings: Settings): Promise<string[]> => {
  if (!settings.DISPLAY_NAMES || !isFeatureOn('enableMembersOnSite', settings)) return []
  const rows = await ctx.db
    .selectFrom('visits')
    .innerJoin('members as m', 'm.id', 'visits.member_id')
    .select(['m.is_hidden_from_members', ...nameColumns])
    .where('visits.signed_out_at', 'is', null)
    .where('m.is_hidden_from_members', '=', false)
    .orderBy('visits.signed_in_at', 'desc')
    .orderBy('visits.id', 'desc')
    .limit(mostOnPanel.names)
    .execute()
  return rows.map((row) => chatName(row, settings.SHOWN_NAME))
}

const describeHere = async (ctx: Ctx, settings: Settings): Promise<DisplayView['here']> => {
  if (!isFeatureOn('enableSiteSignIn', settings)) return null
  const [counts, names] = await Promise.all([countOnSite(ctx), listNames(ctx, settings)])
  return { ...counts, names }
}

type BrokenRow = { name: string; why: BrokenWhy; since: Date; total: number }

/** Doors and machines that are locked, or reported and not mended. What was reported is between its member and staff. */
const listBroken = async (ctx: Ctx): Promise<DisplayView['broken']> => {
  const rows = await readRows<BrokenRow>(
    ctx,
    sql`select name, why, since, (count(*) over ())::int as total from (
        select d.name, d.id, case when d.is_locked_out then 'locked' when r.is_unsafe then 'unsafe' else 'reported' end as why,
          coalesce(d.locked_out_since, r.since) as since
        from devices d
        left join lateral (
          select bool_or(is_unsafe) as is_unsafe, min(reported_at) as since from issue_reports
          where device_id = d.id and state <> 'done'
        ) r on true
        where d.removed_at is null and not d.is_hidden and (d.is_locked_out or r.since is not null)
      ) b
      order by array_position(array['locked', 'unsafe', 'reported'], why), since desc, id
      limit ${mostOnPanel.devices}`,
  )
  return {
    total: rows[0]?.total ?? 0,
    devices: rows.map(({ name, why, since }) => ({ name, why, since: since.toISOString() })),
  }
}

const listMeetings = async (ctx: Ctx): Promise<DisplayView['meetings']> => {
  const now = ctx.now()
  const rows = await ctx.db
    .selectFrom('meetings')
    .select(['type', 'name', 'place', 'starts_at'])
    .where('cancelled_at', 'is', null)
    .where('closed_at', 'is', null)
    // One that is going on is still to be found.
    .where(sql<boolean>`starts_at + minutes_planned * interval '1 minute' > ${now}`)
    .where('starts_at', '<', new Date(now.getTime() + meetingDays * dayMs))
    .orderBy('starts_at')
    .orderBy('id')
    .limit(mostOnPanel.meetings)
    .execute()
  return rows.map((row) => ({ name: nameOfMeeting(row), startsAt: row.starts_at.toISOString(), place: row.place }))
}

/** What is not said by hand follows the plan while it runs. */
const describeSpace = async (ctx: Ctx, next: { startsAt: Date } | undefined): Promise<DisplayView['space']> => {
  const { isOpen, message } = await readSpaceState(ctx)
  const isPlanned = next !== undefined && next.startsAt <= ctx.now()
  return { isOpen: isOpen ?? (isPlanned ? true : null), message }
}

/** Everything a display shows: a handful of queries with a limit each, whatever the size of the space. */
export const getView = async (ctx: Ctx, kiosk: CallingKiosk | null): Promise<DisplayView> => {
  refuseOthers(ctx, kiosk)
  const settings = await ctx.settings.all()
  const [now, zone] = [ctx.now(), settings.SITE_TIME_ZONE]
  const until = new Date(now.getTime() + openingDays * dayMs)
  const [openings, meetings, here, broken, slides] = await Promise.all([
    listComing(ctx, { from: now, until, limit: mostOnPanel.openings }),
    listMeetings(ctx),
    describeHere(ctx, settings),
    listBroken(ctx),
    listSlides(ctx),
  ])
  return {
    timeZone: zone,
    scheme: schemeAt(settings.DISPLAY_SCHEME, Number(localTime(now, zone).slice(11, 13))),
    seconds: settings.DISPLAY_SECONDS,
    space: await describeSpace(ctx, openings[0]),
    openings: openings.map(({ startsAt, endsAt, note }) => ({
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      note,
    })),
    meetings,
    here,
    broken,
    slides: slides
      .filter(({ isShown }) => isShown)
      .map(({ id, title, text, picture, seconds }) => ({
        id,
        title,
        text,
        picture,
        seconds,
      })),
  }
}
