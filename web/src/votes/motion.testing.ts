import type { MotionRow, MotionView, VotingRight } from '@spacekeeper/contract/votes/shapes.ts'

const someTime = '2027-03-01T09:00:00.000Z'

/** The member's own vote, which is not cast yet. */
export const ownRight: VotingRight = {
  principalId: 1,
  name: 'bo',
  isOwn: true,
  isUsed: false,
  ground: 'own',
  instructions: null,
  choice: null,
}

/** A vote that is open over days, as members read it. */
export const aMotionView = (more: Partial<MotionView> = {}): MotionView => ({
  id: 7,
  meetingId: null,
  meetingName: null,
  meetingStartsAt: null,
  kind: 'motion',
  title: 'A second laser cutter',
  details: 'It costs 8,000.',
  ballot: 'open',
  method: 'majority',
  seats: 1,
  share: null,
  shareOf: 'cast',
  phase: 'open',
  opensAt: null,
  closesAt: null,
  openedAt: someTime,
  closedAt: null,
  publishedAt: null,
  turnout: 3,
  roll: 40,
  present: null,
  quorumAtOpening: null,
  quorumAtClosing: null,
  options: [],
  result: null,
  lot: [],
  rights: [ownRight],
  noVote: null,
  seesVoters: true,
  erasesOrder: true,
  ...more,
})

/** The same in a list; `waiting`: votes of the member that are not cast. */
export const aMotionRow = (more: Partial<MotionView> = {}, waiting = 0): MotionRow => {
  const { details, lot, rights, noVote, seesVoters, erasesOrder, ...row } = aMotionView(more)
  return { ...row, waiting }
}
