import { bareAccount } from '@spacekeeper/contract/bank/account-numbers.ts'
import type { CsvColumns } from '@spacekeeper/contract/bank/shapes.ts'
import { dateOrders } from '@spacekeeper/contract/bank/words.ts'
import { foldText } from '@spacekeeper/contract/fold-text.ts'
import type { CsvRow } from '#platform/csv/read-csv.ts'
import { guessDateOrder, readDay } from '#platform/written-days.ts'
import { areMarks, hasSign } from './csv-signs.ts'
import { readAmount } from './statement.ts'

const isDay = (text: string) => dateOrders.some((order) => readDay(text, order) !== null)
const isAmount = (text: string) => /\d/.test(text) && (readAmount(text, '.') ?? readAmount(text, ',')) !== null

/** The first row that looks like a payment: it has a day and an amount. */
const guessFirstLine = (rows: readonly CsvRow[]): number =>
  Math.max(
    0,
    rows.findIndex(({ cells }) => cells.some(isDay) && cells.some((cell) => isAmount(cell) && !isDay(cell))),
  )

/** Names that banks of several countries give their columns. Where there are several, the first that is found. */
const names = {
  date: [
    /^(buchungs(tag|datum)|booking ?date|date|datum|datum transaktion|bokforingsdag|bokfort|bokforingsdatum|fecha|data|transaction date|posted|effective date|completed date|dato)/,
  ],
  amount: [/^(betrag|amount|umsatz|bedrag|belopp|montant|importe|valor|value|transaktionsbelopp|paid|sum)\b/],
  moneyIn: [/^(credit|haben|gutschrift|money in|paid in|deposit|eingang|insattning|bij)/],
  moneyOut: [/^(debit|soll|lastschrift|money out|paid out|withdrawal|ausgang|uttag|af$)/],
  /** A column for this alone. */
  direction: [/^(soll\/haben|s\/h|cr\/dr|dr\/cr|credit\/debit|debit\/credit|af bij|d\/c|kz)/],
  type: [/^(type|transaction type)/],
  name: [
    /^(name|naam|namn|op name)/,
    /^(beguenstigt|begunstigt|beneficiary|auftraggeber|zahlungspflichtige|payee|payer|counter ?party|sender|mottagare|other party|avsandare|partner)/,
  ],
  bankReference: [
    /^(reference number|transaction id|referenznummer|volgnr|verifikationsnummer|fit ?id|bank reference|umsatz ?id)/,
  ],
  text: [
    /^(verwendungszweck|description|text|memo|narrative|details|omschrijving|mededelingen|particulars|reference|referens|rubrik|meddelande|beskrivning|purpose|kundenreferenz|transaktion\b|transaction (description|details)|payment (details|reference)|buchungstext)/,
  ],
} as const

const account = /iban|bban|kont(o|en)|account|rekening/
/** Columns about an account that have no number of one. */
const aboutAccount = /^(bic|swift|blz|bankleitzahl)|stand|saldo|balance|type|bezeichnung|bankname|bank name/
const ofPayer =
  /zahlungsbeteiligt|zahlungspflichtig|gegenkont|tegenrekening|motkonto|counter ?party|payer|payee|beneficiary|originator|other party|^op |partner|sender|debtor|remitter|begunstigt|beguenstigt/
const ofSpace =
  /auftragskonto|auftraggeberkonto|kontoinhaber|eigenes konto|^(own|my|our|bank) account|^account (name|holder)/

/** A column with the number of an account, of the space or of payers. */
export const isAccountHead = (head: string) => account.test(head) && !aboutAccount.test(head)

/** A column that says which account of the space a line is of. */
export const isOwnHead = (head: string): boolean => isAccountHead(head) && ofSpace.test(head)

/** Heads as they are compared. */
export const headsOf = (row: CsvRow | undefined): string[] =>
  (row?.cells ?? []).map((cell) => foldText(cell).replaceAll(/\s+/g, ' ').trim())

type HeadTest = (head: string, at: number) => boolean

const findHead = (heads: readonly string[], isRight: HeadTest): number | null => {
  const at = heads.findIndex(isRight)
  return at === -1 ? null : at
}

const findColumn = (heads: readonly string[], rules: readonly RegExp[], isFree: HeadTest = () => true): number | null =>
  rules.map((rule) => findHead(heads, (head, at) => rule.test(head) && isFree(head, at))).find((at) => at !== null) ??
  null

/** Whether a column has the same account on every line, which makes it the one that the file is of. */
export const isOneAccount = (cells: readonly string[]): boolean => {
  const [first = '', ...others] = cells.map(bareAccount)
  return first !== '' && others.length > 0 && others.every((cell) => cell === first)
}

/** The payer's account: a column that says so, or one of an account that comes after the payer's name. */
const guessAccount = (heads: readonly string[], name: number | null, columns: readonly string[][]): number | null => {
  const isPossible: HeadTest = (head, at) =>
    isAccountHead(head) && !ofSpace.test(head) && !isOneAccount(columns[at] ?? [])
  const named = findHead(heads, (head, at) => isPossible(head, at) && ofPayer.test(head))
  return named ?? (name === null ? null : findHead(heads, (head, at) => at > name && isPossible(head, at)))
}

const guessDecimal = (amounts: readonly string[]): '.' | ',' => {
  const last = amounts.map((amount) => amount.replaceAll(/[^.,]/g, '').at(-1))
  const endsLike = (mark: string) =>
    amounts.filter((amount, at) => last[at] === mark && new RegExp(`\\${mark}\\d{1,2}\\D*$`).test(amount)).length
  return endsLike(',') > endsLike('.') ? ',' : '.'
}

type ColumnFacts = { separator: CsvColumns['separator']; ownAccount: string; currency: string }

/** Where the head does not say it, what stands below does: the first column with days, with amounts, with words. */
export const guessColumns = (rows: readonly CsvRow[], facts: ColumnFacts): CsvColumns => {
  const firstLine = guessFirstLine(rows)
  const heads = headsOf(rows[firstLine - 1])
  const data = rows.slice(firstLine).map(({ cells }) => cells)
  const width = Math.max(1, ...data.slice(0, 30).map((cells) => cells.length))
  const whole = Array.from({ length: width }, (_, at) => data.map((cells) => cells[at] ?? ''))
  const columns = whole.map((cells) => cells.slice(0, 30).filter((cell) => cell !== ''))
  const first = (isLike: (cell: string) => boolean) => {
    const at = columns.findIndex((cells) => cells.length > 0 && cells.every(isLike))
    return at === -1 ? null : at
  }
  const date = findColumn(heads, names.date) ?? first(isDay) ?? 0
  const mark = findColumn(heads, names.direction)
  const moneyOut = findColumn(heads, names.moneyOut, (_, at) => at !== mark)
  const moneyIn = moneyOut === null ? null : findColumn(heads, names.moneyIn, (_, at) => at !== mark)
  const amount =
    moneyIn === null
      ? (findColumn(heads, names.amount) ?? first((cell) => isAmount(cell) && !isDay(cell) && /[.,]\d/.test(cell)))
      : null
  const amounts = [amount, moneyIn, moneyOut].flatMap((at) => (at === null ? [] : (columns[at] ?? [])))
  // A type says which way the money went only where it says nothing else and no amount says it itself.
  const type = amounts.some(hasSign) ? null : findColumn(heads, names.type, (_, at) => areMarks(columns[at] ?? []))
  const direction = moneyIn === null ? (mark ?? type) : null
  const name = findColumn(heads, names.name, (head) => !isAccountHead(head) && !/bic|bank/.test(head))
  const payer = guessAccount(heads, name, footless(whole, date))
  const texts = heads.flatMap((head, at) =>
    names.text.some((rule) => rule.test(head)) && at !== name && at !== date && at !== direction ? [at] : [],
  )
  const words = first((cell) => /[A-Za-z]{2}/.test(cell))
  return {
    separator: facts.separator,
    firstLine,
    // Where both may be meant, banks of the United States write the month first.
    dateOrder: guessDateOrder(columns[date] ?? [], { isMonthFirst: facts.currency === 'USD' }),
    decimal: guessDecimal(amounts),
    date,
    amount: amount ?? (moneyIn === null ? 0 : null),
    moneyIn,
    moneyOut: moneyIn === null ? null : moneyOut,
    direction,
    name,
    account: payer,
    bankReference: findColumn(heads, names.bankReference, (_, at) => at !== payer && at !== name),
    text: texts.length > 0 || words === null ? texts.slice(0, 5) : [words],
    ownAccount: facts.ownAccount,
  }
}

/** Cells of lines that have a day, column by column: sums below them have no account. */
const footless = (whole: readonly string[][], date: number): string[][] =>
  whole.map((cells) => cells.filter((_, line) => (whole[date]?.[line] ?? '') !== ''))
