/** A motion is carried or lost; an election fills seats. */
export const motionKinds = ['motion', 'election'] as const

export type MotionKind = (typeof motionKinds)[number]

/** Of an open ballot, who chose what is listed by name after it closed. */
export const ballotKinds = ['open', 'secret'] as const

export type BallotKind = (typeof ballotKinds)[number]

/** How choices become a result: `docs/guide/votes.md`. */
export const countingMethods = ['majority', 'approval', 'ranked'] as const

export type CountingMethod = (typeof countingMethods)[number]

/** What the votes for a motion are measured against. Abstentions are not cast. */
export const shareBases = ['cast', 'present', 'roll'] as const

export type ShareBasis = (typeof shareBases)[number]

export const majorityVotes = ['for', 'against', 'abstain'] as const

export type MajorityVote = (typeof majorityVotes)[number]

/** `counting`: closed, and the result is not published yet. */
export const motionPhases = ['planned', 'open', 'counting', 'published'] as const

export type MotionPhase = (typeof motionPhases)[number]

/** Below so many votes a secret ballot shows no numbers, which would tell who voted how. */
export const leastSecretVotes = 5

export const mostOptions = 50

export const mostSeats = 20

/** So many motions one meeting has at most. */
export const mostMotions = 100
