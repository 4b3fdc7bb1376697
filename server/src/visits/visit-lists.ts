import type { Settings } from '@spacekeeper/contract/index.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import type { Visit, LastSeenRow } from '@spacekeeper/contract/visits/shapes.ts'
import { sql } from 'kysely'
import type { Actor, Ctx } from '#platform/ctx.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import { matchWords, searchText } from '#platform/db/search-words.ts'
import { fullNameOf, nameColumns } from '#platform/shown-name.ts'
import { isShownMember } from '../access/hidden.ts'
import { namesFor } from '../access/names.ts'
import { opensMembers, seenMembers } from '../access/rules.ts'

/** Staff who look after members always see who is on site; members while the site shows it. */
export const canSeeOnSite = (actor: Actor, settings: Pick<Settings, 'ENABLE_PORTAL_MEMBERS_ON_SITE'>): boolean =>
  actor.kind === 'member' && seenMembers(actor, settings.ENABLE_PORTAL_MEMBERS_ON_SITE) !== 'none'

/** Lists are cut off here; no space has this many people on site. */
const maxListed = 500

const openVisit = selectOnce((db, given: { memberId: number }) =>
  db.selectFrom('visits').selectAll().where('member_id', '=', given.memberId).where('signed_out_at', 'is', null),
)

export const findOpenVisit = async (ctx: Ctx, memberId: number): Promise<Visit | null> => {
  const row = await openVisit.first(ctx, { memberId })
  if (!row) return null
  return {
    id: row.id,
    user_id: row.member_id,
    signin_date: row.signed_in_at.toISOString(),
    signout_date: null,
    guests: row.guests,
  }
}

const guestsOf = sql<number>`coalesce(sum(cardinality(visits.guests)), 0)::int`

const visitorsHere = sql<number>`(select count(*)::int from visitors where arrived_at is not null and left_at is null)`

/** How many members, guests and visitors are on site, hidden members included: anyone in the room could count them. */
export const countOnSite = (ctx: Ctx): Promise<{ members: number; guests: number; visitors: number }> =>
  ctx.db
    .selectFrom('visits')
    .select((is) => [is.fn.countAll<number>().as('members'), guestsOf.as('guests'), visitorsHere.as('visitors')])
    .where('signed_out_at', 'is', null)
    .executeTakeFirstOrThrow()

/** The caller: staff of members also see hidden members, and every member sees themselves. */
export type VisitViewer = { id: number; permissions: readonly Permission[] }

const hiddenViewer = ({ id, permissions }: VisitViewer) => ({ id, seesHidden: permissions.includes('members') })

/** The visitors on site, latest first: for staff of members, who would have to call them out of a building. */
const listVisitorsHere = async (ctx: Ctx, viewer: VisitViewer) => {
  const rows = await ctx.db
    .selectFrom('visitors as v')
    .leftJoin('members as m', 'm.id', 'v.host_id')
    .select(['v.name', 'v.arrived_at as since'])
    .select(fullNameOf<string | null>('m').as('hostName'))
    .select((is) => is.fn.countAll<number>().over().as('total'))
    .where('v.arrived_at', 'is not', null)
    .where('v.left_at', 'is', null)
    .orderBy('v.arrived_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(maxListed)
    .execute()
  const visitors = rows.flatMap(({ name, hostName, since }) =>
    since === null ? [] : [{ name, hostName, since: since.toISOString() }],
  )
  return { visitorCount: rows[0]?.total ?? 0, visitors: opensMembers(viewer) ? visitors : [] }
}

/** The members on site, latest first. */
export const listOnSite = async (ctx: Ctx, viewer: VisitViewer) => {
  const names = await namesFor(ctx, viewer)
  const rows = await ctx.db
    .selectFrom('visits')
    .innerJoin('members as m', 'm.id', 'visits.member_id')
    .select(['m.id', 'm.is_hidden_from_members', ...nameColumns])
    .select(['visits.signed_in_at', 'visits.guests'])
    .select((is) => is.fn.countAll<number>().over().as('total'))
    .select(sql<number>`(sum(cardinality(visits.guests)) over ())::int`.as('all_guests'))
    .where('visits.signed_out_at', 'is', null)
    .where(isShownMember('m', hiddenViewer(viewer)))
    .orderBy('visits.signed_in_at', 'desc')
    .orderBy('visits.id', 'desc')
    .limit(maxListed)
    .execute()
  return {
    ...(await listVisitorsHere(ctx, viewer)),
    count: rows[0]?.total ?? 0,
    guests: rows[0]?.all_guests ?? 0,
    people: rows.map((row) => ({
      name: names.of(row),
      memberId: opensMembers(viewer) ? row.id : null,
      since: row.signed_in_at.toISOString(),
      guests: row.guests.length,
      isHidden: row.is_hidden_from_members,
    })),
  }
}

/** When active members were last noticed on site, newest first; those never seen come last, by name. */
export const listLastSeen = async (
  ctx: Ctx,
  input: { viewer: VisitViewer; text: string; limit: number },
): Promise<LastSeenRow[]> => {
  const { viewer, limit } = input
  const text = input.text.trim()
  // Found and sorted by what the viewer reads: either would tell of a name that is not shown.
  const name = (await namesFor(ctx, viewer)).inQuery('members')
  const rows = await ctx.db
    .selectFrom('members')
    .select(['id', name.as('user'), 'last_seen_at', 'is_hidden_from_members'])
    .where('state', '=', 'active')
    .where(isShownMember('members', hiddenViewer(viewer)))
    .$if(text !== '', (query) => query.where(matchWords(searchText(sql`${name}`), text)))
    .orderBy('last_seen_at', (order) => order.desc().nullsLast())
    .orderBy(sql`lower(${name})`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    user: row.user,
    never: row.last_seen_at === null,
    ...(row.last_seen_at && { date: row.last_seen_at.toISOString() }),
    isHidden: row.is_hidden_from_members,
  }))
}
