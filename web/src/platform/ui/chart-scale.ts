/** At most so many lines behind a chart. */
const mostSteps = 5

/** The next step upwards that people count in: 1, 2 or 5 and noughts. */
const niceStep = (rough: number): number => {
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10
  return factor * power
}

export type ChartScale = { from: number; to: number; ticks: number[] }

/** An axis from 0, or below it, over all these values. Counts have no lines between whole numbers. */
export const scaleOver = (values: readonly number[], isWhole: boolean): ChartScale => {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const rough = (high - low || 1) / (mostSteps - 1)
  const step = isWhole ? Math.max(1, niceStep(rough)) : niceStep(rough)
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step))
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
  return { from: first * step, to: last * step, ticks }
}

/** A day, an hour of it, or a month as its first day, as a number that grows by one each day. */
export const dayNumber = (key: string): number => {
  const [day = '', hour = '00'] = key.split('T')
  return Date.parse(`${day.length === 7 ? `${day}-01` : day}T${hour}:00:00Z`) / 86_400_000
}

const gap = 1.5

/** Where lines begin anew: after a missing value, and after days of which nothing is known. Indices, piece by piece. */
export const piecesOf = (days: readonly number[], values: readonly (number | null)[]): number[][] => {
  const pieces: number[][] = []
  let last: number | undefined
  for (const [at, day] of days.entries()) {
    if ((values[at] ?? null) === null) continue
    const isNext = last !== undefined && last === at - 1 && day - (days[last] ?? day) < gap
    if (isNext) pieces.at(-1)?.push(at)
    else pieces.push([at])
    last = at
  }
  return pieces
}

/** The position nearest to a share of the way from the first to the last. */
export const nearestTo = (share: number, positions: readonly number[]): number => {
  let best = 0
  for (const [at, position] of positions.entries())
    if (Math.abs(position - share) < Math.abs((positions[best] ?? 0) - share)) best = at
  return best
}

/** So many of these, spread evenly, for the words below an axis. */
export const spread = <T>(items: readonly T[], most: number): T[] => {
  const every = Math.max(1, Math.ceil(items.length / most))
  return items.filter((_, at) => at % every === 0)
}
