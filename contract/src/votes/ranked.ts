/** The seats of a motion, and the options that votes fill them with. */
export type CountedSeats = {
  seats: number
  /** How many options there are. Choices name them by their position, from 0. */
  options: number
  /** The positions in the order that was drawn by lot when the vote opened, which decides what nothing else does. */
  lot: readonly number[]
}

/** Votes are in hundred-thousandths, because a part of a vote can be passed on. */
export type CountingRound = {
  votes: number[]
  /** Votes that no longer count, because their ballots name no further option or a remainder was dropped. */
  lost: number
  elected: number[]
  excluded: number | null
  /** Whose votes above the quota are passed on for the next round. */
  passedOn: number | null
  /** The lot had to choose, because votes were equal in all rounds. */
  byLot: boolean
}

/** Votes are counted in hundred-thousandths, as the Scottish rules do: whole numbers, and no two machines differ. */
export const wholeVote = 100_000

type Paper = { ranking: readonly number[]; value: number }

type RankedState = {
  seats: number
  lot: readonly number[]
  /** The papers each option holds now; those without a next option are gone. */
  held: Map<number, Paper[]>
  /** Neither elected nor excluded. */
  continuing: Set<number>
  /** Elected, with votes above the quota that have not been passed on. */
  surplus: Map<number, number>
  /** What each option counts with; of an elected one whose surplus was passed on, the quota. */
  votes: number[]
  earlier: (readonly number[])[]
  elected: number[]
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const valueOf = (papers: readonly Paper[]) => sum(papers.map(({ value }) => value))

/**
 * Orders options by votes, the most first; of equal ones the one that was ahead in the latest earlier round in which
 * they differed, and at last by lot. Says whether the lot had to choose between the first two.
 */
const orderOf = (count: RankedState, options: Iterable<number>) => {
  const rounds = [count.votes, ...count.earlier.toReversed()]
  const differ = (a: number, b: number) =>
    rounds.map((votes) => (votes[b] ?? 0) - (votes[a] ?? 0)).find((difference) => difference !== 0) ?? 0
  const order = [...options].toSorted((a, b) => differ(a, b) || count.lot.indexOf(a) - count.lot.indexOf(b))
  const isByLot = (a: number | undefined, b: number | undefined) =>
    a !== undefined && b !== undefined && differ(a, b) === 0
  return { order, isByLot }
}

/** Gives papers to the next option that is still in, at their value each; what has none stops counting. */
const handOn = (count: RankedState, papers: readonly Paper[]) => {
  for (const paper of papers) {
    const next = paper.ranking.find((option) => count.continuing.has(option))
    if (next === undefined || paper.value === 0) continue
    const pile = count.held.get(next) ?? []
    pile.push(paper)
    count.held.set(next, pile)
    count.votes[next] = (count.votes[next] ?? 0) + paper.value
  }
}

const elect = (count: RankedState, options: readonly number[], quota: number) => {
  for (const option of options) {
    count.continuing.delete(option)
    count.elected.push(option)
    const above = (count.votes[option] ?? 0) - quota
    if (above > 0) count.surplus.set(option, above)
  }
}

/** An option that reaches the quota is elected; so are all that are left once they fit into the free seats. */
const electNow = (count: RankedState, quota: number): number[] => {
  const before = count.elected.length
  const reached = [...count.continuing].filter((option) => (count.votes[option] ?? 0) >= quota)
  elect(count, orderOf(count, reached).order.slice(0, count.seats - before), quota)
  const free = count.seats - count.elected.length
  if (free > 0 && count.continuing.size <= free) elect(count, orderOf(count, count.continuing).order, quota)
  return count.elected.slice(before)
}

/** Passes on what the option with the largest surplus has above the quota: all its papers, at a part of their value. */
const passOn = (count: RankedState, quota: number) => {
  const largest = Math.max(...count.surplus.values())
  const candidates = [...count.surplus].filter(([, above]) => above === largest).map(([option]) => option)
  const { order, isByLot } = orderOf(count, candidates)
  const [option = -1, second] = order
  const byLot = isByLot(option, second)
  const papers = count.held.get(option) ?? []
  const total = BigInt(valueOf(papers))
  count.surplus.delete(option)
  count.held.set(option, [])
  count.votes[option] = quota
  const part = (value: number) => Number((BigInt(largest) * BigInt(value)) / total)
  handOn(
    count,
    papers.map(({ ranking, value }) => ({ ranking, value: part(value) })),
  )
  return { passedOn: option, excluded: null, byLot }
}

const exclude = (count: RankedState) => {
  const { order, isByLot } = orderOf(count, count.continuing)
  const option = order.at(-1) ?? -1
  const byLot = isByLot(option, order.at(-2))
  const papers = count.held.get(option) ?? []
  count.continuing.delete(option)
  count.held.set(option, [])
  count.votes[option] = 0
  handOn(count, papers)
  return { passedOn: null, excluded: option, byLot }
}

const begin = ({ options, seats, lot }: CountedSeats, papers: readonly (readonly number[])[]): RankedState => {
  const all = Array.from({ length: options }, (_, option) => option)
  const count: RankedState = {
    seats,
    lot,
    held: new Map(),
    continuing: new Set(all),
    surplus: new Map(),
    votes: all.map(() => 0),
    earlier: [],
    elected: [],
  }
  handOn(
    count,
    papers.map((ranking) => ({ ranking, value: wholeVote })),
  )
  return count
}

/**
 * Single transferable vote by the rules of Scottish council elections (weighted inclusive Gregory); with one seat that
 * is instant-runoff voting. Equal votes: the option that was behind in the latest round in which they differed is
 * excluded, and its surplus comes later; if they never differed, the one that is later in the lot.
 */
export const transferVotes = (motion: CountedSeats, papers: readonly (readonly number[])[]) => {
  const quota = (Math.floor(papers.length / (motion.seats + 1)) + 1) * wholeVote
  const rounds: CountingRound[] = []
  if (papers.length === 0) return { quota, rounds, elected: [] }
  const count = begin(motion, papers)
  for (;;) {
    const votes = [...count.votes]
    const lost = papers.length * wholeVote - sum(votes)
    const elected = electNow(count, quota)
    if (count.elected.length >= motion.seats || count.continuing.size === 0) {
      rounds.push({ votes, lost, elected, excluded: null, passedOn: null, byLot: false })
      return { quota, rounds, elected: count.elected }
    }
    const step = count.surplus.size > 0 ? passOn(count, quota) : exclude(count)
    count.earlier.push(votes)
    rounds.push({ votes, lost, elected, ...step })
  }
}
