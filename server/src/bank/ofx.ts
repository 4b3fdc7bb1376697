import { maxStatementLines } from '@spacekeeper/contract/bank/words.ts'
import { dayOf } from '#platform/written-days.ts'
import {
  accountOf,
  asLine,
  currencyAt,
  dayAt,
  readAmount,
  referenceOf,
  type Statement,
  StatementError,
  type StatementLine,
  wrongAt,
} from './statement.ts'

/** An element of OFX with its text; `line` is where it stands. */
type Tag = { name: string; text: string; line: number; isEnd: boolean }

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const withoutEntities = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,6})|(\w{2,4}));/g, (whole, code: string | undefined, name: string | undefined) =>
    code === undefined
      ? (entities[name ?? ''] ?? whole)
      : Number(code) <= 0x10_ff_ff
        ? String.fromCodePoint(Number(code))
        : whole,
  )

/** OFX 1 is SGML, whose values have no end tags; OFX 2 is XML. Read by its tags, both are the same. */
const tagsOf = (text: string): Tag[] => {
  const tags: Tag[] = []
  let line = 1
  let last = 0
  for (const found of text.matchAll(/<(\/?)([A-Za-z0-9_.]+)>([^<]*)/g)) {
    for (let at = text.indexOf('\n', last); at !== -1 && at < found.index; at = text.indexOf('\n', at + 1)) line += 1
    last = found.index
    const [, end, name = '', value = ''] = found
    tags.push({ name: name.toUpperCase(), text: withoutEntities(value.trim()), line, isEnd: end === '/' })
  }
  return tags
}

const bounds = (tags: readonly Tag[], name: string): Tag[][] => {
  const parts: Tag[][] = []
  let part: Tag[] | undefined
  for (const tag of tags) {
    if (tag.name === name) {
      if (part) parts.push(part)
      part = tag.isEnd ? undefined : [tag]
    } else part?.push(tag)
  }
  return part ? [...parts, part] : parts
}

const value = (tags: readonly Tag[], ...names: string[]): string =>
  names
    .map((name) => tags.find((tag) => tag.name === name && !tag.isEnd && tag.text !== '')?.text ?? '')
    .find(Boolean) ?? ''

const lineOf = (tags: readonly Tag[], currency: string): StatementLine | null => {
  const line = tags[0]?.line ?? 1
  const written = value(tags, 'DTPOSTED')
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})/.exec(written) ?? []
  const amount = value(tags, 'TRNAMT')
  // A point is what the standard has; banks of some countries write a comma.
  const cents = readAmount(amount, /,\d{1,2}$/.test(amount) ? ',' : '.')
  if (cents === null)
    throw wrongAt(
      line,
      'TRNAMT',
      amount === '' ? 'The amount is missing.' : `“${amount.slice(0, 40)}” is not an amount.`,
    )
  return asLine({
    bookedOn: dayAt(dayOf(year, month, day), { line, field: 'DTPOSTED', text: written }),
    amountCents: cents,
    currency,
    text: [value(tags, 'MEMO'), value(tags, 'REFNUM', 'CHECKNUM')].filter(Boolean).join(' '),
    payerName: value(tags, 'NAME', 'PAYEE'),
    payerAccount: value(bounds(tags, 'BANKACCTTO').flat(), 'ACCTID'),
    bankReference: referenceOf(value(tags, 'FITID')),
    endToEnd: '',
    returnReason: '',
  })
}

/** Reads statements of bank accounts in OFX or QFX, of any version. */
export const readOfx = (text: string): Statement[] => {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new StatementError('The file declares a document type, which statements of banks do not.')
  const tags = tagsOf(text)
  const statements = bounds(tags, 'STMTRS')
  if (statements.length === 0)
    throw new StatementError('This OFX file has no statement of a bank account (STMTRS) in it.')
  return statements.map((part) => {
    const line = part[0]?.line ?? 1
    const from = bounds(part, 'BANKACCTFROM').flat()
    const account = [value(from, 'BANKID'), value(from, 'ACCTID')].filter(Boolean).join(' ')
    if (value(from, 'ACCTID') === '') throw wrongAt(line, 'ACCTID', 'The account is missing.')
    const currency = currencyAt(value(part, 'CURDEF').toUpperCase(), { line, field: 'CURDEF' })
    const transactions = bounds(part, 'STMTTRN')
    if (transactions.length > maxStatementLines)
      throw new StatementError(`There are more than ${maxStatementLines} lines.`)
    const lines = transactions.map((transaction) => lineOf(transaction, currency)).filter((found) => found !== null)
    return { account: accountOf(account), lines }
  })
}
