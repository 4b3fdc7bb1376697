import type { MachinePrices } from '@spacekeeper/contract/interlocks/shapes.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { differencesOf } from '#platform/db/change-row.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'

const cents = <Column extends 'cost_per_session_cents' | 'cost_per_hour_cents' | 'cost_per_kwh_cents'>(
  column: Column,
) => sql<number>`coalesce(${sql.ref(`p.${column}`)}, 0)`.as(column)

/** What a session is started with, for queries that left join `machine_prices as p`: a machine without a row is free. */
export const startPrices = [
  cents('cost_per_session_cents'),
  cents('cost_per_hour_cents'),
  cents('cost_per_kwh_cents'),
  'p.max_session_minutes',
  'p.max_cost_cents',
  'p.rated_watts',
] as const

/** What a machine costs, and its limits. */
export const getPrices = async (ctx: Ctx, interlockId: number): Promise<MachinePrices> => {
  const row = await ctx.db
    .selectFrom('devices as d')
    .leftJoin('machine_prices as p', 'p.device_id', 'd.id')
    .select([...startPrices, 'p.min_balance_cents'])
    .where('d.id', '=', interlockId)
    .where('d.kind', '=', 'interlock')
    .where('d.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return {
    costPerSessionCents: row.cost_per_session_cents,
    costPerHourCents: row.cost_per_hour_cents,
    costPerKwhCents: row.cost_per_kwh_cents,
    maxSessionMinutes: row.max_session_minutes,
    minBalanceCents: row.min_balance_cents,
    maxCostCents: row.max_cost_cents,
    ratedWatts: row.rated_watts,
  }
}

const priceColumns = {
  costPerSessionCents: 'cost_per_session_cents',
  costPerHourCents: 'cost_per_hour_cents',
  costPerKwhCents: 'cost_per_kwh_cents',
  maxSessionMinutes: 'max_session_minutes',
  minBalanceCents: 'min_balance_cents',
  maxCostCents: 'max_cost_cents',
  ratedWatts: 'rated_watts',
} as const satisfies Record<keyof MachinePrices, string>

const free = {
  cost_per_session_cents: 0,
  cost_per_hour_cents: 0,
  cost_per_kwh_cents: 0,
  max_session_minutes: null,
  min_balance_cents: null,
  max_cost_cents: null,
  rated_watts: null,
}

/** The prices of a machine; the machine is locked, because a row of prices may not be there yet. */
const lockPrices = async ({ tx }: Work, interlockId: number) => {
  const machine = await tx
    .selectFrom('devices')
    .select('id')
    .where('id', '=', interlockId)
    .where('kind', '=', 'interlock')
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!machine) throw new AppError('notFound')
  const prices = await tx
    .selectFrom('machine_prices')
    .select(Object.values(priceColumns))
    .where('device_id', '=', interlockId)
    .executeTakeFirst()
  return prices ?? free
}

type PriceChange = {
  interlockId: number
  prices: { readonly [F in keyof MachinePrices]?: MachinePrices[F] | undefined }
}

type PriceRow = Awaited<ReturnType<typeof lockPrices>>

/** The whole row, with the prices that were sent in place of the old. */
const updatedRow = (row: PriceRow, prices: PriceChange['prices']): PriceRow => {
  const { costPerSessionCents = row.cost_per_session_cents, costPerHourCents = row.cost_per_hour_cents } = prices
  const { costPerKwhCents = row.cost_per_kwh_cents } = prices
  const { maxSessionMinutes = row.max_session_minutes, minBalanceCents = row.min_balance_cents } = prices
  const { maxCostCents = row.max_cost_cents, ratedWatts = row.rated_watts } = prices
  return {
    cost_per_session_cents: costPerSessionCents,
    cost_per_hour_cents: costPerHourCents,
    cost_per_kwh_cents: costPerKwhCents,
    max_session_minutes: maxSessionMinutes,
    min_balance_cents: minBalanceCents,
    max_cost_cents: maxCostCents,
    rated_watts: ratedWatts,
  }
}

/** Changes what a machine costs. A running session goes on at the prices it began with. */
export const updatePrices = (ctx: Ctx, { interlockId, prices }: PriceChange): Promise<void> =>
  change(ctx, 'interlock.pricesChanged', async (work) => {
    const row = await lockPrices(work, interlockId)
    const changes = differencesOf({ row, columns: priceColumns, changes: prices })
    if (keysOf(changes).length === 0) return unchanged(undefined)
    const values = updatedRow(row, prices)
    await work.tx
      .insertInto('machine_prices')
      .values({ device_id: interlockId, ...values })
      .onConflict((on) => on.column('device_id').doUpdateSet(values))
      .execute()
    return {
      result: undefined,
      subject: { kind: 'device', id: interlockId },
      data: { changes },
      tell: [
        screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access'] } }),
        screens.notice({ topic: 'access', audience: 'everybody' }),
      ],
    }
  })
