import { styleText } from 'node:util'

export type Unit = '/s' | 'ms' | 's' | 'MB' | 'kB' | ''

/** One line of the table: a figure, what it is compared with, and what is hoped for. */
export type Row = {
  what: string
  figure: number
  unit: Unit
  baseline?: { what: string; figure: number }
  /** What the figure, or its ratio to the baseline, should be. Information: nothing fails by it. */
  aim?: { of: 'figure' | 'ratio'; atLeast?: number; atMost?: number }
  note?: string
}

const digitsOf = (value: number) => (value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3)
const numberText = (value: number) =>
  Number.isInteger(value)
    ? value.toLocaleString('en')
    : value.toLocaleString('en', { minimumFractionDigits: digitsOf(value), maximumFractionDigits: digitsOf(value) })

const withUnit = (value: number, unit: Unit) =>
  `${numberText(value)}${unit === '/s' || unit === '' ? unit : ` ${unit}`}`

const ratioOf = ({ figure, baseline }: Row) => (baseline ? figure / baseline.figure : undefined)

const verdictOf = (row: Row): { text: string; isMet: boolean } | undefined => {
  if (!row.aim) return undefined
  const { of, atLeast, atMost } = row.aim
  const value = of === 'ratio' ? (ratioOf(row) ?? Number.NaN) : row.figure
  const isMet = value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity)
  const bound = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`
  const unit = of === 'ratio' || row.unit === '' ? '' : ` ${row.unit}`
  return { text: `${bound}${unit} ${isMet ? 'met' : 'not met'}`, isMet }
}

const cellsOf = (row: Row): string[] => {
  const ratio = ratioOf(row)
  return [
    row.what,
    withUnit(row.figure, row.unit),
    row.baseline ? withUnit(row.baseline.figure, row.unit) : '',
    row.baseline?.what ?? '',
    ratio === undefined ? '' : ratio.toFixed(2),
    verdictOf(row)?.text ?? '',
    row.note ?? '',
  ]
}

const headings = ['figure', 'baseline', 'which is', 'ratio', 'aim', '']
const rightAligned = new Set([1, 2, 4])

/** The rows of a part as lines of text under its name, columns aligned. */
export const tableText = (part: string, rows: readonly Row[]): string => {
  const lines = [[part, ...headings], ...rows.map(cellsOf)]
  const widths = [part, ...headings].map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)))
  const aligned = (cells: string[]) =>
    cells
      .map((cell, at) => (rightAligned.has(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd()
  const coloured = (line: string, row: Row | undefined) => {
    const verdict = row && verdictOf(row)
    return verdict ? line.replace(verdict.text, styleText(verdict.isMet ? 'green' : 'yellow', verdict.text)) : line
  }
  const [heading = [], ...rest] = lines
  return [styleText('bold', aligned(heading)), ...rest.map((cells, at) => coloured(aligned(cells), rows[at]))].join(
    '\n',
  )
}
