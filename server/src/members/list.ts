import { columnFields } from '@spacekeeper/contract/members/columns.ts'
import { memberField, memberFields } from '@spacekeeper/contract/members/fields.ts'
import type {
  MemberListColumn,
  MemberListRow,
  MemberFilter,
  StandingCounts,
  Selection,
  GrantableDevice,
  HoldablePlan,
} from '@spacekeeper/contract/members/shapes.ts'
import { roles, standings } from '@spacekeeper/contract/members/words.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { isOffline } from '../devices/rules.ts'
import { emailState, role } from './email-state.ts'
import { fieldsOfColumn, listedColumn, listedColumns } from './fields.ts'
import { standing, matchFilter, matchStanding, matchSelection } from './filters.ts'
import { grantedPermissions } from './role-rules.ts'

/** The newest card that works. */
export const newestCard = sql<string | null>`(select c.number from cards c
  where c.member_id = members.id and c.state = 'active' order by c.id desc limit 1)`

/** The plan they have now. */
const planName = sql<string | null>`(select p.name from subscriptions s join plans p on p.id = s.plan_id
  where s.member_id = members.id and s.state <> 'ended')`

/** How many doors and machines are granted. Those that were removed are looked up once for all members. */
export const grantCount = sql<number>`(select count(*)::int from grants g
  where g.member_id = members.id and g.device_id not in (select id from devices where removed_at is not null))`

/** Expressions to sort by; `missing` says where members without a value come. */
type SortKey = { by: RawBuilder<unknown>[]; missing?: 'first' | 'last' | undefined }

/** Columns that are not simply a field of the member. A phone number sorts by its digits. */
const computedKeys: Partial<Record<MemberListColumn, SortKey>> = {
  // As the name is shown, first name first.
  name: { by: [sql`lower(members.first_name)`, sql`lower(members.last_name)`] },
  standing: { by: [sql`array_position(${[...standings]}::text[], ${standing})`] },
  plan: { by: [sql`lower(${planName})`], missing: 'last' },
  card: { by: [newestCard], missing: 'last' },
  doors: { by: [grantCount] },
  role: { by: [sql`array_position(${[...roles]}::text[], ${role})`] },
  phone: { by: [sql`nullif(translate(members.phone, ' +-().', ''), '')`], missing: 'last' },
}

const keyOf = (column: MemberListColumn): SortKey => {
  const computed = computedKeys[column]
  if (computed) return computed
  const fields = fieldsOfColumn(column).map((name) => memberField(name))
  return {
    by: fields.map((field) => {
      const value = sql.ref(`members.${field.column}`)
      return field.listed?.kind === 'text' ? sql`lower(${value})` : value
    }),
    missing: fields[0]?.listed?.missing,
  }
}

/** The whole order; equal members come by number, so that scrolling meets every row once. */
export const sortMembers = (input: { sort: MemberListColumn; order: 'asc' | 'desc' }): RawBuilder<unknown> => {
  const { by, missing } = keyOf(input.sort)
  const direction = input.order === 'asc' ? sql`asc` : sql`desc`
  // Members who were never seen come before those last seen longest ago, so they change sides with the order.
  const isLast = missing === 'last' || (missing === 'first' && input.order === 'desc')
  const placed = missing ? (isLast ? sql`nulls last` : sql`nulls first`) : sql``
  return sql.join([...by.map((key) => sql`${key} ${direction} ${placed}`), sql`members.id ${direction}`])
}

type ListOrder = { sort: MemberListColumn; order: 'asc' | 'desc' }

/** What is selected for the columns that are no field of the member. */
const computedColumns = {
  standing: standing.as('standing'),
  plan: planName.as('plan'),
  card: newestCard.as('card'),
  doors: grantCount.as('doors'),
  role: role.as('role'),
}

/** Named as on the wire; first and last name are for the CSV alone. */
const rowColumns = [
  'members.id',
  'members.is_admin as isAdmin',
  'members.permissions',
  emailState.as('emailState'),
  ...Object.values(computedColumns),
  ...listedColumns,
] as const

const isComputed = (column: MemberListColumn): column is keyof typeof computedColumns => column in computedColumns

type ColumnSelection = (typeof computedColumns)[keyof typeof computedColumns] | (typeof listedColumns)[number]

const selectedFor = (column: MemberListColumn): ColumnSelection[] =>
  isComputed(column) ? [computedColumns[column]] : fieldsOfColumn(column).map(listedColumn)

/** JSON made by the database writes instants with an offset. */
type ListJsonRow = MemberListRow

const times = columnFields.flatMap((name) => {
  const { as, kind } = memberFields[name].listed
  return kind === 'time' ? [as] : []
})

const isoOf = (time: string | null) => time && new Date(time).toISOString()

const asRow = (row: ListJsonRow): MemberListRow => ({
  ...row,
  permissions: grantedPermissions(row),
  ...Object.fromEntries(times.map((name) => [name, isoOf(row[name])])),
})

type ListWindow = MemberFilter & ListOrder & { offset: number; limit: number }

/**
 * A window of the list with counts of all, in one query. Its members are chosen first and described then: of those before
 * the window the database need not know their cards and grants.
 */
export const listMembers = async (ctx: Ctx, input: ListWindow) => {
  const matches = matchFilter(input, ctx.now())
  const counted = ctx.db
    .selectFrom('members')
    .select([standing.as('standing'), sql<number>`count(*)::int`.as('n')])
    .where(matches)
    .groupBy(sql`1`)
  const shown = ctx.db
    .selectFrom((is) =>
      is
        .selectFrom('members')
        .selectAll()
        .where(matches)
        .where(matchStanding(input.standing))
        .orderBy(sortMembers(input))
        .offset(input.offset)
        .limit(input.limit)
        .as('members'),
    )
    .select([...rowColumns, fullNameOf('members').as('fullName')])
    .orderBy(sortMembers(input))
  const { counts, members } = await ctx.db
    .selectNoFrom([
      sql<Partial<StandingCounts> | null>`(select json_object_agg(standing, n) from ${counted} counted)`.as('counts'),
      sql<ListJsonRow[]>`(select coalesce(json_agg(shown), '[]') from ${shown} shown)`.as('members'),
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

/** The most members exported at once. */
export const mostMembers = 50_000

export type ExportRow = Awaited<ReturnType<typeof listSelected>>[number]

type SelectedMembers = ListOrder & { selection: Selection; columns: readonly MemberListColumn[] }

/** All selected members, in order, with the values of these columns and no others. */
export const listSelected = (ctx: Ctx, input: SelectedMembers) =>
  ctx.db
    .selectFrom('members')
    .select([...new Set(input.columns)].flatMap(selectedFor))
    .where(matchSelection(input.selection, ctx.now()))
    .orderBy(sortMembers(input))
    .limit(mostMembers + 1)
    .execute()

/** What can be granted. Spaces have dozens of devices, not thousands; the bound is for safety. */
export const listGrantableDevices = async (ctx: Ctx): Promise<GrantableDevice[]> => {
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

/** Plans to filter by: those on offer first, then archived ones that members still have. */
export const listHoldablePlans = (ctx: Ctx): Promise<HoldablePlan[]> =>
  ctx.db
    .selectFrom('plans as p')
    .innerJoin('tiers as t', 't.id', 'p.tier_id')
    .select(['p.id', 'p.name', 't.name as tier'])
    .where((is) =>
      is.or([
        is('p.archived_at', 'is', null),
        is.exists(
          is
            .selectFrom('subscriptions as s')
            .select('s.id')
            .whereRef('s.plan_id', '=', 'p.id')
            .where('s.state', '<>', 'ended'),
        ),
      ]),
    )
    .orderBy(sql`p.archived_at is not null, t.position, t.id, p.position, p.id`)
    .limit(500)
    .execute()
