export type Days = { from: string; until: string }

/** Two days of a calendar, both of them in, as instants in the reader's time zone. What is no day is left out. */
export const readPeriod = ({ from, until }: Days): { from?: string; until?: string } => {
  const start = new Date(`${from}T00:00:00`)
  const end = new Date(`${until}T00:00:00`)
  end.setDate(end.getDate() + 1)
  return {
    ...(!Number.isNaN(start.getTime()) && { from: start.toISOString() }),
    ...(!Number.isNaN(end.getTime()) && { until: end.toISOString() }),
  }
}
