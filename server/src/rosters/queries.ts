import {
  standings,
  type RosterDevice,
  type RosterFilter,
  type RosterRow,
  type RosterColumn,
  type Selection,
  type StandingCounts,
} from '@spacekeeper/contract/rosters.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { isOffline } from '../devices/rules.ts'
import { grantedPermissions } from '../members/rules.ts'
import { matchFilter, matchSelection, matchStanding, standing } from './match-filter.ts'
import { grantCount, newestCard, sortMembers } from './sort-members.ts'

type Order = { sort: RosterColumn; order: 'asc' | 'desc' }

/** As the wire has it, but for instants. */
const rowColumns = [
  'members.id',
  'members.screen_name as screenName',
  standing.as('standing'),
  'members.is_admin as isAdmin',
  'members.permissions',
  'members.subscription_status as subscription',
  newestCard.as('card'),
  grantCount.as('doors'),
  'members.last_seen_at as lastSeen',
  'members.email',
  'members.phone',
  'members.vehicle_registration_plate as plate',
  'members.first_joined_at as firstJoined',
  'members.registered_at as registered',
] as const
const fullName = sql<string>`members.first_name || ' ' || members.last_name`

/** JSON made by the database writes instants with an offset. */
type JsonRow = RosterRow
const iso = (time: string) => new Date(time).toISOString()
const asRow = (row: JsonRow): RosterRow => ({
  ...row,
  permissions: grantedPermissions(row),
  lastSeen: row.lastSeen && iso(row.lastSeen),
  firstJoined: row.firstJoined && iso(row.firstJoined),
  registered: iso(row.registered),
})

type Window = RosterFilter & Order & { offset: number; limit: number }

/** A window of the list with the number of all, in one query. */
export const listMembers = async (ctx: Ctx, input: Window) => {
  const matches = matchFilter(input, ctx.now())
  const counted = ctx.db
    .selectFrom('members')
    .select([standing.as('standing'), sql<number>`count(*)::int`.as('n')])
    .where(matches)
    .groupBy(sql`1`)
  const shown = ctx.db
    .selectFrom('members')
    .select([...rowColumns, fullName.as('fullName')])
    .where(matches)
    .where(matchStanding(input.standing))
    .orderBy(sortMembers(input))
    .offset(input.offset)
    .limit(input.limit)
  const { counts, members } = await ctx.db
    .selectNoFrom([
      sql<Partial<StandingCounts> | null>`(select json_object_agg(standing, n) from ${counted} counted)`.as('counts'),
      sql<JsonRow[]>`(select coalesce(json_agg(shown), '[]') from ${shown} shown)`.as('members'),
    ])
    .executeTakeFirstOrThrow()
  const countOf = (name: keyof StandingCounts) => counts?.[name] ?? 0
  const [active, noob, inactive, accountonly, suspended] = standings.map(countOf)
  const all = standings.reduce((sum, name) => sum + countOf(name), 0)
  return {
    members: members.map(asRow),
    total: input.standing ? countOf(input.standing) : all,
    standings: {
      active: active ?? 0,
      noob: noob ?? 0,
      inactive: inactive ?? 0,
      accountonly: accountonly ?? 0,
      suspended: suspended ?? 0,
    },
  }
}

/** So many members are exported at once at most. */
export const mostMembers = 50_000

export type ExportRow = Awaited<ReturnType<typeof listSelected>>[number]

/** Everything of everybody selected, in order. */
export const listSelected = (ctx: Ctx, input: Order & { selection: Selection }) =>
  ctx.db
    .selectFrom('members')
    .select([...rowColumns, 'members.first_name as firstName', 'members.last_name as lastName'])
    .where(matchSelection(input.selection, ctx.now()))
    .orderBy(sortMembers(input))
    .limit(mostMembers)
    .execute()

/** What can be granted. Spaces have dozens of devices, not thousands; the bound is for safety. */
export const listGrantable = async (ctx: Ctx): Promise<RosterDevice[]> => {
  const rows = await ctx.db
    .selectFrom('devices')
    .select(['id', 'name', 'kind', 'last_seen_at'])
    .where('removed_at', 'is', null)
    .where('kind', 'in', ['door', 'interlock'])
    .orderBy('kind')
    .orderBy(sql`lower(name)`)
    .limit(2000)
    .execute()
  const now = ctx.now()
  return rows.map(({ last_seen_at: seenAt, ...device }) => ({ ...device, isOffline: isOffline(seenAt, now) }))
}
