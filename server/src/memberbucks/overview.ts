import type { BalanceOverview } from '@spacekeeper/contract/memberbucks/shapes.ts'
import type { ContraAccount } from '@spacekeeper/contract/memberbucks/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { addMonths, localDay } from '#platform/local-day.ts'
import { getBalance } from './balances.ts'
import { monthSql, startOfMonth } from './periods.ts'
import { centsOfUnits } from './rules.ts'

/** What a balance is for. What was given back counts against it. */
const spentOn = ['dues', 'machineIncome', 'vendingIncome', 'donation'] as const satisfies readonly ContraAccount[]

const shownMonths = 12
const recentDays = 30

type OverviewRequest = { memberId: number; zone: string; months: readonly string[] }

const findLastTopUp = async (ctx: Ctx, memberId: number): Promise<BalanceOverview['lastTopUp']> => {
  const row = await ctx.db
    .selectFrom('ledger_entries')
    .select(['at', 'amount_cents', 'balance_cents'])
    .where('member_id', '=', memberId)
    .where('amount_cents', '>', 0)
    .where('reverses_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { at: row.at.toISOString(), amountCents: row.amount_cents, balanceCents: row.balance_cents } : null
}

/** What moved month by month; of the spending also what is recent. */
const readMonths = (ctx: Ctx, { memberId, zone, months }: OverviewRequest) => {
  const recent = new Date(ctx.now().getTime() - recentDays * 86_400_000)
  return ctx.db
    .selectFrom('ledger_entries')
    .select((is) => [
      monthSql('at', zone).as('month'),
      sql<number>`coalesce(sum(amount_cents) filter (where amount_cents > 0), 0)`.as('in_cents'),
      sql<number>`coalesce(-sum(amount_cents) filter (where amount_cents < 0), 0)`.as('out_cents'),
      sql<number>`coalesce(-sum(amount_cents) filter (where at > ${recent}
        and contra_account = any(${spentOn})), 0)`.as('recent_cents'),
      is.fn.countAll<number>().as('entries'),
    ])
    .where('member_id', '=', memberId)
    .where('at', '>=', startOfMonth(months[0] ?? '', zone))
    .groupBy('month')
    .execute()
}

const mostParts = 6

/** What this month was spent on: a device each, and what was paid without one. */
const readSpending = async (
  ctx: Ctx,
  { memberId, zone, months }: OverviewRequest,
): Promise<BalanceOverview['spending']> => {
  const cents = sql<number>`-sum(e.amount_cents)`
  return ctx.db
    .selectFrom('ledger_entries as e')
    .leftJoin('devices as d', 'd.id', 'e.device_id')
    .select(['d.name', 'e.contra_account as account', cents.as('cents')])
    .where('e.member_id', '=', memberId)
    .where('e.contra_account', 'in', spentOn)
    .where('e.at', '>=', startOfMonth(months.at(-1) ?? '', zone))
    .groupBy(['d.id', 'd.name', 'e.contra_account'])
    .having(cents, '>', 0)
    .orderBy('cents', 'desc')
    .orderBy('d.name')
    .limit(mostParts)
    .execute()
}

/** What a member sees of their balance before its entries. */
export const getBalanceOverview = async (ctx: Ctx, memberId: number): Promise<BalanceOverview> => {
  const { SITE_TIME_ZONE: zone, MEMBERBUCKS_MAX_TOPUP: mostUnits } = await ctx.settings.all()
  const today = localDay(ctx.now(), zone)
  const months = Array.from({ length: shownMonths }, (_, at) => addMonths(today, at + 1 - shownMonths).slice(0, 7))
  const asked = { memberId, zone, months }
  const [{ balanceCents }, lastTopUp, rows, spending] = await Promise.all([
    getBalance(ctx, memberId),
    findLastTopUp(ctx, memberId),
    readMonths(ctx, asked),
    readSpending(ctx, asked),
  ])
  const byMonth = new Map(rows.map((row) => [row.month, row]))
  return {
    balanceCents,
    lastTopUp,
    spentCents: Math.max(
      0,
      rows.reduce((sum, row) => sum + row.recent_cents, 0),
    ),
    months: months.map((month) => {
      const row = byMonth.get(month)
      return { month, inCents: row?.in_cents ?? 0, outCents: row?.out_cents ?? 0, entries: row?.entries ?? 0 }
    }),
    spending,
    maxCents: centsOfUnits(mostUnits),
  }
}
