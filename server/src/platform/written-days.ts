import type { DateOrder } from '@spacekeeper/contract/bank/words.ts'
import type { Day } from './local-day.ts'

/** A day there is, from its parts. A year of two digits is one of this century. */
export const dayOf = (year: string, month: string, day: string): Day | null => {
  const whole = `${year.length === 2 ? '20' : ''}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(`${whole}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== whole) return null
  return whole >= '1990-01-01' && whole <= '2199-12-31' ? whole : null
}

/** A day as spreadsheets and banks write it; a time behind it does not matter. */
export const readDay = (text: string, order: DateOrder): Day | null => {
  const [, a = '', b = '', c = ''] =
    /^(\d{1,4})[./\s-](\d{1,2})[./\s-](\d{2,4})(?:[T\s,].*)?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  if (order === 'YMD') return a.length === 4 ? dayOf(a, b, c) : null
  if (a.length > 2) return null
  return order === 'DMY' ? dayOf(c, b, a) : dayOf(c, a, b)
}

/** The order that fits most of them; where several do, years first and then days, as most of the world has it. */
export const guessDateOrder = (days: readonly string[], { isMonthFirst = false } = {}): DateOrder => {
  const fits = (order: DateOrder) => days.filter((day) => readDay(day, order) !== null).length
  const usual = isMonthFirst ? (['YMD', 'MDY', 'DMY'] as const) : (['YMD', 'DMY', 'MDY'] as const)
  return usual.toSorted((a, b) => fits(b) - fits(a))[0] ?? 'DMY'
}
