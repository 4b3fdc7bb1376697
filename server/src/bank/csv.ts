import type { CsvColumns, CsvQuestion } from '@spacekeeper/contract/bank/shapes.ts'
import { dateOrders, maxStatementLines, separators } from '@spacekeeper/contract/bank/words.ts'
import { foldText } from '@spacekeeper/contract/fold-text.ts'
import { CsvProblem, type CsvRow, guessSeparator, readCsvRows } from '#platform/csv/read-csv.ts'
import { guessDateOrder, readDay } from '#platform/written-days.ts'
import {
  accountOf,
  amountAt,
  asLine,
  dayAt,
  readAmount,
  referenceOf,
  type Statement,
  StatementError,
  type StatementLine,
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

const isDay = (text: string) => dateOrders.some((order) => readDay(text, order) !== null)
const isAmount = (text: string) => /\d/.test(text) && (readAmount(text, '.') ?? readAmount(text, ',')) !== null

/** The first row that looks like a payment: it has a day and an amount. */
const guessFirstLine = (rows: readonly CsvRow[]): number =>
  Math.max(
    0,
    rows.findIndex(({ cells }) => cells.some(isDay) && cells.some((cell) => isAmount(cell) && !isDay(cell))),
  )

/** What banks of several countries call their columns. */
const names = {
  date: /^(buchungs(tag|datum)|booking ?date|date|datum|datum transaktion|bokforingsdag|bokfort|bokforingsdatum|fecha|data|transaction date|posted|effective date|completed date|dato)/,
  amount: /^(betrag|amount|umsatz|bedrag|belopp|montant|importe|valor|value|transaktionsbelopp|paid|sum)\b/,
  moneyIn: /^(credit|haben|gutschrift|money in|paid in|deposit|eingang|insattning|bij)/,
  moneyOut: /^(debit|soll|lastschrift|money out|paid out|withdrawal|ausgang|uttag|af$)/,
  direction: /^(soll\/haben|s\/h|cr\/dr|dr\/cr|credit\/debit|debit\/credit|type|af bij|d\/c|kz)/,
  name: /^(name|beguenstigter|begunstigter|auftraggeber|zahlungspflichtiger|payee|payer|counter ?party|naam|namn|mottagare|other party|avsandare|partner)/,
  account: /^(iban|kontonummer\/iban|kontonummer|account|counterparty iban|tegenrekening|payer account|konto)/,
  bankReference:
    /^(reference number|transaction id|referenznummer|volgnr|verifikationsnummer|fit ?id|bank reference|umsatz ?id)/,
  text: /^(verwendungszweck|description|text|memo|narrative|details|omschrijving|mededelingen|particulars|reference|meddelande|beskrivning|purpose|kundenreferenz|transaktion|buchungstext)/,
} as const

const findColumn = (heads: readonly string[], name: RegExp, taken: readonly (number | null)[] = []): number | null => {
  const at = heads.findIndex((head, index) => !taken.includes(index) && name.test(head))
  return at === -1 ? null : at
}

const guessDecimal = (amounts: readonly string[]): '.' | ',' => {
  const last = amounts.map((amount) => amount.replaceAll(/[^.,]/g, '').at(-1))
  const endsLike = (mark: string) =>
    amounts.filter((amount, at) => last[at] === mark && new RegExp(`\\${mark}\\d{1,2}\\D*$`).test(amount)).length
  return endsLike(',') > endsLike('.') ? ',' : '.'
}

/** Where the head does not say it, what stands below does: the first column with days, with amounts, with words. */
const guessColumns = (rows: readonly CsvRow[], facts: { separator: Separator; ownAccount: string }): CsvColumns => {
  const firstLine = guessFirstLine(rows)
  const heads = (rows[firstLine - 1]?.cells ?? []).map((cell) => foldText(cell).replaceAll(/\s+/g, ' ').trim())
  const data = rows.slice(firstLine, firstLine + 30).map(({ cells }) => cells)
  const width = Math.max(1, ...data.map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, at) =>
    data.map((cells) => cells[at] ?? '').filter((cell) => cell !== ''),
  )
  const first = (isLike: (cell: string) => boolean) =>
    columns.findIndex((cells) => cells.length > 0 && cells.every(isLike))
  const found = (at: number) => (at === -1 ? null : at)
  const date = findColumn(heads, names.date) ?? Math.max(0, first(isDay))
  const direction = findColumn(heads, names.direction)
  const moneyOut = findColumn(heads, names.moneyOut, [direction])
  const moneyIn = moneyOut === null ? null : findColumn(heads, names.moneyIn, [direction])
  const amount =
    moneyIn === null
      ? (findColumn(heads, names.amount) ??
        found(first((cell) => isAmount(cell) && !isDay(cell) && /[.,]\d/.test(cell))))
      : null
  const account = findColumn(heads, names.account)
  const name = findColumn(heads, names.name, [account])
  const texts = heads
    .flatMap((head, at) => (names.text.test(head) && at !== name && at !== date ? [at] : []))
    .slice(0, 5)
  const words = found(first((cell) => /[A-Za-z]{2}/.test(cell)))
  const amounts = [amount, moneyIn, moneyOut].flatMap((at) => (at === null ? [] : (columns[at] ?? [])))
  return {
    separator: facts.separator,
    firstLine,
    dateOrder: guessDateOrder(columns[date] ?? []),
    decimal: guessDecimal(amounts),
    date,
    amount: amount ?? (moneyIn === null ? 0 : null),
    moneyIn,
    moneyOut: moneyIn === null ? null : moneyOut,
    direction: moneyIn === null ? direction : null,
    name,
    account,
    bankReference: findColumn(heads, names.bankReference, [account, name]),
    text: texts.length > 0 || words === null ? texts : [words],
    ownAccount: facts.ownAccount,
  }
}

const outWords = /^(d|dr|db|dbit|debit|s|soll|af|out|-|lastschrift|belastung|uttag|withdrawal|payment)$/

const amountOf = ({ cells, line }: CsvRow, columns: CsvColumns): number => {
  const { decimal } = columns
  const at = (column: number | null) => (column === null ? '' : (cells[column] ?? ''))
  const read = (text: string, field: string) => (text === '' ? 0 : amountAt(text, { line, field, decimal }))
  if (columns.moneyIn !== null) {
    const [moneyIn, moneyOut] = [read(at(columns.moneyIn), 'money in'), read(at(columns.moneyOut), 'money out')]
    // Some banks write what left with a minus, some without.
    return Math.abs(moneyIn) - Math.abs(moneyOut)
  }
  const text = at(columns.amount)
  if (text === '') throw wrongAt(line, 'amount', 'The cell is empty.')
  const cents = read(text, 'amount')
  return columns.direction !== null && outWords.test(foldText(at(columns.direction))) ? -Math.abs(cents) : cents
}

/** Days and amounts of rows below the last payment, such as a sum, are empty. */
const isFooter = ({ cells }: CsvRow, columns: CsvColumns) => (cells[columns.date] ?? '') === ''

const lineOf = (
  row: CsvRow,
  { columns, currency }: { columns: CsvColumns; currency: string },
): StatementLine | null => {
  const at = (column: number | null) => (column === null ? '' : (row.cells[column] ?? ''))
  const written = at(columns.date)
  return asLine({
    bookedOn: dayAt(readDay(written, columns.dateOrder), { line: row.line, field: 'date', text: written }),
    amountCents: amountOf(row, columns),
    currency,
    text: columns.text.map(at).filter(Boolean).join(' '),
    payerName: at(columns.name),
    payerAccount: at(columns.account),
    bankReference: referenceOf(at(columns.bankReference)),
    endToEnd: '',
    returnReason: '',
  })
}

export type CsvFile = { statements: Statement[]; question: CsvQuestion; problem: string | null }

type CsvFacts = {
  /** The columns that are remembered for a heading. */
  remembered: (heading: string) => Promise<CsvColumns | null>
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

const linesOf = (rows: readonly CsvRow[], facts: { columns: CsvColumns; currency: string }) =>
  rows
    .slice(facts.columns.firstLine)
    .filter((row) => !isFooter(row, facts.columns))
    .map((row) => lineOf(row, facts))
    .filter((line) => line !== null)

/** Reads a CSV file by the columns that are remembered for it, or guessed. */
export const readCsv = async (text: string, facts: CsvFacts): Promise<CsvFile> => {
  const separator = guessSeparator(text, { separators, leastCells: 3 })
  const rows = await rowsOf(text, separator)
  if (rows.length === 0) throw new StatementError('The file is empty.')
  if (rows.length > maxStatementLines + 100) throw new StatementError(`There are more than ${maxStatementLines} lines.`)
  if (rows.every(({ cells }) => cells.length < 2))
    throw new StatementError('This is no bank statement that we can read: CAMT.053, MT940, OFX or CSV.')
  const guess = guessColumns(rows, { separator, ownAccount: facts.ownAccount })
  const heading = headingOf(rows, guess.firstLine, separator)
  const known = await facts.remembered(heading)
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
    const lines = linesOf(rows, { columns, currency: facts.currency })
    return { statements: [{ account: accountOf(columns.ownAccount), lines }], question, problem: null }
  } catch (error) {
    if (!(error instanceof StatementError)) throw error
    return { statements: [], question, problem: error.message }
  }
}
