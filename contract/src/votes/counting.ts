import { type CountedSeats, type CountingRound, transferVotes } from './ranked.ts'
import type { Choice } from './shapes.ts'
import { type CountingMethod, leastSecretVotes, type MajorityVote, type ShareBasis } from './words.ts'

// Nothing here or in what it imports needs a library, so that the recount in a browser and on the command line is the
// very same code: docs/guide/votes.md describes it in words.

/** What has to be known of a motion to count its votes. */
export type CountedMotion = CountedSeats & {
  method: CountingMethod
  /** For has to be at least this share; null: more than half. */
  share: { numerator: number; denominator: number } | null
  shareOf: ShareBasis
}

/** How many votes there could have been at closing. A vote over days has no members present. */
export type CountingFacts = { present: number | null; roll: number }

export type MajorityCount = {
  for: number
  against: number
  abstain: number
  /** How many votes `for` is measured against, and how many of them it needed. */
  measuredAgainst: number
  needed: number
}

export type ApprovalCount = {
  /** Votes for each option, by position. */
  votes: number[]
  blank: number
  /** Options with as many votes as each other, of which the lot had to choose. */
  tied: number[]
}

export type RankedCount = { quota: number; blank: number; rounds: CountingRound[] }

/** `votes` is how many were counted. Without `count` there were too few of a secret ballot to show more. */
export type VoteResult =
  | { kind: 'majority'; votes: number; isCarried: boolean; count: MajorityCount | null }
  | { kind: 'approval'; votes: number; elected: number[]; count: ApprovalCount | null }
  | { kind: 'ranked'; votes: number; elected: number[]; count: RankedCount | null }

const basisOf = (motion: CountedMotion, { cast, facts }: { cast: number; facts: CountingFacts }): number => {
  if (motion.shareOf === 'cast') return cast
  return motion.shareOf === 'roll' ? facts.roll : (facts.present ?? 0)
}

/** How many votes for a motion carry it: a share is rounded up, and without one it is more than half. */
export const votesNeeded = (share: CountedMotion['share'], basis: number): number =>
  share === null ? Math.floor(basis / 2) + 1 : Math.max(1, Math.ceil((basis * share.numerator) / share.denominator))

const countMajority = (motion: CountedMotion, choices: readonly Choice[], facts: CountingFacts): VoteResult => {
  const count = (vote: MajorityVote) =>
    choices.filter((choice) => choice.kind === 'motion' && choice.vote === vote).length
  const tally = { for: count('for'), against: count('against'), abstain: count('abstain') }
  const measuredAgainst = basisOf(motion, { cast: tally.for + tally.against, facts })
  const needed = votesNeeded(motion.share, measuredAgainst)
  return {
    kind: 'majority',
    votes: choices.length,
    isCarried: tally.for >= needed,
    count: { ...tally, measuredAgainst, needed },
  }
}

/**
 * Approval voting: each paper gives one vote to every option it names, and the seats go to the options with the most.
 * An option that no paper names gets no seat. Options with equal votes that do not all fit are taken in the order of the lot.
 */
const approve = ({ options, seats, lot }: CountedSeats, papers: readonly (readonly number[])[]) => {
  const votes = Array.from({ length: options }, (_, option) => papers.filter((named) => named.includes(option)).length)
  const votesFor = (option: number) => votes[option] ?? 0
  const order = Array.from({ length: options }, (_, option) => option)
    .filter((option) => votesFor(option) > 0)
    .toSorted((a, b) => votesFor(b) - votesFor(a) || lot.indexOf(a) - lot.indexOf(b))
  const elected = order.slice(0, seats)
  const last = elected.at(-1)
  const next = order[seats]
  const isTied = last !== undefined && next !== undefined && votesFor(last) === votesFor(next)
  return { votes, elected, tied: isTied ? order.filter((option) => votesFor(option) === votesFor(next)) : [] }
}

/** The result of a vote. The same motion, choices and facts have the same result, in whatever order the choices are. */
export const countVotes = (motion: CountedMotion, choices: readonly Choice[], facts: CountingFacts): VoteResult => {
  if (motion.method === 'majority') return countMajority(motion, choices, facts)
  const named = choices.map((choice) => (choice.kind === 'motion' ? [] : choice.options))
  const papers = named.filter((options) => options.length > 0)
  const blank = named.length - papers.length
  if (motion.method === 'approval') {
    const { elected, votes, tied } = approve(motion, papers)
    return { kind: 'approval', votes: choices.length, elected, count: { votes, blank, tied } }
  }
  const { elected, quota, rounds } = transferVotes(motion, papers)
  return { kind: 'ranked', votes: choices.length, elected, count: { quota, blank, rounds } }
}

/** A result as it may be shown: of a secret ballot with few votes, only what was decided, and not who voted how. */
export const hideFewVotes = (result: VoteResult, isSecret: boolean): VoteResult =>
  isSecret && result.votes < leastSecretVotes ? { ...result, count: null } : result
