import type { JournalLine } from '@spacekeeper/contract/books/shapes.ts'
import type { BookAccount } from '@spacekeeper/contract/books/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { countJournal, listJournal, siteCurrency } from './journal.ts'
import { namePlans } from './month-end.ts'
import { dayBefore, lastDayOf, type Month } from './rules.ts'

type LineSearch = {
  month: Month
  currency?: string | undefined
  account?: BookAccount | undefined
  planId?: number | undefined
  offset: number
  limit: number
}

const nameMembers = async (ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const rows = await ctx.db
    .selectFrom('members')
    .select(['id', fullNameOf('members').as('name')])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Lines of the journal with the names of members and plans, a page at a time. */
export const listJournalLines = async (
  ctx: Ctx,
  search: LineSearch,
): Promise<{ lines: JournalLine[]; total: number }> => {
  const { month, account, planId, offset, limit } = search
  const currency = search.currency ?? (await siteCurrency(ctx))
  const part = { after: dayBefore(month), through: lastDayOf(month), currency, account, planId }
  const [lines, total, plans] = await Promise.all([
    listJournal(ctx, part, { offset, limit }),
    countJournal(ctx, part),
    namePlans(ctx),
  ])
  const names = await nameMembers(
    ctx,
    lines.flatMap(({ memberId }) => (memberId === null ? [] : [memberId])),
  )
  return {
    total,
    lines: lines.map((line) => ({
      ...line,
      planName: line.planId === null ? null : (plans.get(line.planId) ?? null),
      name: line.memberId === null ? null : (names.get(line.memberId) ?? null),
    })),
  }
}
