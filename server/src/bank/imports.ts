import { CsvColumns, type StatementImport, type StatementFileContent } from '@spacekeeper/contract/bank/shapes.ts'
import type { StatementFormat } from '@spacekeeper/contract/bank/words.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import { sql } from 'kysely'
import { openAside } from '#platform/aside/aside.ts'
import type { Ctx, ReadingCtx } from '#platform/ctx.ts'
import { change, type Work, within } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { addDays, type Day } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { billingToday } from '../billing/billing-work.ts'
import { lineIdentity, type NamedLine, type SortedLines, sortLines, type StoredLine } from './line-identity.ts'
import { forgetOwnAccounts, forgottenPart } from './payers.ts'
import { findOwnAccounts, type OwnAccounts, payerAccountOf, rememberOwnAccounts } from './space-accounts.ts'
import type { readOrRefuse, StatementFile } from './statement-file.ts'
import { accountOf, plainText, type StatementLine } from './statement.ts'

/** Open screens of treasurers show the queue and the list of files. */
export const bankNotices = [screens.notice({ topic: 'billing', audience: { staff: ['money'] } })]

const sampleLines = 8

/** A statement is imported within weeks; days before that are worth a look. */
const oldDays = 60
const usualAccount = 'Bank account'

/** So many headings are known; a space has one for each bank that it was ever with. */
const mostHeadings = 200

const rememberedColumns = async (ctx: Ctx): Promise<Record<string, CsvColumns>> => {
  const rows = await ctx.db
    .selectFrom('bank_columns')
    .select(['heading', 'columns'])
    .orderBy('changed_at', 'desc')
    .limit(mostHeadings)
    .execute()
  const known = rows.flatMap(({ heading, columns: given }) => {
    const { data } = CsvColumns.safeParse(given)
    return data ? [[heading, data] as const] : [] // a pair
  })
  return Object.fromEntries(known)
}

/** Remembers which column of CSV files with this heading means what. */
export const saveColumns = (ctx: Ctx, input: { heading: string; columns: CsvColumns }): Promise<void> =>
  change(ctx, 'bank.columnsSaved', async ({ tx }) => {
    const changed = { columns: JSON.stringify(input.columns), changed_at: ctx.now() }
    await tx
      .insertInto('bank_columns')
      .values({ heading: input.heading, ...changed })
      .onConflict((on) => on.column('heading').doUpdateSet(changed))
      .execute()
    return { result: undefined, data: input.columns }
  })

/** The one place where lines of files become ours: the space's own account is no payer's, in whatever format. */
const nameLines = ({ statements }: StatementFile, own: OwnAccounts): NamedLine[] =>
  statements.flatMap(({ account, lines }) =>
    lines.map((line) => ({ ...line, account, payerAccount: payerAccountOf(own, line.payerAccount) })),
  )

type FileLines = { format: StatementFormat; lines: readonly NamedLine[]; own: OwnAccounts }

/** Stored lines of the days and amounts of a file, of whatever account and format. */
const listStored = async ({ db }: Pick<ReadingCtx, 'db'>, { format, lines, own }: FileLines): Promise<StoredLine[]> => {
  const places = new Set(lines.map(({ bookedOn, amountCents }) => JSON.stringify({ bookedOn, amountCents })))
  const rows = await db
    .selectFrom('bank_lines as l')
    .where(
      sql<boolean>`(l.booked_on, l.amount_cents) in (
        select "bookedOn", "amountCents" from jsonb_to_recordset(${`[${[...places].join()}]`}::jsonb)
          as n("bookedOn" date, "amountCents" int))`,
    )
    .select(
      columns(
        'l.id, l.account, l.booked_on, l.amount_cents, l.currency, l.text, l.payer_name, l.payer_account, l.bank_reference',
      ),
    )
    .select(columns('l.end_to_end, l.return_reason, l.format, l.state'))
    .select(sql<string>`encode(l.identity, 'hex')`.as('identity'))
    .orderBy('l.id')
    .execute()
  return rows.map(({ format: storedFormat, state, ...row }) => ({
    ...row,
    payerAccount: payerAccountOf(own, row.payerAccount),
    isAside: state === 'setAside',
    isOtherFormat: storedFormat !== format,
  }))
}

/** Money that left needs no one, unless it is a direct debit of ours that came back. */
const stateOf = ({ amountCents, endToEnd, text }: StatementLine) =>
  amountCents > 0 || /SK-DD-\d/i.test(`${endToEnd} ${text}`) ? 'waiting' : 'outgoing'

const addLines = async (
  { tx }: Work,
  { importId, format, lines }: { importId: number; format: StatementFormat; lines: SortedLines['fresh'] },
): Promise<void> => {
  const rows = lines.map((line) => ({ ...line, identity: lineIdentity(line), state: stateOf(line) }))
  await sql`insert into bank_lines (import_id, format, account, identity, booked_on, amount_cents, currency, text,
      payer_name, payer_account, bank_reference, end_to_end, return_reason, fee_cents, twin_id, state)
    select ${importId}, ${format}, account, decode(identity, 'hex'), "bookedOn", "amountCents", currency, text,
      "payerName", "payerAccount", "bankReference", "endToEnd", "returnReason", coalesce("feeCents", 0), "twinId", state
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(account text, identity text, "bookedOn" date,
      "amountCents" int, currency text, text text, "payerName" text, "payerAccount" text, "bankReference" text,
      "endToEnd" text, "returnReason" text, "feeCents" int, "twinId" int, state text)`.execute(tx)
}

type ReadFile = StatementFile & { ownAccount: string; today: Day }

/** Whatever stands in a file, doors are answered while it is read. */
const readBeside = openAside()<typeof readOrRefuse>(new URL('./statement-file.ts', import.meta.url), 'readOrRefuse')

const tooLong = (error: unknown) => {
  if (!(error instanceof AppError && error.code === 'workTooLong')) throw error
  return { refusal: 'It takes too long to read. Export it for a shorter time.' }
}

const readFile = async (ctx: Ctx, bytes: Uint8Array, name: string): Promise<ReadFile> => {
  const settings = await ctx.settings.all()
  const ownAccount = settings.BANK_ACCOUNT_NUMBER || usualAccount
  const currency = currencies[settings.SITE_LOCALE_CURRENCY]
  const facts = { remembered: await rememberedColumns(ctx), ownAccount, currency }
  const read = await readBeside({ bytes, facts }).catch(tooLong)
  if ('refusal' in read) throw badField('file', name === '' ? read.refusal : `${name}: ${read.refusal}`)
  return { ...read.file, ownAccount: accountOf(ownAccount), today: await billingToday(ctx) }
}

/** Whether a person chose the column of the space's own account for that of payers. */
const hasOwnColumn = ({ format, statements }: StatementFile, lines: readonly NamedLine[]): boolean => {
  const isGiven = statements.some((one) => one.lines.some(({ payerAccount }) => payerAccount !== ''))
  const isLeftOut = isGiven && lines.every(({ payerAccount }) => payerAccount === '')
  return statements.some((one) => one.hasOwnColumn) || (format === 'csv' && isLeftOut)
}

const describeFile = (file: ReadFile, lines: readonly NamedLine[]) => {
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted()
  const counts = new Map<string, number>()
  for (const { account } of lines) counts.set(account, (counts.get(account) ?? 0) + 1)
  const isKnown = file.ownAccount !== accountOf(usualAccount)
  return {
    format: file.format,
    csv: file.csv,
    problem: file.problem,
    hasOwnColumn: hasOwnColumn(file, lines),
    accounts: [...counts].map(([account, count]) => ({
      account,
      lines: count,
      // Banks write an IBAN in full or only the number at its end.
      isOther: isKnown && !file.ownAccount.endsWith(account.slice(-8)),
    })),
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    isAhead: (days.at(-1) ?? '') > file.today,
    isOld: (days[0] ?? file.today) < addDays(file.today, -oldDays),
    sample: lines.slice(0, sampleLines).map((line) => ({
      bookedOn: line.bookedOn,
      amountCents: line.amountCents,
      currency: line.currency,
      text: line.text,
      payerName: line.payerName,
      payerAccount: line.payerAccount,
    })),
  }
}

const countSorted = ({ fresh, known }: SortedLines) => ({
  added: fresh.length,
  known,
  changed: fresh.filter(({ twinId }) => twinId !== null).length,
})

/** Reads a file, and unless it is a trial adds its lines. Those that are there already stay as they are. */
export const importStatement = async (
  ctx: Ctx,
  input: { name: string; isTrial: boolean; file: Uint8Array },
): Promise<StatementFileContent> => {
  const name = plainText(input.name, 200)
  const file = await readFile(ctx, input.file, name)
  const sortFile = async (reading: ReadingCtx) => {
    const own = await findOwnAccounts(reading, file.statements)
    const lines = nameLines(file, own)
    return { lines, sorted: sortLines(lines, await listStored(reading, { format: file.format, lines, own })) }
  }
  if (input.isTrial) {
    const { lines, sorted } = await sortFile(ctx)
    return { ...describeFile(file, lines), ...countSorted(sorted) }
  }
  if (file.problem !== null) throw badField('file', name === '' ? file.problem : `${name}: ${file.problem}`)
  return change(ctx, 'bank.imported', async (work) => {
    const { isNew } = await rememberOwnAccounts(work, file.statements)
    const forgotten = isNew ? await forgetOwnAccounts(work) : 0
    const { lines, sorted } = await sortFile(within(work))
    const counts = countSorted(sorted)
    const { id: importId } = await work.tx
      .insertInto('bank_imports')
      .values({
        file_name: name,
        format: file.format,
        added: counts.added,
        known: counts.known,
        at: ctx.now(),
        member_id: ctx.actor.kind === 'member' ? ctx.actor.id : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addLines(work, { importId, format: file.format, lines: sorted.fresh })
    return {
      result: { ...describeFile(file, lines), ...counts },
      subject: { kind: 'bankImport', id: importId },
      data: { name: name || 'statement', format: file.format, ...counts },
      tell: bankNotices,
      also: forgotten === 0 ? [] : [forgottenPart(forgotten)],
    }
  })
}

/** The last files, newest first. */
export const listImports = async (ctx: Ctx): Promise<StatementImport[]> => {
  const rows = await ctx.db
    .selectFrom('bank_imports as i')
    .leftJoin('members as m', 'm.id', 'i.member_id')
    .select(['i.id', 'i.file_name as fileName', 'i.format', 'i.added', 'i.known', 'i.at'])
    .select(fullNameOf<string | null>('m').as('by'))
    .orderBy('i.id', 'desc')
    .limit(20)
    .execute()
  return rows.map(withTimes)
}
