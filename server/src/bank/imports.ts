import { createHash } from 'node:crypto'
import { CsvColumns, type StatementImport, type StatementFileContent } from '@spacekeeper/contract/bank/shapes.ts'
import type { StatementFormat } from '@spacekeeper/contract/bank/words.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work } from '#platform/db/change.ts'
import { withTimes } from '#platform/db/columns.ts'
import { badField } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { readStatement, type StatementFile } from './statement-file.ts'
import { accountOf, plainText, StatementError, type StatementLine } from './statement.ts'

/** Open screens of treasurers show the queue and the list of files. */
export const bankNotices = [screens.notice({ topic: 'billing', audience: { staff: ['money'] } })]

const sampleLines = 8
const usualAccount = 'Bank account'

const rememberedColumns = async (ctx: Ctx, heading: string): Promise<CsvColumns | null> => {
  const row = await ctx.db
    .selectFrom('bank_columns')
    .select('columns')
    .where('heading', '=', heading)
    .executeTakeFirst()
  return CsvColumns.safeParse(row?.columns).data ?? null
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

type NamedLine = StatementLine & { account: string; identity: string; ordinal: number }

/**
 * What a line is known by for good: its bank's name for it, or else all that stands on it. Of several that are alike,
 * each has its number within the file, so that a file which overlaps another adds only what is new.
 */
const nameLines = ({ statements }: StatementFile): NamedLine[] => {
  const seen = new Map<string, number>()
  return statements.flatMap(({ account, lines }) =>
    lines.map((line) => {
      const content = [line.text, line.payerName, line.payerAccount]
      const told = [account, line.bookedOn, line.amountCents, line.currency]
      const name = JSON.stringify([...told, ...(line.bankReference === '' ? content : [line.bankReference])])
      const identity = createHash('sha256').update(name).digest('hex')
      const ordinal = seen.get(identity) ?? 0
      seen.set(identity, ordinal + 1)
      return { ...line, account, identity, ordinal }
    }),
  )
}

const countKnown = async (ctx: Ctx, lines: readonly NamedLine[]): Promise<number> => {
  const keys = lines.map(({ account, identity, ordinal }) => ({ account, identity, ordinal }))
  const row = await ctx.db
    .selectFrom('bank_lines as l')
    .innerJoin(
      sql<{
        account: string
        identity: string
        ordinal: number
      }>`jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)`.as(sql`n(account text, identity text, ordinal int)`),
      (on) =>
        on
          .onRef('l.account', '=', sql.ref('n.account'))
          .on(sql<boolean>`l.identity = decode(n.identity, 'hex') and l.ordinal = n.ordinal`),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Money that left needs no one, unless it is a direct debit of ours that came back. */
const stateOf = ({ amountCents, endToEnd, text }: StatementLine) =>
  amountCents > 0 || /SK-DD-\d/i.test(`${endToEnd} ${text}`) ? 'waiting' : 'outgoing'

const addLines = async (
  { tx }: Work,
  { importId, format, lines }: { importId: number; format: StatementFormat; lines: readonly NamedLine[] },
): Promise<number> => {
  const rows = lines.map((line) => ({ ...line, state: stateOf(line) }))
  const { numAffectedRows } =
    await sql`insert into bank_lines (import_id, format, account, identity, ordinal, booked_on,
      amount_cents, currency, text, payer_name, payer_account, bank_reference, end_to_end, return_reason, state)
    select ${importId}, ${format}, account, decode(identity, 'hex'), ordinal, "bookedOn", "amountCents", currency, text,
      "payerName", "payerAccount", "bankReference", "endToEnd", "returnReason", state
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(account text, identity text, ordinal int,
      "bookedOn" date, "amountCents" int, currency text, text text, "payerName" text, "payerAccount" text,
      "bankReference" text, "endToEnd" text, "returnReason" text, state text)
    order by account, identity, ordinal
    on conflict (account, identity, ordinal) do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

const readFile = async (ctx: Ctx, file: Uint8Array, name: string): Promise<StatementFile & { ownAccount: string }> => {
  const settings = await ctx.settings.all()
  const ownAccount = settings.BANK_ACCOUNT_NUMBER || usualAccount
  try {
    const read = await readStatement(file, {
      remembered: (heading) => rememberedColumns(ctx, heading),
      ownAccount,
      currency: currencies[settings.SITE_LOCALE_CURRENCY],
    })
    return { ...read, ownAccount: accountOf(ownAccount) }
  } catch (error) {
    if (error instanceof StatementError)
      throw badField('file', name === '' ? error.message : `${name}: ${error.message}`)
    throw error
  }
}

const describeFile = (file: StatementFile & { ownAccount: string }, lines: readonly NamedLine[]) => {
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted()
  const counts = new Map<string, number>()
  for (const { account } of lines) counts.set(account, (counts.get(account) ?? 0) + 1)
  const isKnown = file.ownAccount !== accountOf(usualAccount)
  return {
    format: file.format,
    csv: file.csv,
    problem: file.problem,
    accounts: [...counts].map(([account, count]) => ({
      account,
      lines: count,
      // Banks write an IBAN in full or only the number at its end.
      isOther: isKnown && !file.ownAccount.endsWith(account.slice(-8)),
    })),
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
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

/** Reads a file, and unless it is a trial adds its lines. Those that are there already stay as they are. */
export const importStatement = async (
  ctx: Ctx,
  input: { name: string; isTrial: boolean; file: Uint8Array },
): Promise<StatementFileContent> => {
  const name = plainText(input.name, 200)
  const file = await readFile(ctx, input.file, name)
  const lines = nameLines(file)
  const described = describeFile(file, lines)
  if (input.isTrial) {
    const known = await countKnown(ctx, lines)
    return { ...described, known, added: lines.length - known }
  }
  if (file.problem !== null) throw badField('file', name === '' ? file.problem : `${name}: ${file.problem}`)
  return change(ctx, 'bank.imported', async (work) => {
    const { id: importId } = await work.tx
      .insertInto('bank_imports')
      .values({
        file_name: name,
        format: file.format,
        added: 0,
        known: 0,
        at: ctx.now(),
        member_id: ctx.actor.kind === 'member' ? ctx.actor.id : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const added = await addLines(work, { importId, format: file.format, lines })
    const known = lines.length - added
    await work.tx.updateTable('bank_imports').set({ added, known }).where('id', '=', importId).execute()
    return {
      result: { ...described, added, known },
      subject: { kind: 'bankImport', id: importId },
      data: { name: name || 'statement', format: file.format, added, known },
      tell: bankNotices,
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
