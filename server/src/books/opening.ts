import { BookAccount, BookCurrency } from '@spacekeeper/contract/books/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import type { Day } from '#platform/local-day.ts'
import { listCurrencies, siteCurrency, sumJournal } from './journal.ts'
import { type JournalTotal, sumAccounts } from './rules.ts'

const KeptTotal = z.object({
  currency: BookCurrency,
  debit: BookAccount,
  credit: BookAccount,
  planId: z.number().int().nullable(),
  cents: z.number().int(),
})

type KeptBalances = { closedThrough: Day; totals: z.infer<typeof KeptTotal>[] }

/** What was added up at the last closing through a day, or before it, that still holds; null where nothing was. */
const findBalances = async (ctx: Ctx, through: Day): Promise<KeptBalances | null> => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const [row] = await readRows(
    ctx,
    sql<{ closed_through: Day; totals: unknown }>`select c.closed_through, b.totals
      from book_balances b join book_closings c on c.id = b.closing_id
      where c.closed_through <= ${through}::date
        and b.site_zone = ${zone} and b.site_currency = ${await siteCurrency(ctx)}
        and not exists (select from book_closings r
          where r.id > c.id and (r.closed_through is null or r.closed_through < c.closed_through))
      order by c.closed_through desc limit 1`,
  )
  return row ? { closedThrough: row.closed_through, totals: z.array(KeptTotal).parse(row.totals) } : null
}

/** Everything that was booked by the end of a day: from the last closing on, so that old years are not added up again. */
export const sumOpening = async (
  ctx: Ctx,
  { through, currency }: { through: Day; currency: string },
): Promise<JournalTotal[]> => {
  const kept = await findBalances(ctx, through)
  const since = await sumJournal(ctx, { after: kept?.closedThrough ?? null, through, currency })
  return [...(kept?.totals.filter((total) => total.currency === currency) ?? []), ...since]
}

const keyOf = ({ debit, credit, planId }: JournalTotal) => `${debit} ${credit} ${planId}`

/** The sums of each debit, credit and plan once. */
const merge = (totals: readonly JournalTotal[]): JournalTotal[] => {
  const merged = new Map<string, JournalTotal>()
  for (const total of totals) {
    const { debit, credit, planId } = total
    const cents = (merged.get(keyOf(total))?.cents ?? 0) + total.cents
    merged.set(keyOf(total), { debit, credit, planId, cents })
  }
  return [...merged.values()]
}

/** Adds up what a closing closed, after it is committed: nothing can change it any more, and nothing waits for it. */
export const keepBalances = async (ctx: Ctx, { id, through }: { id: number; through: Day }): Promise<void> => {
  const totals: z.infer<typeof KeptTotal>[] = []
  for (const currency of await listCurrencies(ctx)) {
    const opening = merge(await sumOpening(ctx, { through, currency }))
    totals.push(...opening.map((total) => ({ currency, ...total })))
  }
  const values = {
    closing_id: id,
    site_zone: await ctx.settings.get('SITE_TIME_ZONE'),
    site_currency: await siteCurrency(ctx),
    totals: JSON.stringify(totals),
  }
  await record(ctx, async ({ tx }) => {
    await tx.insertInto('book_balances').values(values).execute()
    return { result: undefined }
  })
}

/** What each account holds, as text that compares: what was earned and taken back within the time may differ. */
const heldOf = (totals: readonly JournalTotal[]) =>
  sumAccounts(totals)
    .filter(({ debitCents, creditCents }) => debitCents !== creditCents)
    .map(({ account, planId, debitCents, creditCents }) => `${account} ${planId} ${debitCents - creditCents}`)
    .join(', ')

/** In which currencies what the last closing kept differs from the whole journal. */
export const findDriftedBalances = async (ctx: Ctx): Promise<string[]> => {
  const kept = await findBalances(ctx, '9999-12-31')
  if (!kept) return []
  const drifted: string[] = []
  for (const currency of await listCurrencies(ctx)) {
    const whole = await sumJournal(ctx, { after: null, through: kept.closedThrough, currency })
    if (heldOf(whole) !== heldOf(kept.totals.filter((total) => total.currency === currency))) drifted.push(currency)
  }
  return drifted
}
