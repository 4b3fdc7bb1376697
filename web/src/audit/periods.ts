const minuteMs = 60_000

const units = [
  [1440 * minuteMs, 'd'],
  [60 * minuteMs, 'h'],
  [minuteMs, 'min'],
] as const

/** How long something lasted, in its two largest units: "15 min", "2 h 5 min", "3 d 4 h". */
export const formatSpan = (from: string, to: string): string => {
  let leftMs = Math.max(minuteMs, Date.parse(to) - Date.parse(from))
  const parts: string[] = []
  for (const [unitMs, name] of units) {
    const count = Math.floor(leftMs / unitMs)
    leftMs -= count * unitMs
    if (count > 0) parts.push(`${count} ${name}`)
  }
  return parts.slice(0, 2).join(' ')
}

export type Days = { from: string; until: string }

/** Two days of a calendar, both of them in, as instants in the reader's time zone. What is no day is left out. */
export const readAuditPeriod = ({ from, until }: Days): { from?: string; until?: string } => {
  const start = new Date(`${from}T00:00:00`)
  const end = new Date(`${until}T00:00:00`)
  end.setDate(end.getDate() + 1)
  return {
    ...(!Number.isNaN(start.getTime()) && { from: start.toISOString() }),
    ...(!Number.isNaN(end.getTime()) && { until: end.toISOString() }),
  }
}
