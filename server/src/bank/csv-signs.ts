import type { CsvColumns } from '@spacekeeper/contract/bank/shapes.ts'
import { foldText } from '@spacekeeper/contract/fold-text.ts'
import type { CsvRow } from '#platform/csv/read-csv.ts'
import { amountAt, wrongAt } from './statement.ts'

const outMarks = /^(d|dr|db|dbit|debit|s|soll|af|out|-|lastschrift|belastung|uttag|withdrawal)$/
const inMarks = /^(c|cr|crdt|credit|h|haben|bij|in|\+|gutschrift|insattning|deposit)$/

const plainMark = (cell: string) => foldText(cell).trim()
const isOut = (cell: string) => outMarks.test(plainMark(cell))

/** Whether every cell says that money came or that it left, in a word or letter for just that. */
export const areMarks = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every((cell) => isOut(cell) || inMarks.test(plainMark(cell)))

/** Whether an amount says itself which way the money went. */
export const hasSign = (amount: string): boolean => /[-−+()]/.test(amount)

const at = ({ cells }: CsvRow, column: number | null) => (column === null ? '' : (cells[column] ?? ''))

type SignRule = { columns: CsvColumns; usesMarks: boolean; isOutNegative: boolean }

/** The column of marks counts where no amount has a sign of its own, and then each of its cells has to be one. */
const checkMarks = (rows: readonly CsvRow[], { amount, direction }: CsvColumns): boolean => {
  if (direction === null || amount === null) return false
  const signed = rows.some((row) => hasSign(at(row, amount)))
  const known = rows.every((row) => areMarks([at(row, direction)]))
  const odd = rows.find((row) =>
    signed ? known && isOut(at(row, direction)) && !hasSign(at(row, amount)) : !areMarks([at(row, direction)]),
  )
  if (!odd) return !signed
  const cell = `“${at(odd, direction).slice(0, 40)}”`
  const problem = signed
    ? `${cell} says that money left, but other amounts have a minus. Choose another column, or none.`
    : `${cell} doesn’t say whether money came in or left. Choose another column, or none.`
  throw wrongAt(odd.line, 'in or out', problem)
}

/** How the signs of a file are read, from all of its lines. */
export const signRule = (rows: readonly CsvRow[], columns: CsvColumns): SignRule => {
  const out = rows.map((row) => at(row, columns.moneyOut)).filter((cell) => /[1-9]/.test(cell))
  return {
    columns,
    usesMarks: checkMarks(rows, columns),
    // Some banks write what left with a minus, some without.
    isOutNegative: out.length > 0 && out.every((cell) => /[-−(]/.test(cell)),
  }
}

/** The amount of a row with its sign: its own, or that of the column it stands in or of its mark. */
export const amountOf = (row: CsvRow, { columns, usesMarks, isOutNegative }: SignRule): number => {
  const { amount, moneyIn, moneyOut, direction, decimal } = columns
  const read = (column: number | null, field: string) => {
    const text = at(row, column)
    return text === '' ? 0 : amountAt(text, { line: row.line, field, decimal })
  }
  if (moneyIn !== null) return read(moneyIn, 'money in') - read(moneyOut, 'money out') * (isOutNegative ? -1 : 1)
  if (at(row, amount) === '') throw wrongAt(row.line, 'amount', 'The cell is empty.')
  const cents = read(amount, 'amount')
  return usesMarks && isOut(at(row, direction)) ? -cents : cents
}
