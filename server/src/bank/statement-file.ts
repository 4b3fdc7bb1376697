import type { CsvColumns, CsvQuestion } from '@spacekeeper/contract/bank/shapes.ts'
import type { StatementFormat } from '@spacekeeper/contract/bank/words.ts'
import { isText, decodeText } from '#platform/csv/read-csv.ts'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { type Statement, StatementError } from './statement.ts'

/** What a file is, by what it begins with; its name does not count. */
const formatOf = (text: string): StatementFormat => {
  const head = text.slice(0, 4000).trimStart()
  if (/<OFX>/i.test(head) || /^OFXHEADER/i.test(head)) return 'ofx'
  if (head.startsWith('<')) return 'camt'
  if (/^:20:/m.test(head)) return 'mt940'
  return 'csv'
}

export type StatementFile = {
  format: StatementFormat
  statements: Statement[]
  csv: CsvQuestion | null
  /** Why the columns of a CSV file do not fit yet. */
  problem: string | null
}

export type StatementFacts = {
  remembered: Readonly<Record<string, CsvColumns>>
  ownAccount: string
  currency: string
}

/** Reads a bank statement of any format. Throws a `StatementError` that says what is wrong and where. */
export const readStatement = async (bytes: Uint8Array, facts: StatementFacts): Promise<StatementFile> => {
  const text = decodeText(bytes).replace(/^\uFEFF/, '')
  if (text.trim() === '') throw new StatementError('The file is empty.')
  if (text.startsWith('PK\u0003\u0004') && !text.slice(0, 4000).includes('[Content_Types].xml'))
    throw new StatementError('This is a ZIP file. Unpack it, and import the statements in it one by one.')
  if (!isText(text))
    throw new StatementError(
      'This is no text, but perhaps a PDF or a spreadsheet. Export the statement as CAMT.053, MT940, OFX or CSV.',
    )
  if (/^\s*!(?:Type|Account|Option|Clear):?/i.test(text))
    throw new StatementError(
      'This is a QIF file, which doesn’t say enough about payments. Export the statement as CAMT.053, MT940, OFX or CSV.',
    )
  const format = formatOf(text)
  if (format === 'csv') {
    const { statements, question, problem } = await readCsv(text, facts)
    return { format, statements, csv: question, problem }
  }
  const statements = format === 'camt' ? await readCamt(text) : format === 'ofx' ? readOfx(text) : readMt940(text)
  return { format, statements, csv: null, problem: null }
}

/** The same for another thread, from which a refusal comes back as its sentence. */
export const readOrRefuse = async ({
  bytes,
  facts,
}: {
  bytes: Uint8Array
  facts: StatementFacts
}): Promise<{ file: StatementFile } | { refusal: string }> => {
  try {
    return { file: await readStatement(bytes, facts) }
  } catch (error) {
    if (error instanceof StatementError) return { refusal: error.message }
    throw error
  }
}
