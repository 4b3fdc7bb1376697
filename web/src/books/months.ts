// On its own: a test goes through it.

/** Months are text such as `2026-10`, which compares as they follow each other. */
const shifted = (month: string, months: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

export const monthBefore = (month: string): string => shifted(month, -1)

export const lastDayOfMonth = (month: string): string =>
  new Date(Date.parse(`${shifted(month, 1)}-01T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** The most that are offered: fifty years. */
const mostMonths = 600

/** All months from one to another, the newest first. */
export const monthsBetween = (first: string, last: string): string[] => {
  const months: string[] = []
  for (let month = last; month >= first && months.length < mostMonths; month = monthBefore(month)) months.push(month)
  return months
}
