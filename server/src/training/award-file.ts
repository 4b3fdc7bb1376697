import { mostAwardLines } from '@spacekeeper/contract/training/words.ts'
import { CsvProblem, type CsvRow, guessSeparator, isText, readCsvRows, decodeText } from '#platform/csv/read-csv.ts'
import { badField } from '#platform/http/app-error.ts'
import { guessDateOrder, readDay } from '#platform/written-days.ts'
import type { AwardLine } from './rules.ts'

const isWho = (cell: string) => cell.includes('@') || /^\d+$/.test(cell)

const usualColumns = { who: 0, on: 1, endsOn: 2 }

const names = {
  who: /mail|member|number|user/i,
  endsOn: /\bends?\b|until|valid|expir/i,
  on: /day|date|award|since|issued|from/i,
}

/** Which column is what: by the heading, if there is one, or in the usual order. */
const columnsOf = (head: readonly string[]) => {
  const find = (name: RegExp, taken: readonly number[]) =>
    head.findIndex((cell, at) => !taken.includes(at) && name.test(cell))
  const who = find(names.who, [])
  const endsOn = find(names.endsOn, [who])
  const on = find(names.on, [who, endsOn])
  return who === -1 || on === -1 ? usualColumns : { who, on, endsOn }
}

const cut = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

const rowsOf = async (text: string): Promise<CsvRow[]> => {
  const separator = guessSeparator(text, { separators: [',', ';', '\t', '|'], leastCells: 2 })
  try {
    return await readCsvRows(text, { separator, most: mostAwardLines + 2 })
  } catch (error) {
    if (error instanceof CsvProblem) throw badField('file', `Line ${error.line}: ${error.message}`)
    throw error
  }
}

/** Reads a CSV file of awards: email or member number, day, and the day each ends, if any; with or without a heading. */
export const readAwardFile = async (bytes: Uint8Array, { locale }: { locale: string }): Promise<AwardLine[]> => {
  const text = decodeText(bytes).replace(/^\uFEFF/, '')
  if (text.trim() === '') throw badField('file', 'The file is empty.')
  if (!isText(text)) throw badField('file', 'This is no text, but perhaps a spreadsheet. Save it as CSV.')
  const all = (await rowsOf(text)).filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [first] = all
  const hasHead = first !== undefined && !first.cells.some(isWho)
  const columns = hasHead ? columnsOf(first.cells) : usualColumns
  const rows = hasHead ? all.slice(1) : all
  if (rows.length > mostAwardLines)
    throw badField('file', `There are more than ${mostAwardLines} lines. Split the file.`)
  if (rows.length === 0) throw badField('file', 'The file has a heading and nothing below it.')
  const at = ({ cells }: CsvRow, column: number) => cells[column] ?? ''
  const days = rows.flatMap((row) => [at(row, columns.on), at(row, columns.endsOn)]).filter((cell) => cell !== '')
  const order = guessDateOrder(days, { isMonthFirst: locale === 'en-US' })
  return rows.map((row) => {
    const endsOn = at(row, columns.endsOn)
    return {
      line: row.line,
      text: cut(row.cells.join(', ')),
      who: at(row, columns.who),
      on: readDay(at(row, columns.on), order),
      endsOn: endsOn === '' ? undefined : readDay(endsOn, order),
    }
  })
}
