import { setImmediate } from 'node:timers/promises'
import type { File } from '@spacekeeper/contract/route.ts'
import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | boolean | Date | null | undefined
/** The head of a column, and what stands below it. */
export type CsvColumn<Row> = { header: string; value: (row: Row) => Cell }

/** Most texts have none of the signs that formulas begin with. */
const formulaSigns = /[=+\-@＝＋－＠]/

/** What a spreadsheet would take for a formula, be its signs narrow or wide; a phone number or an amount does no harm. */
const isFormula = (text: string) => /^[\s"]*[=+\-@＝＋－＠]/.test(text) && !/^\s*[+-][\d\s().,-]*$/.test(text)

/** Where spreadsheets of other countries, or those told so, begin another cell even inside of quotes. */
const otherSeparators = /([;\t\r\n|])/

const withoutFormulas = (text: string) =>
  formulaSigns.test(text)
    ? text
        .split(otherSeparators)
        .map((piece) => (isFormula(piece) ? `'${piece}` : piece))
        .join('')
    : text

/** Texts that spreadsheets take for another number: cards, accounts and telephone numbers. */
const losesDigits = /^(?:\+\d{5,}|0\d+|\d{16,}|\d+e\d+)$/i

const asText = (cell: Cell, isForPrograms: boolean): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell === 'number') return String(cell)
  return losesDigits.test(cell) && !isForPrograms ? `'${cell}` : withoutFormulas(cell)
}

type Table<Row> = {
  columns: readonly CsvColumn<Row>[]
  rows: readonly Row[]
  /** Another program reads it, which wants numbers of accounts as they are. */
  isForPrograms?: boolean
}

/** `most`: as many rows go into the file. Who asks for one more than that has the file say that it is cut. */
type LimitedTable<Row> = Table<Row> & { name: string; most?: number }

const cutLine = (most: number) =>
  `Only the first ${most} rows are in this file. Choose a shorter time or a filter for the others.`

/** Lines of a table; with `isFirst`, its mark and its head before them. */
export const writeLines = <Row>({
  columns,
  rows,
  isFirst,
  isForPrograms = false,
}: Table<Row> & { isFirst: boolean }): string => {
  const head = isFirst ? [columns.map(({ header }) => header)] : []
  const lines = rows.map((row) => columns.map(({ value }) => asText(value(row), isForPrograms)))
  return stringify([...head, ...lines], { bom: isFirst, record_delimiter: 'windows', quoted_match: otherSeparators })
}

/** Written at once; between them doors and screens are answered. */
const linesAtOnce = 1000

/**
 * A table as a file that spreadsheets open: a head, UTF-8 with its mark, lines as RFC 4180 has them, instants in UTC.
 * A text that a spreadsheet would run as a formula, or whose digits it would change, gets an apostrophe before it,
 * whatever separates cells there.
 */
export const writeCsv = async <Row>(file: LimitedTable<Row>): Promise<File & { content: string }> => {
  const { name, columns, most = Number.POSITIVE_INFINITY, isForPrograms = false } = file
  const rows = file.rows.slice(0, most)
  let content = writeLines({ columns, rows: rows.slice(0, linesAtOnce), isFirst: true, isForPrograms })
  for (let at = linesAtOnce; at < rows.length; at += linesAtOnce) {
    await setImmediate()
    content += writeLines({ columns, rows: rows.slice(at, at + linesAtOnce), isFirst: false, isForPrograms })
  }
  if (file.rows.length > most) content += stringify([[cutLine(most)]], { record_delimiter: 'windows' })
  return { name, mediaType: 'text/csv; charset=utf-8', content }
}
