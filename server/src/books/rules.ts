import type { BookAccount } from '@spacekeeper/contract/books/words.ts'
import { bookAccounts } from '@spacekeeper/contract/books/words.ts'
import { addDays, type Day, type DayRange, daysBetween } from '#platform/local-day.ts'

/**
 * What of an amount is earned by the end of a day: in whole cents, and all of it by the last day of its period.
 * The database's `earned_cents` is the same.
 */
export const earnedCents = (amountCents: number, period: DayRange, through: Day): number => {
  if (through < period.from) return 0
  if (through >= addDays(period.to, -1)) return amountCents
  const days = daysBetween(period.from, through) + 1
  return Math.floor((amountCents * days) / daysBetween(period.from, period.to))
}

/** A month of the calendar, such as `2026-10`. */
export type Month = string

export const monthOf = (day: Day): Month => day.slice(0, 7)

export const firstDayOf = (month: Month): Day => `${month}-01`

export const nextMonth = (month: Month): Month => monthOf(addDays(firstDayOf(month), 31))

export const lastDayOf = (month: Month): Day => addDays(firstDayOf(nextMonth(month)), -1)

/** The day before it begins: what was booked by then is its opening balance. */
export const dayBefore = (month: Month): Day => addDays(firstDayOf(month), -1)

/** The first day of the financial year a month belongs to. */
export const yearStartOf = (month: Month, firstMonth: number): Day => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return `${number >= firstMonth ? year : year - 1}-${String(firstMonth).padStart(2, '0')}-01`
}

/** Whether an account is part of what was earned or lost in a month. */
export const isResult = (account: BookAccount): boolean => ['income', 'expense'].includes(bookAccounts[account].kind)

/** What several lines of a month come to: one amount of money from an account to another. */
export type JournalTotal = { debit: BookAccount; credit: BookAccount; planId: number | null; cents: number }

/** Dues are told apart by plan, everything else is one account. */
export const accountKey = (account: BookAccount, planId: number | null): string =>
  account === 'dues' && planId !== null ? `dues ${planId}` : account

export type AccountSums = { account: BookAccount; planId: number | null; debitCents: number; creditCents: number }

/** Debits and credits of each account, in the order of a trial balance. */
export const sumAccounts = (totals: readonly JournalTotal[]): AccountSums[] => {
  const sums = new Map<string, AccountSums>()
  const add = (account: BookAccount, { planId, cents }: JournalTotal, side: 'debitCents' | 'creditCents') => {
    const key = accountKey(account, planId)
    const sum = sums.get(key) ?? {
      account,
      planId: account === 'dues' ? planId : null,
      debitCents: 0,
      creditCents: 0,
    }
    sum[side] += cents
    sums.set(key, sum)
  }
  for (const total of totals) {
    add(total.debit, total, 'debitCents')
    add(total.credit, total, 'creditCents')
  }
  const order = Object.keys(bookAccounts)
  return [...sums.values()].toSorted(
    (a, b) => order.indexOf(a.account) - order.indexOf(b.account) || (a.planId ?? 0) - (b.planId ?? 0),
  )
}

/** How long open charges are overdue at the end of a day, as buckets of days. */
export const agingBucketOf = (dueOn: Day, day: Day): 'notDue' | 'days30' | 'days60' | 'days90' | 'older' => {
  const late = daysBetween(dueOn, day)
  if (late <= 0) return 'notDue'
  if (late <= 30) return 'days30'
  if (late <= 60) return 'days60'
  return late <= 90 ? 'days90' : 'older'
}
