import type { ErrorSentence } from '../error-sentence.ts'

/** Errors of votes and ballots. */
export const votesErrors = {
  boxClosed: { status: 409, text: 'The ballot box is closed.' },
  ballotForged: { status: 403, text: 'This ballot doesn’t belong to this vote.' },
  ballotInBox: { status: 409, text: 'This ballot is in the box already, with another choice.' },
  noBallots: {
    status: 404,
    text: 'There are no ballots to show: the result isn’t out yet, or fewer than five votes were cast.',
  },
  voteTaken: { status: 409, text: 'This vote has been used already, perhaps in another browser.' },
  voteNotOpen: { status: 409, text: 'This vote isn’t open.' },
  votesUsed: { status: 409, text: 'A vote was used already, so the opening can’t be taken back. Close it instead.' },
  noVote: { status: 403, text: 'You don’t have this vote. Reload the page to see the votes you have.' },
  voteBegun: { status: 409, text: 'This vote was opened already, so it can’t be changed any more.' },
  voteNoRoll: { status: 409, text: 'No member meets the rules for voting, so this vote can’t be opened.' },
  secretNeedsHttps: {
    status: 409,
    text: 'Secret votes need https: browsers sign ballots only over a safe connection. Ask who runs the portal.',
  },
  votersHidden: { status: 403, text: 'Only members who could vote see how others voted, once the vote is closed.' },
  votesOpen: { status: 409, text: 'A vote is still open. Close it first.' },
  voteUsed: { status: 409, text: 'This member has voted here, so they were there. Note that they left instead.' },
} as const satisfies Record<string, ErrorSentence>
