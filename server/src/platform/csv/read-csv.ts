const decode = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes)

/** Which half of the first bytes are zero says how UTF-16 without a mark is written. */
const zerosAt = (bytes: Uint8Array, parity: 0 | 1) =>
  bytes.subarray(0, 400).filter((byte, at) => byte === 0 && at % 2 === parity).length

const declared = (bytes: Uint8Array): string | null => {
  const head = decode(bytes.subarray(0, 200), 'windows-1252')
  const [, name] = /^<\?xml[^>]*encoding=["']([\w-]{1,20})["']/.exec(head) ?? /^[^<]*CHARSET:(\d{4,5})/.exec(head) ?? []
  if (name === undefined) return null
  return /^(iso-8859-15?|windows-1252|1252|latin1)$/i.test(name) ? 'windows-1252' : null
}

/** The text of a file: by its mark, as UTF-8 where that fits, and otherwise as Windows writes it in the West. */
export const decodeText = (bytes: Uint8Array): string => {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return decode(bytes, 'utf-16le')
  if (a === 0xfe && b === 0xff) return decode(bytes, 'utf-16be')
  const half = Math.min(bytes.length, 400) / 4
  if (bytes.length > 20 && zerosAt(bytes, 1) > half) return decode(bytes, 'utf-16le')
  if (bytes.length > 20 && zerosAt(bytes, 0) > half) return decode(bytes, 'utf-16be')
  const encoding = declared(bytes)
  if (encoding !== null) return decode(bytes, encoding)
  try {
    return decode(bytes, 'utf-8')
  } catch {
    return decode(bytes, 'windows-1252')
  }
}

/** Bytes that no text has, such as those of a PDF or a spreadsheet. */
export const isText = (text: string) => !/[\u0000-\u0008\u000e-\u001f]/.test(text.slice(0, 2000)) // oxlint-disable-line no-control-regex -- looks for them

/** A row of cells, and in which line of the file it ends. */
export type CsvRow = { cells: string[]; line: number }

/** A file that cannot be cut into cells, and where. */
export class CsvProblem extends Error {
  override readonly name = 'CsvProblem'
  readonly line: number

  constructor(line: number) {
    super('A quotation mark is not closed, or the line is far too long.')
    this.line = line
  }
}

const mostCells = 100

/** The rows of a file, at most so many; empty ones are left out. Throws a `CsvProblem`. */
export const readCsvRows = async (
  text: string,
  { separator, most }: { separator: string; most: number },
): Promise<CsvRow[]> => {
  const { parse, CsvError } = await import('csv-parse/sync')
  try {
    const records = parse(text, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: 20_000,
      to: most,
    }) as unknown as { record: string[]; info: { lines: number } }[] // what `info` makes of a row
    return records.map(({ record, info }) => ({
      cells: record.slice(0, mostCells).map((cell) => cell.trim()),
      line: info.lines,
    }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new CsvProblem(typeof error['lines'] === 'number' ? error['lines'] : 1)
  }
}

/** The separator that cuts most of the first lines into the same number of cells, if these are so many at least. */
export const guessSeparator = <Separator extends string>(
  text: string,
  { separators, leastCells }: { separators: readonly [Separator, ...Separator[]]; leastCells: number },
): Separator => {
  const lines = text.split(/\r\n|\r|\n/, 40).filter((line) => line.trim() !== '')
  const score = (separator: Separator) => {
    const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(separator).length)
    const widest = Math.max(...counts, 1)
    return widest === 1
      ? 0
      : counts.filter((count) => count >= leastCells && Math.abs(count - widest) <= 1).length * 100 + widest
  }
  return separators.toSorted((a, b) => score(b) - score(a))[0] ?? separators[0]
}
