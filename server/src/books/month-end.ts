import type { AccountAmount, MonthEnd, TrialBalanceRow } from '@spacekeeper/contract/books/shapes.ts'
import { agingBuckets, type BookAccount, bookAccounts } from '@spacekeeper/contract/books/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import type { Day } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { checkBooks } from './checks.ts'
import { closedThrough, lastDayOver } from './closing.ts'
import { listExports } from './exports.ts'
import { listCurrencies, siteCurrency, sumJournal } from './journal.ts'
import { sumOpening } from './opening.ts'
import {
  accountKey,
  type AccountSums,
  agingBucketOf,
  dayBefore,
  isResult,
  type JournalTotal,
  lastDayOf,
  type Month,
  monthOf,
  sumAccounts,
} from './rules.ts'

export type PlanNames = ReadonlyMap<number, string>

/** Names of plans, with those of their tiers unless they begin with these, for screens; files have numbers, because names change. */
export const namePlans = async (ctx: Ctx): Promise<PlanNames> => {
  const rows = await ctx.db
    .selectFrom('plans')
    .innerJoin('tiers', 'tiers.id', 'plans.tier_id')
    .select([
      'plans.id',
      sql<string>`case when starts_with(lower(plans.name), lower(tiers.name)) then plans.name
        else tiers.name || ', ' || plans.name end`.as('name'),
    ])
    .orderBy('plans.id')
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const findFirstMonth = async (ctx: Ctx, last: Month): Promise<Month> => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const rows = await readRows(
    ctx,
    sql<{ day: Day | null }>`select least(
      (select (at at time zone ${zone}::text)::date from ledger_entries order by id limit 1),
      (select min(booked_on) from charge_entries),
      (select min(paid_on) from payments)
    ) as day`,
  )
  const day = rows[0]?.day
  return day ? monthOf(day) : last
}

type DayEnd = { ctx: Ctx; day: Day; currency: string }

/** What members owed at the end of a day, by how late it was. */
const sumAging = async ({ ctx, day, currency }: DayEnd): Promise<MonthEnd['aging']> => {
  const rows = await readRows(
    ctx,
    sql<{ due_on: Day; cents: number; charges: number }>`
    select c.due_on, sum(o.cents)::float8 as cents, count(*)::int as charges
    from (
      select charge_id, sum(cents) as cents from (
        select charge_id, amount_cents::bigint as cents from charge_entries where booked_on <= ${day}::date
        union all
        select charge_id, -amount_cents from payment_allocations where booked_on <= ${day}::date
      ) e group by charge_id having sum(cents) <> 0
    ) o join charges c on c.id = o.charge_id
    where c.currency = ${currency} group by c.due_on`,
  )
  const buckets = keysOf(agingBuckets).map((bucket) => {
    const own = rows.filter((row) => agingBucketOf(row.due_on, day) === bucket)
    return {
      bucket,
      cents: own.reduce((sum, { cents }) => sum + cents, 0),
      charges: own.reduce((sum, { charges }) => sum + charges, 0),
    }
  })
  return { buckets, totalCents: buckets.reduce((sum, { cents }) => sum + cents, 0) }
}

const shownCredits = 20

/** What members had paid beyond their charges at the end of a day. */
const sumCredits = async ({ ctx, day, currency }: DayEnd): Promise<MonthEnd['credits']> => {
  const rows = await readRows(
    ctx,
    sql<{ member_id: number; name: string; cents: number; members: number; total: number }>`
    select o.member_id, ${fullNameOf('m')} as name, o.cents::float8 as cents,
      (count(*) over ())::int as members, (sum(o.cents) over ())::float8 as total
    from (
      select member_id, sum(cents) as cents from (
        select member_id, amount_cents::bigint as cents from payments
        where currency = ${currency} and paid_on <= ${day}::date
        union all
        select p.member_id, -a.amount_cents from payment_allocations a join payments p on p.id = a.payment_id
        where p.currency = ${currency} and a.booked_on <= ${day}::date
        union all
        select c.member_id, e.amount_cents from charge_entries e join charges c on c.id = e.charge_id
        where c.kind = 'toPayBack' and e.kind <> 'writtenOff' and c.currency = ${currency} and e.booked_on <= ${day}::date
      ) e group by member_id having sum(cents) <> 0
    ) o join members m on m.id = o.member_id
    order by o.cents desc, o.member_id limit ${shownCredits}`,
  )
  return {
    totalCents: rows[0]?.total ?? 0,
    members: rows[0]?.members ?? 0,
    largest: rows.map((row) => ({ memberId: row.member_id, name: row.name, cents: row.cents })),
  }
}

/** Each account with what it held before the month, what came and went, and what it holds now. */
export const trialBalanceOf = (
  opening: readonly AccountSums[],
  moved: readonly AccountSums[],
  plans: PlanNames,
): TrialBalanceRow[] => {
  const keyOf = ({ account, planId }: AccountSums) => accountKey(account, planId)
  const [before, during] = [opening, moved].map((sums) => new Map(sums.map((sum) => [keyOf(sum), sum])))
  const all = [...opening, ...moved]
  const order = Object.keys(bookAccounts)
  return [...new Map(all.map((sum) => [keyOf(sum), sum])).values()]
    .toSorted((a, b) => order.indexOf(a.account) - order.indexOf(b.account) || (a.planId ?? 0) - (b.planId ?? 0))
    .map((sum) => {
      const { debitCents = 0, creditCents = 0 } = during?.get(keyOf(sum)) ?? {}
      const { debitCents: debits = 0, creditCents: credits = 0 } = before?.get(keyOf(sum)) ?? {}
      return {
        account: sum.account,
        planId: sum.planId,
        planName: sum.planId === null ? null : (plans.get(sum.planId) ?? null),
        openingCents: debits - credits,
        debitCents,
        creditCents,
        closingCents: debits - credits + debitCents - creditCents,
      }
    })
}

/** What an account that members have money in held at the beginning, and holds at the end, as what the space owes. */
const owedOf = (rows: readonly TrialBalanceRow[], account: BookAccount) => {
  const row = rows.find((one) => one.account === account)
  return { openingCents: -(row?.openingCents ?? 0) + 0, closingCents: -(row?.closingCents ?? 0) + 0 }
}

/** What an account received from the other accounts in the month, by these. */
const movementsOf = (totals: readonly JournalTotal[], account: BookAccount): AccountAmount[] => {
  const from = totals.flatMap(({ debit, credit, cents }) => [
    ...(credit === account ? [{ account: debit, cents }] : []),
    ...(debit === account ? [{ account: credit, cents: -cents }] : []),
  ])
  return keysOf(bookAccounts).flatMap((other) => {
    const own = from.filter((one) => one.account === other)
    const cents = own.reduce((sum, one) => sum + one.cents, 0)
    return own.length === 0 ? [] : [{ account: other, planId: null, planName: null, cents }]
  })
}

const centsOf = (movements: readonly AccountAmount[], isOf: (account: BookAccount) => boolean) =>
  movements.reduce((sum, { account, cents }) => sum + (isOf(account) ? cents : 0), 0)

/** What was earned and lost in the month. */
const revenueOf = (rows: readonly TrialBalanceRow[]): MonthEnd['revenue'] => {
  const own = rows.filter((row) => isResult(row.account) && (row.debitCents !== 0 || row.creditCents !== 0))
  const amounts = own.map(({ account, planId, planName, debitCents, creditCents }) => ({
    account,
    planId,
    planName,
    cents: creditCents - debitCents,
  }))
  return { rows: amounts, totalCents: amounts.reduce((sum, { cents }) => sum + cents, 0) }
}

const deferredOf = (rows: readonly TrialBalanceRow[], totals: readonly JournalTotal[]): MonthEnd['deferred'] => {
  const movements = movementsOf(totals, 'deferredIncome')
  return {
    ...owedOf(rows, 'deferredIncome'),
    addedCents: centsOf(movements, (account) => account !== 'dues'),
    earnedCents: -centsOf(movements, (account) => account === 'dues') + 0,
  }
}

const sumsToZero = (rows: readonly TrialBalanceRow[]): MonthEnd['checks'][number] => {
  const cents = rows.reduce((sum, { closingCents }) => sum + closingCents, 0)
  return { check: 'sumsToZero', isRight: cents === 0, oneCents: cents, otherCents: 0 }
}

/** All that a treasurer reads at the end of a month. */
export const getMonthEnd = async (
  ctx: Ctx,
  input: { month: Month; currency?: string | undefined },
): Promise<MonthEnd> => {
  const { month } = input
  const currency = input.currency ?? (await siteCurrency(ctx))
  const day = lastDayOf(month)
  const [before, during] = await Promise.all([
    sumOpening(ctx, { through: dayBefore(month), currency }),
    sumJournal(ctx, { after: dayBefore(month), through: day, currency }),
  ])
  const trialBalance = trialBalanceOf(sumAccounts(before), sumAccounts(during), await namePlans(ctx))
  const [closed, lastOver] = await Promise.all([closedThrough(ctx), lastDayOver(ctx)])
  return {
    month,
    currency,
    currencies: [...new Set([...(await listCurrencies(ctx)), currency])],
    firstMonth: await findFirstMonth(ctx, month),
    isClosed: closed !== null && closed >= day,
    isOver: day <= lastOver,
    revenue: revenueOf(trialBalance),
    deferred: deferredOf(trialBalance, during),
    balances: { ...owedOf(trialBalance, 'balances'), movements: movementsOf(during, 'balances') },
    aging: await sumAging({ ctx, day, currency }),
    credits: await sumCredits({ ctx, day, currency }),
    trialBalance,
    checks: [sumsToZero(trialBalance), ...(await checkBooks(ctx, currency))],
    exports: await listExports(ctx, { month, currency }),
  }
}
