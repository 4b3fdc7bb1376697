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

/** An element: its name, text and children, in the order of the file. */
type Element = { [name: string]: unknown }

const attributes = ':@'
const textKey = '#text'

const elementsOf = (value: unknown): Element[] => (Array.isArray(value) ? value : []) // what the parser gives with preserveOrder

const nameOf = (element: Element) => Object.keys(element).find((key) => key !== attributes) ?? ''

const childrenOf = (element: Element | undefined): Element[] =>
  element === undefined ? [] : elementsOf(element[nameOf(element)])

const all = (element: Element | undefined, ...path: string[]): Element[] =>
  path.reduce<Element[]>(
    (found, name) => found.flatMap((at) => childrenOf(at).filter((child) => nameOf(child) === name)),
    element === undefined ? [] : [element],
  )

const textIn = (element: Element | undefined): string =>
  childrenOf(element)
    .map((child) => child[textKey])
    .filter((text) => typeof text === 'string')
    .join('')
    .trim()

/** The text of the first element at one of these paths that has any. */
const text = (element: Element | undefined, ...paths: string[]): string =>
  paths.map((path) => textIn(all(element, ...path.split('/'))[0])).find((found) => found !== '') ?? ''

const attribute = (element: Element | undefined, name: string): string => {
  const values = element?.[attributes]
  return typeof values === 'object' && values !== null && name in values ? String(Reflect.get(values, name)) : ''
}

/** Where an entry stands in the file, for who has to find it. */
type EntryPlace = { line: number }

const signOf = (element: Element, { line }: EntryPlace): 1 | -1 => {
  const mark = text(element, 'CdtDbtInd')
  if (mark !== 'CRDT' && mark !== 'DBIT') throw wrongAt(line, 'CdtDbtInd', 'It should be CRDT or DBIT.')
  return mark === 'CRDT' ? 1 : -1
}

const moneyIn = (element: Element | undefined, { line }: EntryPlace): { cents: number; currency: string } | null => {
  if (element === undefined) return null
  const cents = amountAt(textIn(element), { line, field: 'Amt', decimal: '.' })
  return { cents, currency: currencyAt(attribute(element, 'Ccy'), { line, field: 'Amt, Ccy' }) }
}

const bookedOn = (entry: Element, { line }: EntryPlace) => {
  const written = text(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm')
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})/.exec(written) ?? []
  return dayAt(dayOf(year, month, day), { line, field: 'BookgDt', text: written })
}

const partyOf = (details: Element | undefined, isIncoming: boolean) => {
  const role = isIncoming ? 'Dbtr' : 'Cdtr'
  return {
    payerName: text(details, `RltdPties/Ultmt${role}/Pty/Nm`, `RltdPties/${role}/Pty/Nm`, `RltdPties/${role}/Nm`),
    payerAccount: text(details, `RltdPties/${role}Acct/Id/IBAN`, `RltdPties/${role}Acct/Id/Othr/Id`),
  }
}

const remittance = (details: Element | undefined) =>
  [
    ...all(details, 'RmtInf', 'Ustrd').map(textIn),
    ...all(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref').map(textIn),
    ...all(details, 'RmtInf', 'Strd', 'AddtlRmtInf').map(textIn),
  ].join(' ')

/** The fee that the bank kept of an entry or a transaction: in one sum, or record by record. */
const chargesIn = (element: Element | undefined, place: EntryPlace): number => {
  const total = all(element, 'Chrgs', 'TtlChrgsAndTaxAmt')
  const parts = total.length > 0 ? total : [...all(element, 'Chrgs', 'Rcrd', 'Amt'), ...all(element, 'Chrgs', 'Amt')]
  return parts.reduce((sum, part) => sum + (moneyIn(part, place)?.cents ?? 0), 0)
}

type EntryFacts = { entry: Element; details: Element | undefined; cents: number; currency: string; place: EntryPlace }

const lineOf = ({ entry, details, cents, currency, place }: EntryFacts): StatementLine | null => {
  const [own, whole] = [text(details, 'Refs/AcctSvcrRef'), text(entry, 'AcctSvcrRef')]
  const written = [remittance(details), text(details, 'AddtlTxInf')].filter((part) => part !== '').join(' ')
  return asLine({
    bookedOn: bookedOn(entry, place),
    amountCents: cents,
    currency,
    text: written === '' ? text(entry, 'AddtlNtryInf') : written,
    ...partyOf(details, cents > 0),
    // The parts of a batch share its reference, so theirs have to do with the transaction's own.
    bankReference: referenceOf(own) || [whole, text(details, 'Refs/TxId')].map(referenceOf).filter(Boolean).join('/'),
    endToEnd: [text(details, 'Refs/EndToEndId'), text(details, 'Refs/PmtInfId')]
      .map(referenceOf)
      .filter(Boolean)
      .join(' '),
    returnReason: text(details, 'RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry', 'RtrInf/AddtlInf'),
    feeCents: chargesIn(details, place) || chargesIn(entry, place),
  })
}

const amountOfDetails = (details: Element, entry: { sign: 1 | -1; place: EntryPlace }) => {
  const amount = all(details, 'Amt')[0] ?? all(details, 'AmtDtls', 'TxAmt', 'Amt')[0]
  const money = moneyIn(amount, entry.place)
  if (money === null) return null
  const sign = text(details, 'CdtDbtInd') === '' ? entry.sign : signOf(details, entry.place)
  return { ...money, cents: sign * money.cents }
}

/** The parts of a batch where they add up to it, or else the entry as a whole. */
const linesOfEntry = (entry: Element, place: EntryPlace): StatementLine[] => {
  const status = text(entry, 'Sts/Cd', 'Sts')
  if (status !== '' && status !== 'BOOK') return []
  const money = moneyIn(all(entry, 'Amt')[0], place)
  if (money === null) throw wrongAt(place.line, 'Amt', 'The amount is missing.')
  const sign = signOf(entry, place)
  const cents = sign * money.cents
  const parts = all(entry, 'NtryDtls', 'TxDtls')
  const amounts = parts.length > 1 ? parts.map((details) => amountOfDetails(details, { sign, place })) : []
  const isSplit =
    amounts.length > 1 &&
    amounts.every((amount) => amount?.currency === money.currency) &&
    amounts.reduce((sum, amount) => sum + (amount?.cents ?? 0), 0) === cents
  const lines = isSplit
    ? parts.map((details, at) =>
        lineOf({ entry, details, cents: amounts[at]?.cents ?? 0, currency: money.currency, place }),
      )
    : [lineOf({ entry, details: parts.length === 1 ? parts[0] : undefined, cents, currency: money.currency, place })]
  return lines.filter((line) => line !== null)
}

/** In which line of the file each entry begins. */
const lineNumbers = (xml: string): number[] => {
  const places: number[] = []
  let line = 1
  for (const [found] of xml.matchAll(/\n|<(?:\w+:)?Ntry[\s>]/g)) {
    if (found === '\n') line += 1
    else places.push(line)
    if (found.endsWith('\n') && found !== '\n') line += 1
  }
  return places
}

const deepest = 40

const parse = async (xml: string): Promise<Element[]> => {
  // Nothing a bank sends declares anything, and entities that are declared can grow without bounds.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw new StatementError('The file declares a document type, which statements of banks do not.')
  const { XMLParser, XMLValidator } = await import('fast-xml-parser')
  const valid = XMLValidator.validate(xml)
  if (valid !== true) throw wrongAt(valid.err.line, 'XML', 'The file is damaged or was cut off here.')
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    maxNestedTags: deepest,
  })
  try {
    return elementsOf(parser.parse(xml))
  } catch (error) {
    throw new StatementError(`The XML cannot be read: ${error instanceof Error ? error.message : 'it is damaged'}.`)
  }
}

const others: Readonly<Record<string, string>> = {
  BkToCstmrAcctRpt:
    'This is a report of the day (camt.052), which changes until evening. Export the statement, camt.053.',
  BkToCstmrDbtCdtNtfctn: 'This is an advice of single payments (camt.054). Export the statement, camt.053.',
}

/** Reads statements in CAMT.053, of any version: accounts with their booked entries. */
export const readCamt = async (xml: string): Promise<Statement[]> => {
  const [document] = (await parse(xml)).filter((element) => nameOf(element) === 'Document')
  const other = childrenOf(document)
    .map((child) => others[nameOf(child)])
    .find((words) => words !== undefined)
  if (other !== undefined) throw new StatementError(other)
  const statements = all(document, 'BkToCstmrStmt', 'Stmt')
  if (statements.length === 0) throw new StatementError('This XML has no statement (BkToCstmrStmt) in it.')
  const places = lineNumbers(xml)
  let entries = 0
  return statements.map((statement) => {
    const account = text(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id')
    if (account === '') throw new StatementError('A statement has no account (Acct, Id).')
    const lines = all(statement, 'Ntry').flatMap((entry) => {
      entries += 1
      if (entries > maxStatementLines) throw new StatementError(`There are more than ${maxStatementLines} entries.`)
      return linesOfEntry(entry, { line: places[entries - 1] ?? 1 })
    })
    return { account: accountOf(account), lines }
  })
}
