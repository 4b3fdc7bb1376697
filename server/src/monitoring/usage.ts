import type { monitoringApi } from '@spacekeeper/contract/monitoring/routes.ts'
import type { UsageSearch, Usage } from '@spacekeeper/contract/monitoring/shapes.ts'
import type { Output, File } from '@spacekeeper/contract/route.ts'
import { sql, type RawBuilder } from 'kysely'
import { type CsvColumn, writeCsv } from '#platform/csv/write-csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { getDevice } from '../devices/devices.ts'
import { startOfPeriod } from './rules.ts'

type UsageRow = {
  member_id: number
  uses: number
  refused: number
  seconds: number
  cost_cents: number
  held: number
  last_at: Date
}

type UsagePlace = { deviceId: number; kind: 'door' | 'interlock'; since: Date | null }

/** Swipes and uses in one form: member, time, duration and cost. */
const usesOf = ({ deviceId, kind, since }: UsagePlace) => {
  const from = since ?? new Date(0)
  return kind === 'door'
    ? sql`(select member_id, swiped_at as at, outcome = 'granted' as is_used, 0::float8 as seconds, 0 as cost_cents,
        false as is_held
        from swipes where device_id = ${deviceId} and swiped_at >= ${from})`
    : sql`(select member_id, started_at as at, true as is_used,
        extract(epoch from coalesce(ended_at, last_heard_at) - started_at)::float8 as seconds, cost_cents,
        review is not distinct from 'waiting' as is_held
        from interlock_sessions where device_id = ${deviceId} and started_at >= ${from})`
}

const orders: Record<UsageSearch['sort'], RawBuilder<unknown>> = {
  name: sql`lower(m.last_name || ' ' || m.first_name)`,
  count: sql`uses`,
  refused: sql`refused`,
  time: sql`seconds`,
  cost: sql`cost_cents`,
  last: sql`last_at`,
}

type UsagePage = UsageSearch & { deviceId: number; offset: number; limit: number }

const listRows = (ctx: Ctx, { place, wanted }: { place: UsagePlace; wanted: UsagePage }) => {
  const byMember = sql<UsageRow>`(
    select member_id, (count(*) filter (where is_used))::int as uses, (count(*) filter (where not is_used))::int as refused,
      sum(seconds)::float8 as seconds, sum(cost_cents)::float8 as cost_cents,
      (count(*) filter (where is_held))::int as held, max(at) as last_at
    from ${usesOf(place)} as d where member_id is not null group by member_id
  )`
  return ctx.db
    .selectFrom(byMember.as('u'))
    .innerJoin('members as m', 'm.id', 'u.member_id')
    .selectAll('u')
    .select(fullNameOf('m').as('name'))
    .select((is) => is.fn.countAll<number>().over().as('total'))
    .orderBy(orders[wanted.sort], wanted.order === 'up' ? 'asc' : 'desc')
    .orderBy('u.member_id')
    .offset(wanted.offset)
    .limit(wanted.limit)
    .execute()
}

const getSums = async (ctx: Ctx, place: UsagePlace) => {
  const row = await ctx.db
    .selectFrom(usesOf(place).as('d'))
    .select([
      sql<number>`(count(*) filter (where is_used and member_id is not null))::int`.as('count'),
      sql<number>`(count(*) filter (where not is_used and member_id is not null))::int`.as('refused'),
      sql<number>`(count(*) filter (where member_id is null))::int`.as('unknown'),
      sql<number>`coalesce(round(sum(seconds)), 0)::float8`.as('seconds'),
      sql<number>`coalesce(sum(cost_cents), 0)::float8`.as('costCents'),
      sql<number>`(count(*) filter (where is_held))::int`.as('held'),
    ])
    .executeTakeFirst()
  return row ?? { count: 0, refused: 0, unknown: 0, seconds: 0, costCents: 0, held: 0 }
}

const asUsage = (row: UsageRow & { name: string }): Usage => ({
  memberId: row.member_id,
  name: row.name,
  count: row.uses,
  refused: row.refused,
  seconds: Math.round(row.seconds),
  costCents: row.cost_cents,
  held: row.held,
  lastAt: row.last_at.toISOString(),
})

/** How much each member used a door or a machine, in three queries. Vending machines have their sales instead. */
export const listUsage = async (ctx: Ctx, wanted: UsagePage): Promise<Output<typeof monitoringApi.listUsage>> => {
  const { deviceId, period } = wanted
  const { kind } = await getDevice(ctx, { deviceId })
  if (kind === 'memberbucks') throw new AppError('notFound')
  const place = { deviceId, kind, since: startOfPeriod(period, ctx.now()) }
  const [rows, sums] = await Promise.all([listRows(ctx, { place, wanted }), getSums(ctx, place)])
  return { members: rows.map(asUsage), total: rows[0]?.total ?? 0, sums }
}

const mostExported = 20_000

const who: CsvColumn<Usage>[] = [
  { header: 'Member id', value: (row) => row.memberId },
  { header: 'Name', value: (row) => row.name },
]

const last: CsvColumn<Usage> = { header: 'Last (UTC)', value: (row) => new Date(row.lastAt) }

const ofDoors: CsvColumn<Usage>[] = [
  ...who,
  { header: 'Opened', value: (row) => row.count },
  { header: 'Refused', value: (row) => row.refused },
  last,
]

const ofMachines: CsvColumn<Usage>[] = [
  ...who,
  { header: 'Uses', value: (row) => row.count },
  { header: 'Minutes', value: (row) => Math.round(row.seconds / 60) },
  { header: 'Cost', value: (row) => row.costCents / 100 },
  { header: 'Uses being checked', value: (row) => row.held },
  last,
]

/** How much each member used a device, as a file. */
export const exportUsage = async (ctx: Ctx, input: UsageSearch & { deviceId: number }): Promise<File> => {
  const { deviceId } = input
  const device = await getDevice(ctx, { deviceId })
  const { members } = await listUsage(ctx, { ...input, offset: 0, limit: mostExported + 1 })
  const columns = device.kind === 'door' ? ofDoors : ofMachines
  return writeCsv({ name: `Use of ${device.name}.csv`, columns, rows: members, most: mostExported })
}
