export type VisitMonth = { start: Date; counts: number[] }

const mondayFirst = (day: Date) => (day.getDay() + 6) % 7

/** The last twelve months, the oldest first, each with its visits from Monday to Sunday, in the reader's time zone. */
export const countVisits = (startedAt: readonly string[], now: Date): VisitMonth[] => {
  const months = Array.from({ length: 12 }, (_, back) => ({
    start: new Date(now.getFullYear(), now.getMonth() - 11 + back, 1),
    counts: Array.from({ length: 7 }, () => 0),
  }))
  const [first] = months
  for (const text of startedAt) {
    const at = new Date(text)
    if (!first || at < first.start) continue
    const index = (at.getFullYear() - first.start.getFullYear()) * 12 + at.getMonth() - first.start.getMonth()
    const counts = months[index]?.counts
    const weekday = mondayFirst(at)
    if (counts) counts[weekday] = (counts[weekday] ?? 0) + 1
  }
  return months
}

/** The weekdays on which a member mostly comes: at most two, each with at least a quarter of all visits. */
export const busiestDays = (months: readonly VisitMonth[]): number[] => {
  const totals = Array.from({ length: 7 }, (_, day) => months.reduce((sum, { counts }) => sum + (counts[day] ?? 0), 0))
  const all = totals.reduce((sum, count) => sum + count, 0)
  return totals
    .map((count, day) => ({ count, day }))
    .filter(({ count }) => all >= 4 && count >= all / 4)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 2)
    .map(({ day }) => day)
    .toSorted((a, b) => a - b)
}
