import { createHash } from 'node:crypto'
import { type BookExport, ExportFormat as Format } from '@spacekeeper/contract/books/shapes.ts'
import type { ExportFormat } from '@spacekeeper/contract/books/words.ts'
import type { SiteLocale } from '@spacekeeper/contract/currencies.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, readOnly, type Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addDays, addMonths, type Day } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { encode } from './code-pages.ts'
import { writeJournal, writeQuickBooks, writeXero, writeXeroBank } from './csv-files.ts'
import { writeDatev } from './datev.ts'
import type { MonthToExport } from './exported-month.ts'
import { listJournal, siteCurrency, sumDays } from './journal.ts'
import { dayBefore, firstDayOf, lastDayOf, type Month, yearStartOf } from './rules.ts'
import { writeSie } from './sie.ts'

export type ExportedMonth = { month: Month; currency: string }

/** What was given out of a month, the newest of each format first. */
export const listExports = async (ctx: Ctx, { month, currency }: ExportedMonth): Promise<BookExport[]> => {
  const rows = await ctx.db
    .selectFrom('book_exports')
    .leftJoin('members', 'members.id', 'book_exports.by_id')
    .select(['format', 'sha256', 'at'])
    .select(fullNameOf<string | null>('members').as('by'))
    .where('month', '=', firstDayOf(month))
    .where('currency', '=', currency)
    .orderBy('book_exports.id', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => ({ ...row, format: Format.parse(row.format), at: row.at.toISOString() }))
}

const untaxed: Readonly<Record<SiteLocale, string>> = {
  'en-AU': 'BAS Excluded',
  'en-NZ': 'No GST',
  'en-US': 'Tax Exempt (0%)',
  'en-GB': 'No VAT',
  'en-IE': 'No VAT',
  'sv-SE': 'No VAT',
}

const describeMonth = async (ctx: Ctx, { month, currency }: ExportedMonth): Promise<MonthToExport> => {
  const settings = await ctx.settings.all()
  const yearStart = yearStartOf(month, settings.BOOK_YEAR_STARTS)
  return {
    month,
    currency,
    firstDay: firstDayOf(month),
    lastDay: lastDayOf(month),
    untaxed: untaxed[settings.SITE_LOCALE_CURRENCY],
    isUs: settings.SITE_LOCALE_CURRENCY === 'en-US',
    siteOwner: settings.SITE_OWNER,
    yearStart,
    yearEnd: addDays(addMonths(yearStart, 12), -1),
    codes: settings.BOOK_ACCOUNT_CODES,
    datev: { consultant: settings.DATEV_CONSULTANT, client: settings.DATEV_CLIENT },
  }
}

type WrittenFile = File & { content: Uint8Array }

const csv = (name: string, text: string): WrittenFile => ({
  name,
  mediaType: 'text/csv; charset=utf-8',
  content: Buffer.from(text),
})

/** The file, which depends on the journal and the settings alone: the same twice is the same to the byte. */
const writeFile = async (ctx: Ctx, input: ExportedMonth & { format: ExportFormat }): Promise<WrittenFile> => {
  const { month, currency, format } = input
  const part = { after: dayBefore(month), through: lastDayOf(month), currency }
  const described = await describeMonth(ctx, input)
  switch (format) {
    case 'csv':
      return csv(`journal-${month}.csv`, await writeJournal(described, await listJournal(ctx, part)))
    case 'xeroBank': {
      const lines = await listJournal(ctx, { ...part, account: 'bank' })
      return csv(`xero-bank-${month}.csv`, await writeXeroBank(described, lines))
    }
    case 'xero':
      return csv(`xero-${month}.csv`, await writeXero(described, await sumDays(ctx, part)))
    case 'quickbooks':
      return csv(`quickbooks-${month}.csv`, await writeQuickBooks(described, await sumDays(ctx, part)))
    case 'datev': {
      const text = writeDatev(described, await sumDays(ctx, part))
      const content = encode(text, 'windows1252')
      return { name: `EXTF_Buchungsstapel_${month}.csv`, mediaType: 'text/csv; charset=windows-1252', content }
    }
    case 'sie': {
      const text = writeSie(described, await sumDays(ctx, part))
      return { name: `${month}.se`, mediaType: 'application/octet-stream', content: encode(text, 'cp437') }
    }
  }
}

/** The hash a file of this month had since it was closed; null while it is open, or was not exported since. */
const findKeptHash = async ({ tx }: Work, input: ExportedMonth & { format: ExportFormat; lastDay: Day }) => {
  const { month, currency, format, lastDay } = input
  const { rows } = await sql<{ sha256: string }>`select sha256 from book_exports
    where month = ${firstDayOf(month)}::date and currency = ${currency} and format = ${format}
      and closing_id > coalesce((select max(id) from book_closings
        where closed_through is null or closed_through < ${lastDay}::date), 0)
    order by id desc limit 1`.execute(tx)
  return rows[0]?.sha256 ?? null
}

/** The closing or reopening that counts now. */
const findClosingId = async ({ db }: { db: Ctx['db'] }): Promise<number | null> =>
  (await db.selectFrom('book_closings').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? null

/** A month as a file. Its hash is kept, and of a closed month only the same bytes are given out again. */
export const exportMonth = async (
  ctx: Ctx,
  input: { month: Month; format: ExportFormat; currency?: string | undefined },
): Promise<File> => {
  const exported = { ...input, currency: input.currency ?? (await siteCurrency(ctx)) }
  const { month, format, currency } = exported
  const closingId = await findClosingId(ctx)
  const file = await writeFile(ctx, exported)
  const sha256 = createHash('sha256').update(file.content).digest('hex')
  return change(ctx, 'books.exported', async (work) => {
    const { tx } = work
    await tx.selectFrom('books_closed').select('closed_through').forUpdate().executeTakeFirst()
    // What was written before a closing or reopening says nothing about the month since.
    if ((await findClosingId({ db: readOnly(tx) })) !== closingId) throw new AppError('booksBusy')
    const kept = await findKeptHash(work, { ...exported, lastDay: lastDayOf(month) })
    if (kept !== null && kept !== sha256) throw new AppError('exportDiffers')
    await tx
      .insertInto('book_exports')
      .values({
        month: firstDayOf(month),
        currency,
        format,
        sha256,
        at: ctx.now(),
        by_id: ctx.actor.kind === 'member' ? ctx.actor.id : null,
        closing_id: closingId,
      })
      .execute()
    return { result: file, data: { month, format, currency, sha256 } }
  })
}
