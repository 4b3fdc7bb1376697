import { z } from 'zod'
import { Empty, Id, routes } from '../route.ts'
import { CastVotes, InstructionWords, MotionRow, MotionView, OpenVote, ProxyInstruction } from './shapes.ts'
import { mostMotions } from './words.ts'

const MotionParams = z.object({ motionId: Id })

const ProxyParams = z.object({ proxyId: Id })

/** What members do with votes. Drafts of votes without a meeting are for staff. */
export const votesApi = routes({
  list: {
    method: 'GET',
    path: '/api/votes/',
    access: 'signedIn',
    summary: 'Votes that are open, those to come, and the newest 100 that are closed.',
    output: z.object({ open: z.array(MotionRow), planned: z.array(MotionRow), closed: z.array(MotionRow) }),
  },
  countWaiting: {
    method: 'GET',
    path: '/api/votes/waiting/',
    access: 'signedIn',
    summary: 'On how many open motions the caller has a vote that is not used.',
    output: z.object({ count: z.number().int() }),
  },
  listOfMeeting: {
    method: 'GET',
    path: '/api/meetings/:meetingId/votes/',
    access: 'signedIn',
    summary: 'The votes of a meeting in their order.',
    params: z.object({ meetingId: Id }),
    output: z.array(MotionRow),
    errors: ['notFound'],
  },
  get: {
    method: 'GET',
    path: '/api/votes/:motionId/',
    access: 'signedIn',
    summary: 'A vote with the votes the caller can cast on it, and its result once it is published.',
    params: MotionParams,
    output: MotionView,
    errors: ['notFound'],
  },
  cast: {
    method: 'POST',
    path: '/api/votes/:motionId/cast/',
    access: 'signedIn',
    summary:
      'Casts votes of an open ballot: the caller’s own, and those they hold as a proxy. Casting again changes them.',
    params: MotionParams,
    body: CastVotes,
    output: Empty,
    errors: ['notFound', 'voteNotOpen', 'noVote'],
  },
  listVoters: {
    method: 'GET',
    path: '/api/votes/:motionId/voters/',
    access: 'signedIn',
    summary: 'How members voted in an open ballot that is closed, for those who could vote and for staff of meetings.',
    params: MotionParams,
    output: z.array(OpenVote),
    errors: ['notFound', 'votersHidden'],
  },
  listInstructions: {
    method: 'GET',
    path: '/api/proxies/:proxyId/instructions/',
    access: 'signedIn',
    summary:
      'The votes of the meeting a proxy is for, with what its principal wants. For the principal and the holder.',
    params: ProxyParams,
    output: z.array(ProxyInstruction),
    errors: ['notFound'],
    feature: 'enableProxyVoting',
  },
  instruct: {
    method: 'PUT',
    path: '/api/proxies/:proxyId/instructions/',
    access: 'signedIn',
    summary: 'Tells one’s proxy how to vote, motion by motion. An empty text takes an instruction away.',
    params: ProxyParams,
    body: z.object({
      instructions: z.array(z.object({ motionId: Id, words: InstructionWords })).max(mostMotions),
    }),
    output: Empty,
    errors: ['notFound', 'notAllowed'],
    feature: 'enableProxyVoting',
  },
})
