import { createRandom, type Random } from './seed/random.ts'

const isLong = process.env['LONG_TESTS'] === '1'

/** Changes each day, so that in time random tests try everything. TEST_SEED repeats the tests of another day. */
export const seed = process.env['TEST_SEED'] ?? new Date().toISOString().slice(0, 10)

/** A stream of random numbers of this day. */
export const randomOf = (name: string): Random => createRandom(`${name} ${seed}`)

/** How many rounds a random test runs: a quarter of them, and all with LONG_TESTS=1, as each night. */
export const roundsOf = (all: number): number => (isLong ? all : Math.ceil(all / 4))

/** The options of fast-check for so many runs at night. */
export const propertyRuns = (all: number): { numRuns: number; seed: number } => ({
  numRuns: roundsOf(all),
  seed: randomOf('properties').whole(0, 2 ** 31 - 1),
})

/** A quarter of these in their order, another quarter each day; at night all. */
export const someOf = <T>(name: string, all: readonly T[]): T[] => {
  const random = randomOf(name)
  const drawn = all.map(() => random.next())
  const least = drawn.toSorted((a, b) => a - b)[roundsOf(all.length) - 1] ?? 0
  return all.filter((_, at) => (drawn[at] ?? 1) <= least)
}

/** Tests that go through the steps of something try every fourth, and at night each. */
export const stride = isLong ? 1 : 4
