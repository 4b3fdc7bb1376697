const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)

/** The value that this share (0 to 1) of all values does not exceed. */
export const percentile = (values: readonly number[], share: number): number => {
  const all = sorted(values)
  return all[Math.min(all.length - 1, Math.max(0, Math.ceil(all.length * share) - 1))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => {
  const all = sorted(values)
  const middle = all.length / 2
  return ((all[Math.ceil(middle) - 1] ?? Number.NaN) + (all[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** Milliseconds on a clock that all processes of this machine share. */
export const clockMs = (): number => Number(process.hrtime.bigint()) / 1e6
