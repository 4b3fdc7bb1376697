import { bookAccounts, lineSources } from '@spacekeeper/contract/books/words.ts'
import { type CsvColumn, writeCsv } from '#platform/csv/write-csv.ts'
import {
  codesFor,
  decimal,
  describeMember,
  describeTotal,
  type DayTotal,
  type MonthToExport,
  findCode,
  slashedDay,
} from './exported-month.ts'
import type { BookedLine } from './journal.ts'

/** Every line of the journal. Accounts without a code are left empty there. */
export const writeJournal = async (month: MonthToExport, lines: readonly BookedLine[]): Promise<string> => {
  const columns: CsvColumn<BookedLine>[] = [
    { header: 'Day', value: (line) => line.day },
    { header: 'Debit account', value: (line) => bookAccounts[line.debit].words },
    { header: 'Debit code', value: (line) => findCode(month.codes, line.debit, line.planId) },
    { header: 'Credit account', value: (line) => bookAccounts[line.credit].words },
    { header: 'Credit code', value: (line) => findCode(month.codes, line.credit, line.planId) },
    { header: 'Plan number', value: (line) => line.planId },
    { header: 'Amount', value: (line) => decimal(line.cents) },
    { header: 'Currency', value: (line) => line.currency },
    { header: 'From', value: (line) => lineSources[line.source] },
    { header: 'Number', value: (line) => line.sourceId },
    { header: 'Member number', value: (line) => line.memberId },
    { header: 'Reference', value: (line) => line.reference },
  ]
  return (await writeCsv({ name: '', columns, rows: lines })).content
}

type Side = DayTotal & { code: string; signedCents: number; number: number }

/** Each total as its two sides: what is debited, then what is credited. */
const sidesOf = (month: MonthToExport, totals: readonly DayTotal[]): Side[] => {
  const codeOf = codesFor(month, totals)
  return totals.flatMap((total, at) => [
    { ...total, code: codeOf(total.debit, total.planId), signedCents: total.cents, number: at + 1 },
    { ...total, code: codeOf(total.credit, total.planId), signedCents: -total.cents, number: at + 1 },
  ])
}

/** Xero takes 300 lines at a time and no bank account: a manual journal has the month in one sum for each pair of accounts. */
export const writeXero = async (month: MonthToExport, totals: readonly DayTotal[]): Promise<string> => {
  const pairs = new Map<string, DayTotal>()
  for (const total of totals) {
    const key = `${total.debit} ${total.credit} ${total.planId}`
    const { cents, lines } = pairs.get(key) ?? { cents: 0, lines: 0 }
    pairs.set(key, { ...total, day: month.lastDay, cents: cents + total.cents, lines: lines + total.lines })
  }
  const sorted = [...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total)
  const columns: CsvColumn<Side>[] = [
    { header: '*Narration', value: () => `Members' payments ${month.month}` },
    { header: '*Date', value: ({ day }) => slashedDay(day, month.isUs) },
    { header: 'Description', value: describeTotal },
    { header: '*AccountCode', value: ({ code }) => code },
    { header: '*TaxRate', value: () => month.untaxed },
    { header: '*Amount', value: ({ signedCents }) => decimal(signedCents) },
    { header: 'TrackingName1', value: () => '' },
    { header: 'TrackingOption1', value: () => '' },
    { header: 'TrackingName2', value: () => '' },
    { header: 'TrackingOption2', value: () => '' },
  ]
  return (await writeCsv({ name: '', columns, rows: sidesOf(month, sorted), isForPrograms: true })).content
}

/** What came to the bank account and went from it, with the account each belongs to. */
export const writeXeroBank = async (month: MonthToExport, lines: readonly BookedLine[]): Promise<string> => {
  const codeOf = codesFor(
    month,
    lines.map((line) => ({ ...line, debit: otherOf(line), credit: otherOf(line) })),
  )
  const columns: CsvColumn<BookedLine>[] = [
    { header: '*Date', value: ({ day }) => slashedDay(day, month.isUs) },
    { header: '*Amount', value: ({ debit, cents }) => decimal(debit === 'bank' ? cents : -cents) },
    { header: 'Payee', value: describeMember },
    { header: 'Description', value: ({ source, sourceId }) => `${lineSources[source]} ${sourceId}` },
    { header: 'Reference', value: ({ reference }) => reference },
    { header: 'Check Number', value: () => '' },
    { header: 'Account Code', value: (line) => codeOf(otherOf(line), line.planId) },
    { header: 'Tax Rate', value: () => month.untaxed },
  ]
  return (await writeCsv({ name: '', columns, rows: lines, isForPrograms: true })).content
}

const otherOf = ({ debit, credit }: BookedLine) => (debit === 'bank' ? credit : debit)

/** QuickBooks Online knows accounts by name, so that is what their codes are there. */
export const writeQuickBooks = async (month: MonthToExport, totals: readonly DayTotal[]): Promise<string> => {
  const columns: CsvColumn<Side>[] = [
    { header: '*JournalNo', value: ({ number }) => `${month.month}-${number}` },
    { header: '*JournalDate', value: ({ day }) => slashedDay(day, month.isUs) },
    { header: '*AccountName', value: ({ code }) => code },
    { header: '*Debits', value: ({ signedCents }) => (signedCents > 0 ? decimal(signedCents) : '') },
    { header: '*Credits', value: ({ signedCents }) => (signedCents > 0 ? '' : decimal(-signedCents)) },
    { header: 'Description', value: describeTotal },
    { header: 'Name', value: () => '' },
    { header: 'Currency', value: () => month.currency },
  ]
  return (await writeCsv({ name: '', columns, rows: sidesOf(month, totals), isForPrograms: true })).content
}
