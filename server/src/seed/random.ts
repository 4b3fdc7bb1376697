/** Numbers that look random and are the same for the same seed, so that a demonstration can be told again. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next: () => number
  /** Anywhere between two numbers. */
  between: (low: number, high: number) => number
  /** A whole number, both ends included. */
  whole: (low: number, high: number) => number
  /** Around the middle, seldom far from it. */
  around: (middle: number, spread: number) => number
  chance: (share: number) => boolean
  pick: <T>(from: readonly T[]) => T
}

const seedOf = (name: string) => {
  let seed = 2_166_136_261
  for (const letter of name) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return seed
}

/** A stream of its own for each name: what one part draws does not change what another does. Mulberry32. */
export const createRandom = (name: string): Random => {
  let state = seedOf(name)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  return {
    next,
    between,
    whole,
    around: (middle, spread) => middle + (next() + next() + next() - 1.5) * spread,
    chance: (share) => next() < share,
    pick: (from) => {
      const picked = from[whole(0, from.length - 1)]
      if (picked === undefined) throw new Error('Nothing to pick from.')
      return picked
    },
  }
}

/** A number of 36 letters that is the same for the same name. */
export const uuidOf = (name: string): string => {
  const random = createRandom(name)
  const hex = Array.from({ length: 32 }, () => random.whole(0, 15).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
