import { bareAccount } from '@spacekeeper/contract/bank/account-numbers.ts'
import { foldText, wordForms } from '@spacekeeper/contract/fold-text.ts'
import type { Day } from '#platform/local-day.ts'

/** One line of a bank statement, as every format says it. */
export type StatementLine = {
  bookedOn: Day
  /** Positive when money came in. */
  amountCents: number
  currency: string
  /** What the payer wrote, and what the bank says of it. */
  text: string
  /** Who paid, or who was paid. */
  payerName: string
  payerAccount: string
  /** What the bank calls it; empty where it has no name. */
  bankReference: string
  /** What we called the direct debit that it is about. */
  endToEnd: string
  /** Why a direct debit was sent back, by its code. */
  returnReason: string
  /** The fee that the bank kept beside it, where it says so. */
  feeCents?: number
  /** How it was read before, where that was another way: the line may be stored so. */
  former?: { bankReference: string; endToEnd: string }
}

export type Statement = {
  account: string
  lines: StatementLine[]
  /** Further accounts of the space that the file names, in a column that has them on every line. */
  ownAccounts?: string[]
  /** Whether the column chosen for the payer's account has the file's own. */
  hasOwnColumn?: boolean
}

/** What is wrong with a file, as its reader is told: where, and which field. */
export class StatementError extends Error {
  override readonly name = 'StatementError'
}

/** `line` counts from 1. */
export const wrongAt = (line: number, field: string, problem: string): StatementError =>
  new StatementError(`Line ${line}, ${field}: ${problem}`)

const mostCents = 2_000_000_000

const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

const readDigits = (digits: string): number | null => {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,5}))?$/.exec(digits) ?? []
  // CAMT allows five digits after the point. More than two that mean something would be no cents.
  if (whole === '' || /[1-9]/.test(fraction.slice(2))) return null
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
  return cents <= mostCents ? cents : null
}

/** An amount in cents, never by way of a fraction; null where it is none. Groups of digits may be set apart. */
export const readAmount = (text: string, decimal: '.' | ','): number | null => {
  const bare = text.replaceAll(/[\s\u00A0'’]/g, '').replaceAll(/^(?:[A-Z]{3}|[$€£])|(?:[A-Z]{3}|[$€£]|kr)$/gi, '')
  const isNegative = /^[-−(]|[-−)]$/.test(bare)
  const unsigned = bare
    .replace(/^[-−+(]/, '')
    .replace(/[-−+)]$/, '')
    .replace(/^[$€£]/, '')
  if (!/\d/.test(unsigned)) return null
  const group = decimal === '.' ? ',' : '.'
  if (!new RegExp(`^(?:\\d+|\\d{1,3}(?:\\${group}\\d{3})+)?(?:\\${decimal}\\d*)?$`).test(unsigned)) return null
  const plain = unsigned.replaceAll(group, '').replace(decimal, '.').replace(/\.$/, '').replace(/^\./, '0.')
  const cents = readDigits(plain)
  return cents === null ? null : isNegative ? -cents : cents
}

export const amountAt = (
  text: string,
  { line, field, decimal }: { line: number; field: string; decimal: '.' | ',' },
) => {
  const cents = readAmount(text, decimal)
  if (cents === null) throw wrongAt(line, field, `“${shown(text)}” is not an amount.`)
  return cents
}

export const dayAt = (day: Day | null, { line, field, text }: { line: number; field: string; text: string }): Day => {
  if (day === null) throw wrongAt(line, field, `“${shown(text)}” is not a day.`)
  return day
}

export const currencyAt = (text: string, { line, field }: { line: number; field: string }): string => {
  if (!/^[A-Z]{3}$/.test(text)) throw wrongAt(line, field, `“${shown(text)}” is not a currency.`)
  return text
}

/** Text for people on one line: nothing that cannot be seen, and no longer than the table holds. */
export const plainText = (text: string, longest: number): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()

/** The name on a payment as it is compared: its words in plain letters, whatever their order. */
export const plainName = (name: string): string =>
  foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => wordForms(word).at(-1) ?? '')
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')

/** How accounts are told apart, however they are spaced. */
export const accountOf = (text: string): string => {
  // What has no digits is a name that a person gave it.
  return (/\d/.test(text) ? bareAccount(text) : text.trim()).slice(0, 60)
}

type RawLine = { [Key in keyof StatementLine]: StatementLine[Key] }

/** A line with its texts cleaned; null for one without an amount, which some banks use for remarks. */
export const asLine = (raw: RawLine): StatementLine | null =>
  raw.amountCents === 0
    ? null
    : {
        ...raw,
        text: plainText(raw.text, 2000),
        payerName: plainText(raw.payerName, 200),
        payerAccount: plainText(raw.payerAccount, 60),
        bankReference: plainText(raw.bankReference, 200),
        endToEnd: plainText(raw.endToEnd, 100),
        returnReason: plainText(raw.returnReason, 100),
      }

/** Banks write these where there is nothing to say, or where it is said elsewhere. */
const nothing = new Set(['NONREF', 'NOTPROVIDED', 'NOT PROVIDED', 'NONE', 'EREF', 'KREF', ''])

export const referenceOf = (text: string): string => (nothing.has(text.trim().toUpperCase()) ? '' : text.trim())
