import { type BookAccount, bookAccounts, type LineSource } from '@spacekeeper/contract/books/words.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import type { Day } from '#platform/local-day.ts'
import type { JournalTotal } from './rules.ts'

/** A part of the journal: after a day (null: from the beginning) and through another, in one currency. */
export type JournalPart = { after: Day | null; through: Day; currency: string }

/** The currency of balances, which is that of the site. */
export const siteCurrency = async (ctx: Ctx): Promise<string> =>
  currencies[await ctx.settings.get('SITE_LOCALE_CURRENCY')]

/** Currencies in which anything is booked, that of the site first. */
export const listCurrencies = async (ctx: Ctx): Promise<string[]> => {
  const site = await siteCurrency(ctx)
  const rows = await readRows(
    ctx,
    sql<{ currency: string }>`select distinct currency from charges
    union select distinct currency from payments union select distinct currency from stripe_movements order by currency`,
  )
  return [...new Set([site, ...rows.map(({ currency }) => currency)])]
}

/** The rows of `journal`, the function of the database that makes a debit and a credit of everything that was booked. */
const journalOf = async (ctx: Ctx, { after, through, currency }: JournalPart): Promise<RawBuilder<unknown>> => {
  const { SITE_TIME_ZONE: zone } = await ctx.settings.all()
  const site = await siteCurrency(ctx)
  return sql`(select * from journal(${zone}::text, ${site}::text, ${after}::date, ${through}::date)
    where currency = ${currency}) as j`
}

type TotalRow = { debit: string; credit: string; plan_id: number | null; cents: number }

const isAccount = (text: string): text is BookAccount => Object.hasOwn(bookAccounts, text)

/** Cheaper than a schema, for a month of a hundred thousand lines. */
const accountOf = (text: string): BookAccount => {
  if (!isAccount(text)) throw new Error(`the journal has an unknown account: ${text}`)
  return text
}

const asTotal = (row: TotalRow): JournalTotal => ({
  debit: accountOf(row.debit),
  credit: accountOf(row.credit),
  planId: row.plan_id,
  cents: row.cents,
})

/** Sums by debit, credit and plan. */
export const sumJournal = async (ctx: Ctx, part: JournalPart): Promise<JournalTotal[]> => {
  const rows = await readRows(
    ctx,
    sql<TotalRow>`select debit, credit, plan_id, sum(amount_cents)::float8 as cents
    from ${await journalOf(ctx, part)} group by debit, credit, plan_id order by debit collate "C", credit collate "C", plan_id`,
  )
  return rows.map(asTotal)
}

/** The same for each day, with how many lines each sum is of. */
export const sumDays = async (ctx: Ctx, part: JournalPart): Promise<(JournalTotal & { day: Day; lines: number })[]> => {
  const rows = await readRows(
    ctx,
    sql<TotalRow & { day: Day; lines: number }>`select day, debit, credit, plan_id,
      sum(amount_cents)::float8 as cents, count(*)::int as lines
    from ${await journalOf(ctx, part)} group by day, debit, credit, plan_id
    order by day, debit collate "C", credit collate "C", plan_id nulls first`,
  )
  return rows.map((row) => ({ ...asTotal(row), day: row.day, lines: row.lines }))
}

export type BookedLine = JournalTotal & {
  day: Day
  currency: string
  source: LineSource
  sourceId: number
  memberId: number | null
  /** What the payment or entry was called when it was booked. */
  reference: string
}

type JournalRow = TotalRow & {
  day: Day
  currency: string
  source: LineSource
  source_id: number
  member_id: number | null
  reference: string
}

const sourceOrder = sql`array_position(array['ledgerEntry', 'chargeEntry', 'payment', 'allocation', 'debitClearing', 'bankFee', 'cardFee', 'cardBalance', 'cardSetAside',
  'earned'], j.source)`

/** Its lines in an order that never changes, each with what it was booked as. */
export const listJournal = async (
  ctx: Ctx,
  part: JournalPart & { account?: BookAccount | undefined; planId?: number | undefined },
  page: { offset: number; limit: number } | null = null,
): Promise<BookedLine[]> => {
  const { account = null, planId = null } = part
  const rows = await readRows(
    ctx,
    sql<JournalRow>`select j.*, j.amount_cents::float8 as cents,
      coalesce(p.reference, e.description, '') as reference
    from (
      select * from ${await journalOf(ctx, part)}
      where (${account}::text is null or debit = ${account} or credit = ${account})
        and (${planId}::int is null or plan_id = ${planId})
      order by j.day, ${sourceOrder}, j.source_id
      ${page ? sql`offset ${page.offset} limit ${page.limit}` : sql``}
    ) j
    left join payments p on j.source = 'payment' and p.id = j.source_id
    left join ledger_entries e on j.source = 'ledgerEntry' and e.id = j.source_id
    order by j.day, ${sourceOrder}, j.source_id`,
  )
  return rows.map((row) => ({
    ...asTotal(row),
    day: row.day,
    currency: row.currency,
    source: row.source,
    sourceId: row.source_id,
    memberId: row.member_id,
    reference: row.reference,
  }))
}

export const countJournal = async (
  ctx: Ctx,
  part: JournalPart & { account?: BookAccount | undefined; planId?: number | undefined },
): Promise<number> => {
  const { account = null, planId = null } = part
  const rows = await readRows(
    ctx,
    sql<{ lines: number }>`select count(*)::int as lines from ${await journalOf(ctx, part)}
    where (${account}::text is null or debit = ${account} or credit = ${account})
      and (${planId}::int is null or plan_id = ${planId})`,
  )
  return rows[0]?.lines ?? 0
}
