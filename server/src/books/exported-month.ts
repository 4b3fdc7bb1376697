import type { AccountCodes } from '@spacekeeper/contract/books/shapes.ts'
import { type BookAccount, bookAccounts } from '@spacekeeper/contract/books/words.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { Day } from '#platform/local-day.ts'
import type { BookedLine } from './journal.ts'
import type { JournalTotal, Month } from './rules.ts'

/** What a day's lines between two accounts come to. */
export type DayTotal = JournalTotal & { day: Day; lines: number }

/** A month as it is exported. Nothing in it changes once the month is closed: numbers instead of names, no time of export. */
export type MonthToExport = {
  month: Month
  firstDay: Day
  lastDay: Day
  currency: string
  isUs: boolean
  /** What Xero calls a sale without tax in this country. */
  untaxed: string
  siteOwner: string
  yearStart: Day
  yearEnd: Day
  codes: AccountCodes
  datev: { consultant: number; client: number }
}

/** The code of an account, that of a plan before that of all dues. */
export const findCode = (codes: AccountCodes, account: BookAccount, planId: number | null): string => {
  const ofPlan = account === 'dues' && planId !== null ? codes.plans[planId] : undefined
  return ofPlan || (codes.accounts[account] ?? '')
}

/** The same for files that cannot do without; says which are missing. */
export const codesFor = (
  month: MonthToExport,
  totals: readonly JournalTotal[],
  rule: { fits: (code: string) => boolean; words: string } = { fits: () => true, words: '' },
): ((account: BookAccount, planId: number | null) => string) => {
  const used = totals.flatMap(({ debit, credit, planId }) => [
    { account: debit, planId },
    { account: credit, planId },
  ])
  const wordsOf = (accounts: readonly BookAccount[]) =>
    [...new Set(accounts)].map((account) => bookAccounts[account].words).join(', ')
  const missing = used.filter(({ account, planId }) => findCode(month.codes, account, planId) === '')
  if (missing.length > 0) {
    const names = wordsOf(missing.map(({ account }) => account))
    throw new AppError('accountCodesMissing', {
      fields: [
        { field: 'format', message: `These accounts have no code yet: ${names}. Enter them under Account codes.` },
      ],
    })
  }
  const wrong = used.filter(({ account, planId }) => !rule.fits(findCode(month.codes, account, planId)))
  if (wrong.length > 0) {
    const names = wordsOf(wrong.map(({ account }) => account))
    throw new AppError('accountCodesMissing', {
      fields: [{ field: 'format', message: `${rule.words} Change: ${names}.` }],
    })
  }
  return (account, planId) => findCode(month.codes, account, planId)
}

/** `1234.50`, with a point and without anything between thousands. */
export const decimal = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `20261031`. */
export const compactDay = (day: Day): string => day.replaceAll('-', '')

/** `31/10/2026`, and `10/31/2026` in the United States. */
export const slashedDay = (day: Day, isUs: boolean): string => {
  const [year, month, date] = day.split('-')
  return isUs ? `${month}/${date}/${year}` : `${date}/${month}/${year}`
}

/** What happened between two accounts on a day, such as “Machine use from Prepaid balances (12)”. */
export const describeTotal = ({ debit, credit, lines }: JournalTotal & { lines: number }): string =>
  `${bookAccounts[debit].words} / ${bookAccounts[credit].words}${lines > 1 ? ` (${lines})` : ''}`

export const describeMember = ({ memberId }: Pick<BookedLine, 'memberId'>): string =>
  memberId === null ? '' : `Member ${memberId}`
