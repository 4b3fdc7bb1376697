import { maxStatementLines } from '@spacekeeper/contract/bank/words.ts'
import { dayOf } from '#platform/written-days.ts'
import {
  accountOf,
  amountAt,
  asLine,
  currencyAt,
  dayAt,
  referenceOf,
  type Statement,
  StatementError,
  type StatementLine,
  wrongAt,
} from './statement.ts'

/** A field such as `:61:`, with the lines that continue it. `line` is where it begins. */
type StatementField = { tag: string; line: number; rows: string[] }

const fieldsOf = (text: string): StatementField[] => {
  const fields: StatementField[] = []
  for (const [at, row] of text.split(/\r\n|\r|\n/).entries()) {
    const [, tag, rest = ''] = /^:(\d{2}[A-Z]?):(.*)$/.exec(row) ?? []
    if (tag !== undefined) fields.push({ tag, line: at + 1, rows: [rest] })
    // A message ends with a hyphen; blocks of the network it came by stand in braces.
    else if (!/^-\}?$|^\{/.test(row)) fields.at(-1)?.rows.push(row)
  }
  return fields
}

/** Value date, entry date, mark, amount, type, the payer's and the bank's reference. */
const movement =
  /^(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})(?<entry>\d{4})?(?<mark>R?[CD])[A-Z]?(?<amount>[\d,]{1,15})(?<kind>[A-Z][A-Z0-9]{3})?(?<own>[^/]*)(?:\/\/(?<bank>.*))?$/

/** The entry has no year of its own: around New Year it is not that of the value date. */
const entryDay = (value: string, entry: string): string | null => {
  const [year, month] = [Number(value.slice(0, 4)), Number(value.slice(5, 7))]
  const entryMonth = Number(entry.slice(0, 2))
  const shift = entryMonth - month > 6 ? -1 : month - entryMonth > 6 ? 1 : 0
  return dayOf(String(year + shift), entry.slice(0, 2), entry.slice(2))
}

const movementOf = ({ line, rows }: StatementField, currency: string) => {
  const groups = movement.exec(rows[0]?.trim() ?? '')?.groups
  if (!groups) throw wrongAt(line, ':61:', 'It is not a line of a statement as MT940 has them.')
  const { year = '', month = '', day = '', entry, mark = '', amount = '', own = '', bank = '' } = groups
  const value = dayAt(dayOf(year, month, day), { line, field: ':61: date', text: `${year}${month}${day}` })
  const cents = amountAt(amount, { line, field: ':61: amount', decimal: ',' })
  // Taking back a debit brings money in, and the other way round.
  const isIncoming = mark === 'C' || mark === 'RD'
  return {
    bookedOn: (entry === undefined ? null : entryDay(value, entry)) ?? value,
    amountCents: isIncoming ? cents : -cents,
    currency,
    // Only what follows the strokes is the bank's; before them stands what payer and payee call it.
    bankReference: referenceOf(bank),
    own,
    bank,
  }
}

/** The bank's reference as it was read before: both together. */
const formerReference = (own: string, bank: string) =>
  [own, bank]
    .map((part) => part.trim())
    .filter((part) => !/^(NONREF|NOT ?PROVIDED|NONE|)$/i.test(part))
    .join('/')

type Details = Pick<StatementLine, 'text' | 'payerName' | 'payerAccount' | 'endToEnd' | 'returnReason'>

/** Field 86 as German banks have it: `?20` and on is the text, `?31` the account, `?32` the name. */
const numbered = (text: string): Details => {
  const separator = text[3] ?? '?'
  const parts = new Map<string, string>()
  for (const part of text.slice(4).split(separator)) {
    const key = part.slice(0, 2)
    parts.set(key, `${parts.get(key) ?? ''}${part.slice(2)}`)
  }
  const join = (keys: readonly string[]) => keys.map((key) => parts.get(key) ?? '').join('')
  const written = join(['20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '60', '61', '62', '63'])
  // Within the text stand the words of SEPA, such as EREF+ for the name of the payment.
  const words = new Map(
    [
      ...written.matchAll(
        /(EREF|KREF|MREF|CRED|SVWZ|ABWA|IBAN|BIC)\+(.*?)(?=(?:EREF|KREF|MREF|CRED|SVWZ|ABWA|IBAN|BIC)\+|$)/g,
      ),
    ].map(([, word = '', said = '']): [string, string] => [word, said.trim()]),
  )
  const [, reason = ''] = /RUECKLASTSCHRIFT\s+(\w{4})|(?:RETURN|RÜCK)\w*[\s/:-]+(\w{2}\d{2})/i.exec(written) ?? []
  return {
    text: words.get('SVWZ') ?? written,
    payerName: join(['32', '33']),
    payerAccount: parts.get('31') ?? words.get('IBAN') ?? '',
    endToEnd: referenceOf(words.get('EREF') ?? ''),
    returnReason: reason,
  }
}

/** Field 86 as Dutch and other banks have it: `/NAME/…/REMI/…`. */
const worded = (text: string): Details => {
  const words = new Map<string, string>()
  const known =
    'NAME|REMI|IBAN|EREF|CNTP|TRTP|BIC|MARF|CSID|PREF|RTRN|ORDP|BENM|ID|ADDR|USTD|STRD|PURP|ULTD|ULTC|TRCD|ORIG'
  for (const [, word = '', said = ''] of text.matchAll(new RegExp(`/(${known})/(.*?)(?=/(?:${known})/|$)`, 'g')))
    if (said !== '') words.set(word, said.replace(/\/$/, ''))
  const [account = '', , name = ''] = (words.get('CNTP') ?? '').split('/')
  return {
    text: words.get('REMI') ?? words.get('USTD') ?? text,
    payerName: words.get('NAME') ?? name,
    payerAccount: words.get('IBAN') ?? account,
    endToEnd: referenceOf(words.get('EREF') ?? ''),
    returnReason: words.get('RTRN') ?? '',
  }
}

const detailsOf = (field: StatementField | undefined): Details => {
  const rows = field?.rows ?? []
  // Banks break lines anywhere, also inside of a word.
  const joined = rows.join('').trim().slice(0, 4000)
  if (/^\d{3}[?>\u00a7]\d{2}/.test(joined)) return numbered(joined)
  if (/^\/[A-Z]{2,4}\//.test(joined)) return worded(joined)
  return { text: rows.join(' ').trim(), payerName: '', payerAccount: '', endToEnd: '', returnReason: '' }
}

const currencyOf = (fields: readonly StatementField[], line: number) => {
  const opening = fields.find(({ tag }) => tag === '60F' || tag === '60M')
  if (!opening) throw wrongAt(line, ':60F:', 'The opening balance is missing.')
  return currencyAt(opening.rows[0]?.slice(7, 10) ?? '', { line: opening.line, field: ':60F: currency' })
}

const statementOf = (fields: readonly StatementField[]): Statement => {
  const start = fields[0]?.line ?? 1
  const account = fields.find(({ tag }) => tag === '25' || tag === '25P')?.rows[0]?.trim() ?? ''
  if (account === '') throw wrongAt(start, ':25:', 'The account is missing.')
  const currency = currencyOf(fields, start)
  const lines = fields.flatMap((field, at) => {
    if (field.tag !== '61') return []
    const next = fields[at + 1]
    const { own, bank, ...moved } = movementOf(field, currency)
    const details = detailsOf(next?.tag === '86' ? next : undefined)
    // The line below a movement says more about it.
    const more = field.rows.slice(1).join(' ')
    const text = details.text === '' ? `${own} ${more}` : details.text
    const endToEnd = [...new Set([details.endToEnd, referenceOf(own)])].filter(Boolean).join(' ')
    const former = { bankReference: formerReference(own, bank), endToEnd: details.endToEnd }
    const line = asLine({ ...moved, ...details, text, endToEnd, former })
    return line ? [line] : []
  })
  return { account: accountOf(account), lines }
}

/** Reads statements in MT940, as banks of many countries write it. */
export const readMt940 = (text: string): Statement[] => {
  const fields = fieldsOf(text)
  if (fields.filter(({ tag }) => tag === '61').length > maxStatementLines)
    throw new StatementError(`There are more than ${maxStatementLines} lines.`)
  const starts = fields.flatMap(({ tag }, at) => (tag === '20' ? [at] : []))
  if (starts.length === 0) throw new StatementError('This file has no statement (:20:) in it.')
  return starts.map((start, at) => statementOf(fields.slice(start, starts[at + 1])))
}
