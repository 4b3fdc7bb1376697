import { formatDay } from '#platform/i18n/format.ts'

/** Rows in the order they come, under the day they were on. */
export const groupByDay = <T extends { at: string }>(rows: readonly T[]): { day: string; rows: T[] }[] => {
  const groups: { day: string; rows: T[] }[] = []
  for (const row of rows) {
    const day = formatDay(row.at)
    const last = groups.at(-1)
    if (last?.day === day) last.rows.push(row)
    else groups.push({ day, rows: [row] })
  }
  return groups
}
