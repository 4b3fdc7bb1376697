import type { CsvColumns, CsvQuestion } from '@spacekeeper/contract/bank/shapes.ts'
import type { StatementFormat } from '@spacekeeper/contract/bank/words.ts'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { type Statement, StatementError } from './statement.ts'

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
export const textOf = (bytes: Uint8Array): string => {
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

/** What a file is, by what it begins with; its name does not count. */
const formatOf = (text: string): StatementFormat => {
  const head = text.slice(0, 4000).trimStart()
  if (/<OFX>/i.test(head) || /^OFXHEADER/i.test(head)) return 'ofx'
  if (head.startsWith('<')) return 'camt'
  if (/^:20:/m.test(head)) return 'mt940'
  return 'csv'
}

/** Bytes that no text has, such as those of a PDF or a spreadsheet. */
const isText = (text: string) => !/[\u0000-\u0008\u000e-\u001f]/.test(text.slice(0, 2000)) // oxlint-disable-line no-control-regex -- looks for them

export type StatementFile = {
  format: StatementFormat
  statements: Statement[]
  csv: CsvQuestion | null
  /** Why the columns of a CSV file do not fit yet. */
  problem: string | null
}

export type StatementFacts = {
  remembered: (heading: string) => Promise<CsvColumns | null>
  ownAccount: string
  currency: string
}

/** Reads a bank statement of any format. Throws a `StatementError` that says what is wrong and where. */
export const readStatement = async (bytes: Uint8Array, facts: StatementFacts): Promise<StatementFile> => {
  const text = textOf(bytes).replace(/^\uFEFF/, '')
  if (text.trim() === '') throw new StatementError('The file is empty.')
  if (!isText(text))
    throw new StatementError(
      'This is no text, but perhaps a PDF or a spreadsheet. Export the statement as CAMT.053, MT940, OFX or CSV.',
    )
  const format = formatOf(text)
  if (format === 'csv') {
    const { statements, question, problem } = await readCsv(text, facts)
    return { format, statements, csv: question, problem }
  }
  const statements = format === 'camt' ? await readCamt(text) : format === 'ofx' ? readOfx(text) : readMt940(text)
  return { format, statements, csv: null, problem: null }
}
