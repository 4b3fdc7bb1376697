import type { CsvColumns, CsvQuestion } from '@spacekeeper/contract/bank/shapes.ts'
import { maxStatementLines, separators } from '@spacekeeper/contract/bank/words.ts'
import { CsvProblem, type CsvRow, guessSeparator, readCsvRows } from '#platform/csv/read-csv.ts'
import { readDay } from '#platform/written-days.ts'
import { guessColumns, headsOf, isAccountHead, isOneAccount, isOwnHead } from './csv-columns.ts'
import { amountOf, signRule } from './csv-signs.ts'
import {
  accountOf,
  asLine,
  dayAt,
  plainName,
  referenceOf,
  type Statement,
  StatementError,
  wrongAt,
} from './statement.ts'

type Separator = CsvColumns['separator']

const previewRows = 12
const rowsOf = async (text: string, separator: Separator): Promise<CsvRow[]> => {
  try {
    return await readCsvRows(text, { separator, most: maxStatementLines + 200 })
  } catch (error) {
    if (error instanceof CsvProblem) throw wrongAt(error.line, 'cells', error.message)
    throw error
  }
}

/** Days and amounts of rows below the last payment, such as a sum, are empty. */
const isFooter = ({ cells }: CsvRow, columns: CsvColumns) => (cells[columns.date] ?? '') === ''

const cellOf = ({ cells }: CsvRow, column: number | null) => (column === null ? '' : (cells[column] ?? ''))

export type CsvFile = { statements: Statement[]; question: CsvQuestion; problem: string | null }

type CsvFacts = {
  /** Columns that are remembered, by the heading of their files. */
  remembered: Readonly<Record<string, CsvColumns>>
  ownAccount: string
  currency: string
}

/** The layout of a file: its head, or how many cells it has where it has none. */
const headingOf = (rows: readonly CsvRow[], firstLine: number, separator: Separator) => {
  const head = rows[firstLine - 1]?.cells
  return (
    head ? head.map((cell) => cell.toLowerCase()).join(separator) : `${separator}${rows[0]?.cells.length ?? 0}`
  ).slice(0, 4000)
}

type CsvReading = { columns: CsvColumns; heads: readonly string[]; currency: string }

const linesOf = (
  rows: readonly CsvRow[],
  { columns, currency, hasOwnColumn }: CsvReading & { hasOwnColumn: boolean },
) => {
  const rule = signRule(rows, columns)
  return rows.flatMap((row) => {
    const written = cellOf(row, columns.date)
    const line = asLine({
      bookedOn: dayAt(readDay(written, columns.dateOrder), { line: row.line, field: 'date', text: written }),
      amountCents: amountOf(row, rule),
      currency,
      text: columns.text
        .map((column) => cellOf(row, column))
        .filter(Boolean)
        .join(' '),
      payerName: cellOf(row, columns.name),
      payerAccount: hasOwnColumn ? '' : cellOf(row, columns.account),
      bankReference: referenceOf(cellOf(row, columns.bankReference)),
      endToEnd: '',
      returnReason: '',
    })
    return line ? [line] : []
  })
}

/** Money both ways, or of three payers: no payer has all of that. */
const isOfSpace = (lines: Statement['lines']) =>
  (lines.some(({ amountCents }) => amountCents > 0) && lines.some(({ amountCents }) => amountCents < 0)) ||
  new Set(lines.map(({ payerName }) => plainName(payerName)).filter(Boolean)).size > 2

/** A statement from the rows of a file. A column with one account on all lines is that of the file, not of payers. */
const statementOf = (rows: readonly CsvRow[], reading: CsvReading): Statement => {
  const { columns, heads } = reading
  const payments = rows.slice(columns.firstLine).filter((row) => !isFooter(row, columns))
  const cells = (column: number) => payments.map((row) => cellOf(row, column))
  const isNamedOwn = columns.account !== null && isOwnHead(heads[columns.account] ?? '')
  const isOne = columns.account !== null && isOneAccount(cells(columns.account))
  const hasOwnColumn = isNamedOwn || isOne
  const lines = linesOf(payments, { ...reading, hasOwnColumn })
  const isOfFile = (head: string, at: number) =>
    isOwnHead(head) || ((isAccountHead(head) || at === columns.account) && isOneAccount(cells(at)) && isOfSpace(lines))
  const found = heads.flatMap((head, at) => (isOfFile(head, at) ? cells(at).map(accountOf) : []))
  const ownAccounts = [...new Set(found)].filter((account) => /\d{4}/.test(account))
  return { account: accountOf(columns.ownAccount), lines, ownAccounts, hasOwnColumn }
}

/** Reads a CSV file by the columns that are remembered for it, or guessed. */
export const readCsv = async (text: string, facts: CsvFacts): Promise<CsvFile> => {
  const separator = guessSeparator(text, { separators, leastCells: 3 })
  const rows = await rowsOf(text, separator)
  if (rows.length === 0) throw new StatementError('The file is empty.')
  if (rows.length > maxStatementLines + 100) throw new StatementError(`There are more than ${maxStatementLines} lines.`)
  if (rows.every(({ cells }) => cells.length < 2))
    throw new StatementError('This is no bank statement that we can read: CAMT.053, MT940, OFX or CSV.')
  const { ownAccount, currency } = facts
  const guess = guessColumns(rows, { separator, ownAccount, currency })
  const heading = headingOf(rows, guess.firstLine, separator)
  const known = facts.remembered[heading] ?? null
  const columns = known ?? guess
  const question = {
    heading,
    rows: rows
      .slice(0, columns.firstLine + previewRows)
      .map(({ cells }) => cells.slice(0, 40).map((cell) => cell.slice(0, 100))),
    columns,
    isKnown: known !== null,
  }
  try {
    const heads = headsOf(rows[columns.firstLine - 1])
    return { statements: [statementOf(rows, { columns, heads, currency })], question, problem: null }
  } catch (error) {
    if (!(error instanceof StatementError)) throw error
    return { statements: [], question, problem: error.message }
  }
}
