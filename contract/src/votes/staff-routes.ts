import { z } from 'zod'
import { Empty, Id, routes } from '../route.ts'
import { MotionDraft, MotionRow } from './shapes.ts'
import { mostMotions } from './words.ts'

const MotionParams = z.object({ motionId: Id })

const access = 'staff.meetings'

/** What staff do with votes. */
export const staffVotesApi = routes({
  listOwnVotes: {
    method: 'GET',
    path: '/api/admin/votes/',
    access,
    summary: 'The newest 200 votes without a meeting, drafts among them.',
    output: z.array(MotionRow),
  },
  create: {
    method: 'POST',
    path: '/api/admin/votes/',
    access,
    summary: 'Writes a motion or an election for a meeting, or as a vote of its own over days.',
    body: MotionDraft.extend({ meetingId: Id.nullable().default(null) }),
    output: z.object({ id: z.number().int() }),
    errors: ['notFound', 'meetingEnded', 'meetingCancelled'],
  },
  update: {
    method: 'PUT',
    path: '/api/admin/votes/:motionId/',
    access,
    summary: 'Changes a vote that was not opened yet.',
    params: MotionParams,
    body: MotionDraft,
    keepsPast: true,
    output: Empty,
    errors: ['notFound', 'voteBegun'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/votes/:motionId/',
    access,
    summary: 'Deletes a vote that was not opened yet.',
    params: MotionParams,
    output: Empty,
    errors: ['notFound', 'voteBegun'],
  },
  setOrder: {
    method: 'PUT',
    path: '/api/meetings/:meetingId/votes/order/',
    access,
    summary: 'Puts the votes of a meeting in an order; those left out come last.',
    params: z.object({ meetingId: Id }),
    body: z.object({ motionIds: z.array(Id).min(1).max(mostMotions) }),
    output: Empty,
    errors: ['notFound'],
  },
  open: {
    method: 'POST',
    path: '/api/admin/votes/:motionId/open/',
    access,
    summary: 'Opens a vote: at a meeting while it is on; otherwise its roll is frozen now, and its members are mailed.',
    params: MotionParams,
    output: Empty,
    errors: ['notFound', 'voteBegun', 'meetingNotOpen', 'voteNoRoll'],
  },
  takeBack: {
    method: 'POST',
    path: '/api/admin/votes/:motionId/take-back/',
    access,
    summary: 'Makes a vote that was opened by mistake a draft again, as long as no vote was used.',
    params: MotionParams,
    output: Empty,
    errors: ['notFound', 'voteNotOpen', 'votesUsed'],
  },
  close: {
    method: 'POST',
    path: '/api/admin/votes/:motionId/close/',
    access,
    summary: 'Closes a vote. An open ballot is counted at once, a secret one when its box is closed.',
    params: MotionParams,
    output: Empty,
    errors: ['notFound', 'voteNotOpen'],
  },
})
