import { expect, test } from 'vitest'
import { writeCsv, type Cell } from './write-csv.ts'

const linesOf = async (cells: readonly Cell[]) => {
  const file = await writeCsv({
    name: 'things.csv',
    columns: [{ header: 'Thing', value: (cell: Cell) => cell }],
    rows: cells,
  })
  return file.content.split('\r\n')
}

test('a table begins with its head, and is marked as UTF-8', async () => {
  expect(await linesOf(['Ørsted'])).toEqual(['\uFEFFThing', 'Ørsted', ''])
})

test('commas, quotes and line ends stay inside their cell', async () => {
  expect((await linesOf(['a, "b"']))[1]).toBe('"a, ""b"""')
  expect((await linesOf(['a\nb']))[1]).toBe('"a\nb"')
})

test('instants are in UTC, and nothing is nothing', async () => {
  expect((await linesOf([new Date('2026-03-01T10:00:00+11:00'), null, undefined, true, false, 0])).slice(1)).toEqual([
    '2026-02-28T23:00:00.000Z',
    '',
    '',
    'yes',
    'no',
    '0',
    '',
  ])
})

test.each(['=1+1', ' =1+1', '@SUM(A1)', '+cmd', '-2+3+cmd', '＝1+1'])(
  '%j is no formula to a spreadsheet',
  async (text) => {
    expect((await linesOf([text]))[1]).toMatch(/^"?'/)
  },
)

test.each(['0004123', '+61412345678', '36248579712385797', '12e45', '00'])(
  '%j keeps its digits in a spreadsheet, and comes as it is to programs',
  async (text) => {
    expect((await linesOf([text]))[1]).toBe(`'${text}`)
    const columns = [{ header: 'Thing', value: (cell: Cell) => cell }]
    const { content } = await writeCsv({ name: 'things.csv', columns, rows: [text], isForPrograms: true })
    expect(content).toContain(`\r\n${text}\r\n`)
  },
)

test.each(['4123', '0', '0.50', '-12.50', '2026-01-05', '08:30', 'ED0BA912', '0412 345 678'])(
  '%j is written as it is',
  async (text) => {
    expect((await linesOf([text]))[1]).toBe(text)
  },
)

test.each([
  [';=1+1;', `";'=1+1;"`],
  ['a;+cmd', `"a;'+cmd"`],
  ['\t=1', `"\t'=1"`],
  ['\r=1', `"\r'=1"`],
  ['a\n@SUM(A1)', `"a\n'@SUM(A1)"`],
  ['a|-b', `"a|'-b"`],
  [';"=1+1', `";'""=1+1"`],
])('%j is no formula where something else separates cells', async (text, written) => {
  expect((await linesOf([text]))[1]).toBe(written)
})

test.each(['a;b', 'a\tb', 'a|b'])('%j is quoted, so that it stays one cell', async (text) => {
  expect((await linesOf([text]))[1]).toBe(`"${text}"`)
})

test.each([-12.5, 0, -1e21])('the number %d stays a number', async (number) => {
  expect((await linesOf([number]))[1]).toBe(String(number))
})

test.each(['+61 400 555 111', '-12.50', '-1,234.56', '-12.50;-3'])('%s stays as it is', async (text) => {
  expect((await linesOf([text]))[1]?.replaceAll('"', '')).toBe(text)
})

test('a table that is cut says so in its last line, and one that just fits says nothing', async () => {
  const columns = [{ header: 'Thing', value: (cell: Cell) => cell }]
  const { content } = await writeCsv({ name: 'things.csv', columns, rows: [1, 2, 3], most: 2 })
  expect(content.split('\r\n').slice(1, -1)).toEqual(['1', '2', expect.stringContaining('Only the first 2 rows')])
  const whole = await writeCsv({ name: 'things.csv', columns, rows: [1, 2], most: 2 })
  expect(whole.content.split('\r\n').slice(1, -1)).toEqual(['1', '2'])
})

test('a long table, which is written in pieces, has one head and every row once, in order', async () => {
  const numbers = Array.from({ length: 2001 }, (_, at) => at)
  expect(await linesOf(numbers)).toEqual(['\uFEFFThing', ...numbers.map(String), ''])
})
