// On its own: the timeline, its dialogs and the dry run say days the same way.
import { formatNumber } from '#platform/i18n/format.ts'
import { describeKey } from '#platform/i18n/use-text.ts'

/** When a step is, in words: "3 days after". */
export const describeOffset = (offsetDays: number): string => {
  const count = Math.abs(offsetDays)
  const words = { count, formatted: formatNumber(count) }
  if (offsetDays === 0) return describeKey('reminders:onTheDay')
  return offsetDays < 0 ? describeKey('reminders:daysBefore', words) : describeKey('reminders:daysAfter', words)
}

export type StepSide = 'before' | 'on' | 'after'

export const sideOf = (offsetDays: number): StepSide => (offsetDays === 0 ? 'on' : offsetDays < 0 ? 'before' : 'after')

/** What was typed as an offset; null for what is no whole number of days. */
export const offsetOf = (side: StepSide, days: string): number | null => {
  if (side === 'on') return 0
  const text = days.trim()
  if (!/^\d{1,3}$/.test(text)) return null
  const count = Number(text)
  if (count === 0) return null
  return side === 'before' ? -count : count
}
