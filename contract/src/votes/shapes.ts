import { z } from 'zod'
import { FutureInstant } from '../days.ts'
import { fieldMessages, Lines, Text } from '../fields.ts'
import { Id, Instant } from '../route.ts'
import { VoteQuorum } from './quorum.ts'
import {
  ballotKinds,
  countingMethods,
  majorityVotes,
  motionKinds,
  motionPhases,
  mostOptions,
  mostSeats,
  shareBases,
} from './words.ts'

const Position = z
  .number()
  .int()
  .min(0)
  .max(mostOptions - 1)

const Positions = z.array(Position).max(mostOptions)

/**
 * What is voted: for, against or abstain; the options that are approved of; or options in the order of one's preference.
 * Options are named by their position, from 0. An empty list abstains.
 */
export const Choice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('motion'), vote: z.enum(majorityVotes) }),
  z.object({ kind: z.literal('approval'), options: Positions }),
  z.object({ kind: z.literal('ranked'), options: Positions }),
])

export type Choice = z.infer<typeof Choice>

export const MotionOption = z.object({ position: z.number().int(), name: z.string(), details: z.string() })

export type MotionOption = z.infer<typeof MotionOption>

export const MajorityShare = z
  .object({
    numerator: z.number().int().min(1, 'At least 1.').max(100),
    denominator: z.number().int().min(1, 'At least 1.').max(100),
  })
  .refine(({ numerator, denominator }) => numerator <= denominator, 'A share is at most the whole, such as 2 of 3.')

const optionFields = z.object({
  name: z.string().trim().min(1, fieldMessages.empty).pipe(Text(100)),
  details: z.string().trim().pipe(Lines(2000)).default(''),
})

/** What staff write. Which of it goes together is decided by `checkDraft`. */
export const MotionDraft = z.object({
  kind: z.enum(motionKinds),
  title: z.string().trim().min(1, fieldMessages.empty).pipe(Text(200)),
  details: z.string().trim().pipe(Lines(5000)).default(''),
  ballot: z.enum(ballotKinds),
  method: z.enum(countingMethods),
  seats: z.number().int().min(1, 'At least one seat.').max(mostSeats).default(1),
  /** Null: more than half. */
  share: MajorityShare.nullable().default(null),
  shareOf: z.enum(shareBases).default('cast'),
  options: z.array(optionFields).max(mostOptions, `At most ${mostOptions} options.`).default([]),
  /** Of a vote of its own: when it opens and closes by itself. Null: staff do it. */
  opensAt: FutureInstant.nullable().default(null),
  closesAt: FutureInstant.nullable().default(null),
})

export type MotionDraft = z.infer<typeof MotionDraft>

const Tally = z.number().int()

const MajorityTally = z.object({
  for: Tally,
  against: Tally,
  abstain: Tally,
  measuredAgainst: Tally,
  needed: Tally,
})

const Round = z.object({
  votes: z.array(Tally),
  lost: Tally,
  elected: z.array(Tally),
  excluded: Tally.nullable(),
  passedOn: Tally.nullable(),
  byLot: z.boolean(),
})

/** `VoteResult` of counting.ts on the wire. */
export const CountedResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('majority'), votes: Tally, isCarried: z.boolean(), count: MajorityTally.nullable() }),
  z.object({
    kind: z.literal('approval'),
    votes: Tally,
    elected: z.array(Tally),
    count: z.object({ votes: z.array(Tally), blank: Tally, tied: z.array(Tally) }).nullable(),
  }),
  z.object({
    kind: z.literal('ranked'),
    votes: Tally,
    elected: z.array(Tally),
    count: z.object({ quota: Tally, blank: Tally, rounds: z.array(Round) }).nullable(),
  }),
])

export type CountedResult = z.infer<typeof CountedResult>

const MotionFacts = {
  id: z.number().int(),
  meetingId: z.number().int().nullable(),
  meetingName: z.string().nullable(),
  meetingStartsAt: Instant.nullable(),
  kind: z.enum(motionKinds),
  title: z.string(),
  ballot: z.enum(ballotKinds),
  method: z.enum(countingMethods),
  seats: z.number().int(),
  share: z.object({ numerator: z.number().int(), denominator: z.number().int() }).nullable(),
  shareOf: z.enum(shareBases),
  phase: z.enum(motionPhases),
  opensAt: Instant.nullable(),
  closesAt: Instant.nullable(),
  openedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  publishedAt: Instant.nullable(),
  /** How many votes were used, and how many members there are who have one. */
  turnout: z.number().int(),
  /** Who may vote; of a motion that is not open yet, who might. */
  roll: z.number().int(),
  /** Votes of members who were there or represented when it closed; null without a meeting. */
  present: z.number().int().nullable(),
  /** Whether the meeting had its quorum as the vote opened, and as it closed; null where none was demanded. */
  quorumAtOpening: VoteQuorum.nullable(),
  quorumAtClosing: VoteQuorum.nullable(),
  options: z.array(MotionOption),
  result: CountedResult.nullable(),
}

/** A vote in a list. `waiting`: how many votes the reader could still cast. */
export const MotionRow = z.object({ ...MotionFacts, waiting: z.number().int() })

export type MotionRow = z.infer<typeof MotionRow>

/** A vote the reader may cast now: their own, or one they hold by proxy. */
export const VotingRight = z.object({
  principalId: z.number().int(),
  name: z.string(),
  isOwn: z.boolean(),
  isUsed: z.boolean(),
  ground: z.enum(['own', 'proxy']),
  /** What the principal wants their proxy to vote. */
  instructions: z.string().nullable(),
  /** What was cast in an open ballot, which can be changed until it closes. */
  choice: Choice.nullable(),
})

export type VotingRight = z.infer<typeof VotingRight>

/** Why a reader can't vote on an open motion. */
export const noVoteReasons = ['notOnRoll', 'suspended', 'noGuardian', 'notPresent', 'proxyVotes'] as const

export const MotionView = z.object({
  ...MotionFacts,
  details: z.string(),
  /** The options in the order of the lot, which decides between equal votes; empty before it opens. */
  lot: z.array(z.number().int()),
  rights: z.array(VotingRight),
  /** Null: they have a vote, used or not, or it is not open. */
  noVote: z.enum(noVoteReasons).nullable(),
  /** The reader is on the roll, and reads after closing who voted what in an open ballot. */
  seesVoters: z.boolean(),
  /** Whether nothing is left, once a secret ballot is published, that tells in which order ballots came. */
  erasesOrder: z.boolean(),
})

export type MotionView = z.infer<typeof MotionView>

/** How members voted in an open ballot. */
export const OpenVote = z.object({
  principalId: z.number().int(),
  name: z.string(),
  /** Who cast it for them. */
  castBy: z.string().nullable(),
  choice: Choice,
})

export type OpenVote = z.infer<typeof OpenVote>

export const CastVotes = z.object({
  votes: z
    .array(z.object({ principalId: Id, choice: Choice }))
    .min(1, 'Choose at least one vote.')
    .max(50, 'At most 50 votes at a time.'),
})

/** A motion of the meeting for which a proxy stands, with what its principal wants. */
export const ProxyInstruction = z.object({
  motionId: z.number().int(),
  title: z.string(),
  phase: z.enum(motionPhases),
  words: z.string(),
})

export type ProxyInstruction = z.infer<typeof ProxyInstruction>

/** Words of an instruction; an empty text takes it away. */
export const InstructionWords = z.string().trim().pipe(Text(500))
