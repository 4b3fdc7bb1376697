import { bookAccounts } from '@spacekeeper/contract/books/words.ts'
import { codesFor, compactDay, decimal, describeTotal, type DayTotal, type MonthToExport } from './exported-month.ts'

const quoted = (text: string) => `"${text.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll(/\p{Cc}/gu, ' ')}"`

const numeric = {
  fits: (code: string) => /^\d{1,8}$/.test(code),
  words: 'SIE takes accounts of digits only.',
}

/** SIE 4: one verification a day for each pair of accounts. `#GEN` is the end of the month, so that a month is one file. */
export const writeSie = (month: MonthToExport, totals: readonly DayTotal[]): string => {
  const codeOf = codesFor(month, totals, numeric)
  const names = new Map<string, string>()
  for (const { debit, credit, planId } of totals)
    for (const account of [debit, credit]) {
      const code = codeOf(account, planId)
      // Two accounts with one code have the name of the first.
      if (!names.has(code)) names.set(code, bookAccounts[account].words)
    }
  const head = [
    '#FLAGGA 0',
    '#FORMAT PC8',
    '#SIETYP 4',
    '#PROGRAM "Spacekeeper" "1"',
    `#GEN ${compactDay(month.lastDay)}`,
    `#FNAMN ${quoted(month.siteOwner)}`,
    `#RAR 0 ${compactDay(month.yearStart)} ${compactDay(month.yearEnd)}`,
    `#VALUTA ${month.currency}`,
    ...[...names].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([code, name]) => `#KONTO ${code} ${quoted(name)}`),
  ]
  const verifications = totals.flatMap((total, at) => {
    const { day, debit, credit, planId, cents } = total
    return [
      `#VER "M" ${compactDay(day).slice(0, 6)}${String(at + 1).padStart(4, '0')} ${compactDay(day)} ${quoted(describeTotal(total))}`,
      '{',
      `#TRANS ${codeOf(debit, planId)} {} ${decimal(cents)}`,
      `#TRANS ${codeOf(credit, planId)} {} ${decimal(-cents)}`,
      '}',
    ]
  })
  return [...head, ...verifications, ''].join('\r\n')
}
