/** Something that has to follow the database, and for how many milliseconds it has not. */
type Lag = () => number

/** How far each part of the process that follows the database is behind it. */
export type Lags = {
  add: (name: string, lag: Lag) => () => void
  /** The part that is furthest behind, and for how many milliseconds; 0 when none is. */
  longest: () => { name: string; ms: number }
}

/** Longer than this, and devices are not served as they should be. */
export const patienceMs = 15_000

export const openLags = (): Lags => {
  const lags = new Map<Lag, string>()
  return {
    add: (name, lag) => {
      lags.set(lag, name)
      return () => lags.delete(lag)
    },
    longest: () => {
      let longest = { name: '', ms: 0 }
      for (const [lag, name] of lags) {
        const ms = lag()
        if (ms > longest.ms) longest = { name, ms }
      }
      return longest
    },
  }
}
