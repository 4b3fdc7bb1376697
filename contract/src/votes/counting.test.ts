import { expect, test } from 'vitest'
import { checkChoice } from './choices.ts'
import { type CountedMotion, type CountingFacts, countVotes, hideFewVotes } from './counting.ts'
import type { Choice } from './shapes.ts'
import type { MajorityVote } from './words.ts'

const motion: CountedMotion = { method: 'majority', seats: 1, options: 0, share: null, shareOf: 'cast', lot: [] }

const electionOf = (method: 'approval' | 'ranked', facts: Partial<CountedMotion>): CountedMotion => ({
  ...motion,
  method,
  lot: Array.from({ length: facts.options ?? 0 }, (_, option) => option),
  ...facts,
})

const facts: CountingFacts = { present: 40, roll: 120 }

const votes = (count: number, vote: MajorityVote): Choice[] =>
  Array.from({ length: count }, () => ({ kind: 'motion', vote }))

const papers = (kind: 'approval' | 'ranked', ...piles: [count: number, options: number[]][]): Choice[] =>
  piles.flatMap(([count, options]) => Array.from({ length: count }, (): Choice => ({ kind, options })))

/** Votes in hundred-thousandths as they are read. */
const asVotes = (numbers: readonly number[]) => numbers.map((number) => number / 100_000)

const majorities: [
  name: string,
  motion: Partial<CountedMotion>,
  for_: number,
  against: number,
  abstain: number,
  carried: boolean,
  needed: number,
][] = [
  ['more for than against carries', {}, 6, 5, 0, true, 6],
  ['a tie is lost', {}, 5, 5, 0, false, 6],
  ['abstentions are not cast', {}, 2, 1, 37, true, 2],
  ['only abstentions carry nothing', {}, 0, 0, 9, false, 1],
  ['no votes carry nothing', {}, 0, 0, 0, false, 1],
  ['two thirds of what is cast', { share: { numerator: 2, denominator: 3 } }, 20, 10, 5, true, 20],
  ['a share is rounded up', { share: { numerator: 2, denominator: 3 } }, 20, 11, 0, false, 21],
  ['three quarters reached exactly', { share: { numerator: 3, denominator: 4 } }, 30, 10, 0, true, 30],
  ['more than half of those present', { shareOf: 'present' }, 20, 1, 0, false, 21],
  ['an abstention counts among those present', { shareOf: 'present' }, 21, 1, 18, true, 21],
  ['two thirds of the roll', { shareOf: 'roll', share: { numerator: 2, denominator: 3 } }, 79, 0, 0, false, 80],
  ['all of the roll', { shareOf: 'roll', share: { numerator: 1, denominator: 1 } }, 120, 0, 0, true, 120],
]

test.each(majorities)('%s', (_, given, ...[yes, no, abstain, isCarried, needed]) => {
  const choices = [...votes(yes, 'for'), ...votes(no, 'against'), ...votes(abstain, 'abstain')]
  expect(countVotes({ ...motion, ...given }, choices, facts)).toMatchObject({
    kind: 'majority',
    votes: yes + no + abstain,
    isCarried,
    count: { for: yes, against: no, abstain, needed },
  })
})

test('a share of no members at all is not reached by no votes', () => {
  const share = { numerator: 2, denominator: 3 }
  expect(countVotes({ ...motion, share, shareOf: 'present' }, [], { present: 0, roll: 0 })).toMatchObject({
    isCarried: false,
  })
})

test('approval: the seats go to the options that most papers name, and blank papers count for none', () => {
  const election = electionOf('approval', { options: 4, seats: 2 })
  const choices = papers('approval', [3, [0, 2]], [2, [2, 3]], [1, [3]], [2, []])
  expect(countVotes(election, choices, facts)).toEqual({
    kind: 'approval',
    votes: 8,
    elected: [2, 0],
    count: { votes: [3, 0, 5, 3], blank: 2, tied: [0, 3] },
  })
})

test('approval: the lot decides between options with equal votes, and only where not all of them fit', () => {
  const choices = papers('approval', [2, [0, 1, 2]])
  const election = electionOf('approval', { options: 4, seats: 2, lot: [2, 3, 0, 1] })
  expect(countVotes(election, choices, facts)).toMatchObject({ elected: [2, 0], count: { tied: [2, 0, 1] } })
  expect(countVotes({ ...election, seats: 3 }, choices, facts)).toMatchObject({
    elected: [2, 0, 1],
    count: { tied: [] },
  })
})

test('approval: what no paper names gets no seat', () => {
  const election = electionOf('approval', { options: 3, seats: 3 })
  expect(countVotes(election, papers('approval', [1, [1]]), facts)).toMatchObject({ elected: [1] })
})

test('ranking for one seat: the capital of Tennessee is Knoxville', () => {
  // A published example: Memphis, Nashville, Chattanooga and Knoxville, ranked by the members who live nearest to each.
  const choices = papers('ranked', [42, [0, 1, 2, 3]], [26, [1, 2, 3, 0]], [15, [2, 3, 1, 0]], [17, [3, 2, 1, 0]])
  const result = countVotes(electionOf('ranked', { options: 4 }), choices, facts)
  if (result.kind !== 'ranked' || !result.count) throw new Error('not ranked')
  expect(result.elected).toEqual([3])
  expect(asVotes([result.count.quota])).toEqual([51])
  expect(result.count.rounds.map((round) => asVotes(round.votes))).toEqual([
    [42, 26, 15, 17],
    [42, 26, 0, 32],
    [42, 0, 0, 58],
  ])
  expect(result.count.rounds.map(({ excluded }) => excluded)).toEqual([2, 1, null])
})

test('ranking for three seats: the food for a party', () => {
  // A published example: orange, pear, chocolate, strawberry and sweets for twenty guests, three of which can be served.
  const choices = papers('ranked', [4, [0]], [2, [1, 0]], [8, [2, 3]], [4, [2, 4]], [1, [3]], [1, [4]])
  const result = countVotes(electionOf('ranked', { options: 5, seats: 3 }), choices, facts)
  if (result.kind !== 'ranked' || !result.count) throw new Error('not ranked')
  expect(asVotes([result.count.quota])).toEqual([6])
  expect(result.count.rounds.map((round) => asVotes(round.votes))).toEqual([
    [4, 2, 12, 1, 1],
    [4, 2, 6, 5, 3],
    [6, 0, 6, 5, 3],
    [6, 0, 6, 5, 0],
  ])
  expect(result.elected).toEqual([2, 0, 3])
  expect(result.count.rounds.map(({ passedOn, excluded }) => [passedOn, excluded])).toEqual([
    [2, null],
    [null, 1],
    [null, 4],
    [null, null],
  ])
})

test('parts of votes are cut off after five places, and what is cut off is lost', () => {
  // The example of docs/guide/votes.md.
  const choices = papers('ranked', [4, [0, 1]], [3, [0, 2]], [1, [1, 2]], [2, [2]])
  const result = countVotes(electionOf('ranked', { options: 3, seats: 2 }), choices, facts)
  if (result.kind !== 'ranked' || !result.count) throw new Error('not ranked')
  expect(result.count.quota).toBe(400_000)
  expect(result.count.rounds).toEqual([
    { votes: [700_000, 100_000, 200_000], lost: 0, elected: [0], excluded: null, passedOn: 0, byLot: false },
    { votes: [400_000, 271_428, 328_571], lost: 1, elected: [], excluded: 1, passedOn: null, byLot: false },
    { votes: [400_000, 0, 428_571], lost: 171_429, elected: [2], excluded: null, passedOn: null, byLot: false },
  ])
})

test('a part of a vote is passed on again at a part of its value', () => {
  // Ten papers for A pass 6/10 each to B, which then has 6 + 3 = 9 and passes 5/9 of each value on: 0.33333 and 0.55555.
  const choices = papers('ranked', [10, [0, 1, 2]], [3, [1, 2]], [1, [2]], [1, [3]])
  const result = countVotes(electionOf('ranked', { options: 4, seats: 3 }), choices, facts)
  if (result.kind !== 'ranked' || !result.count) throw new Error('not ranked')
  expect(result.count.quota).toBe(400_000)
  expect(result.count.rounds.map((round) => round.votes)).toEqual([
    [1_000_000, 300_000, 100_000, 100_000],
    [400_000, 900_000, 100_000, 100_000],
    [400_000, 400_000, 100_000 + 10 * 33_333 + 3 * 55_555, 100_000],
  ])
  expect(result.elected).toEqual([0, 1, 2])
})

test('of equal votes the option that was behind in the latest round in which they differed is excluded', () => {
  // D leaves first; then B has caught up with C, but was behind.
  const choices = papers('ranked', [5, [0]], [3, [2]], [2, [1]], [1, [3, 1]])
  const result = countVotes(electionOf('ranked', { options: 4, lot: [1, 2, 3, 0] }), choices, facts)
  if (result.kind !== 'ranked' || !result.count) throw new Error('not ranked')
  expect(result.count.rounds.map(({ excluded, byLot }) => [excluded, byLot])).toEqual([
    [3, false],
    [1, false],
    [2, false],
    [null, false],
  ])
})

test.each([
  [[0, 1], 0],
  [[1, 0], 1],
])('options that were always equal are decided by the lot %o', (lot, elected) => {
  const choices = papers('ranked', [2, [0]], [2, [1]])
  const result = countVotes(electionOf('ranked', { options: 2, lot }), choices, facts)
  expect(result).toMatchObject({ elected: [elected], count: { rounds: [{ byLot: true }, { byLot: false }] } })
})

test('without a single paper no option is elected', () => {
  expect(countVotes(electionOf('ranked', { options: 3 }), papers('ranked', [2, []]), facts)).toMatchObject({
    votes: 2,
    elected: [],
    count: { blank: 2, rounds: [] },
  })
})

/** The same numbers in every run. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const shuffle = <T>(items: readonly T[], next: () => number): T[] =>
  items
    .map((item) => ({ item, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

test('in any election no vote is made up, all seats are filled, and the order of the papers does not matter', () => {
  const next = numbers(7)
  for (let round = 0; round < 200; round += 1) {
    const options = 2 + Math.floor(next() * 7)
    const seats = 1 + Math.floor(next() * Math.min(4, options))
    const all = Array.from({ length: options }, (_, option) => option)
    const choices = Array.from({ length: 1 + Math.floor(next() * 60) }, (): Choice => {
      const ranking = shuffle(all, next).slice(0, 1 + Math.floor(next() * options))
      return { kind: 'ranked', options: ranking }
    })
    const election = electionOf('ranked', { options, seats, lot: shuffle(all, next) })
    const result = countVotes(election, choices, facts)
    if (result.kind !== 'ranked' || !result.count) throw new Error('not ranked')
    expect(new Set(result.elected).size).toBe(seats)
    for (const { votes: held, lost } of result.count.rounds) {
      expect(lost).toBeGreaterThanOrEqual(0)
      expect(held.reduce((sum, one) => sum + one, 0) + lost).toBe(choices.length * 100_000)
    }
    expect(countVotes(election, shuffle(choices, next), facts)).toEqual(result)
  }
})

test('below five votes of a secret ballot only what was decided shows', () => {
  const result = countVotes(motion, votes(4, 'for'), facts)
  expect(hideFewVotes(result, true)).toEqual({ kind: 'majority', votes: 4, isCarried: true, count: null })
  expect(hideFewVotes(result, false)).toEqual(result)
  const five = countVotes(motion, votes(5, 'for'), facts)
  expect(hideFewVotes(five, true)).toEqual(five)
})

const choices: [Choice, string | null][] = [
  [{ kind: 'ranked', options: [2, 0] }, null],
  [{ kind: 'ranked', options: [] }, null],
  [{ kind: 'motion', vote: 'for' }, 'Put the options in order.'],
  [{ kind: 'approval', options: [0] }, 'Put the options in order.'],
  [{ kind: 'ranked', options: [3] }, 'There is no option 4; there are 3.'],
  [{ kind: 'ranked', options: [1, 1] }, 'Option 2 is named twice.'],
]

test.each(choices)('a choice %o of a ranking is checked', (choice, problem) => {
  expect(checkChoice({ method: 'ranked', options: 3 }, choice)).toBe(problem)
})

test('a choice of a motion is for, against or abstain', () => {
  const of = { method: 'majority', options: 0 } as const
  expect(checkChoice(of, { kind: 'motion', vote: 'abstain' })).toBeNull()
  expect(checkChoice(of, { kind: 'approval', options: [] })).toBe('Choose for, against or abstain.')
})
