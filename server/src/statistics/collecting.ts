import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { type TransactionType, transactionTypes } from '@spacekeeper/contract/memberbucks/words.ts'
import { memberStates, subscriptionStates } from '@spacekeeper/contract/members/words.ts'
import type { Figures } from '@spacekeeper/contract/statistics/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { forgetCharts } from './charts.ts'
import { countOnSiteHours, hoursToCount } from './on-site-hours.ts'

const hourMs = 3_600_000

type GroupRow = { state: string; members: number; members6: number; members12: number }

type TypeRow = { type: TransactionType; cents: number; members: number }

const countStates = (ctx: Ctx) =>
  readRows(
    ctx,
    sql<GroupRow>`select m.state, count(*)::int as members,
      count(*) filter (where registered_at <= ${ctx.now()}::timestamptz - interval '6 months')::int as members6,
      count(*) filter (where registered_at <= ${ctx.now()}::timestamptz - interval '12 months')::int as members12
    from members m where closed_at is null group by m.state`,
  )

const countSubscriptions = (ctx: Ctx) =>
  readRows(
    ctx,
    sql<{ state: string; members: number }>`select subscription_status as state, count(*)::int as members
      from members where closed_at is null group by subscription_status`,
  )

const addBalances = (ctx: Ctx) =>
  readRows(
    ctx,
    sql<{ cents: number; holders: number }>`select coalesce(sum(balance_cents), 0)::float8 as cents,
      (count(*) filter (where balance_cents <> 0))::int as holders from balances`,
  )

const addTransactions = (ctx: Ctx) =>
  readRows(
    ctx,
    sql<TypeRow>`select type, sum(amount_cents)::float8 as cents, count(distinct member_id)::int as members
      from ledger_entries group by type`,
  )

/** Every state with its number, 0 where no row names it. */
const inStates = <S extends string, R extends { state: string }>(
  states: readonly S[],
  { rows, of }: { rows: readonly R[]; of: (row: R) => number },
): Record<S, number> => {
  const known = new Map(rows.map((row) => [row.state, of(row)]))
  const filled = Object.fromEntries(states.map((state) => [state, known.get(state) ?? 0]))
  return filled as Record<S, number> // fromEntries loses the names
}

const countFigures = async (ctx: Ctx): Promise<Figures> => {
  const [states, plans, balances, types] = await Promise.all([
    countStates(ctx),
    countSubscriptions(ctx),
    addBalances(ctx),
    addTransactions(ctx),
  ])
  return {
    members: inStates(memberStates, { rows: states, of: ({ members }) => members }),
    members6: inStates(memberStates, { rows: states, of: ({ members6 }) => members6 }),
    members12: inStates(memberStates, { rows: states, of: ({ members12 }) => members12 }),
    subscriptions: inStates(subscriptionStates, { rows: plans, of: ({ members }) => members }),
    balanceCents: balances[0]?.cents ?? 0,
    balanceHolders: balances[0]?.holders ?? 0,
    transactions: Object.fromEntries(
      keysOf(transactionTypes).flatMap((type) => {
        const row = types.find((one) => one.type === type)
        return row ? [[type, { cents: row.cents, members: row.members }]] : []
      }),
    ),
  }
}

/** Counts the figures of this hour. Again within the hour, it takes the place of what was counted before. */
export const collectFigures = async (ctx: Ctx): Promise<void> => {
  const data = JSON.stringify(await countFigures(ctx))
  await record(ctx, async (work) => {
    const { tx, now } = work
    const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
    await tx
      .insertInto('figures')
      .values({ hour, collected_at: now, data })
      .onConflict((conflict) => conflict.column('hour').doUpdateSet({ collected_at: now, data }))
      .execute()
    await countOnSiteHours(work, hoursToCount(hour))
    return { result: undefined }
  })
  forgetCharts(ctx)
}
