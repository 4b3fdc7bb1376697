import { z } from 'zod'
import { Download, Empty, Id, routes } from '../route.ts'
import { Choice } from './shapes.ts'

/** Bytes on the wire: base64url without padding, of exactly so many bytes. */
const Bytes = (count: number) =>
  z
    .string()
    .regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((count * 4) / 3)}}$`), `${count} bytes, written as base64url.`)

/** Of RSA with 2048 bits, as RFC 9474 has it. */
const signatureBytes = 256
/** What a ballot paper is: 32 random bytes, after the 32 that RFC 9474 puts before each message. */
const paperBytes = 64

/** How many votes one member can have signed at once: their own, and those they hold as a proxy. */
export const maxPapers = 100

const MotionParams = z.object({ motionId: Id })

export const secretBallotsApi = routes({
  getKey: {
    method: 'GET',
    path: '/api/votes/:motionId/key/',
    access: 'signedIn',
    summary: 'The public key of a secret ballot: the half that checks signatures.',
    params: MotionParams,
    output: z.object({ n: z.string(), e: z.string() }),
  },
  signPapers: {
    method: 'POST',
    path: '/api/votes/:motionId/papers/',
    keepsAnswers: true,
    access: 'signedIn',
    summary:
      'Signs blinded ballot papers (RFC 9474, RSABSSA-SHA384-PSS-Randomized), one for each vote the caller holds, and marks these votes as used. The same paper is signed again as often as it is sent.',
    params: MotionParams,
    body: z.object({
      papers: z
        .array(z.object({ principalId: Id, blinded: Bytes(signatureBytes) }))
        .min(1, 'At least one paper.')
        .max(maxPapers, `At most ${maxPapers} papers.`)
        .refine(
          (papers) => new Set(papers.map(({ principalId }) => principalId)).size === papers.length,
          'One paper for each vote.',
        ),
    }),
    output: z.object({ signatures: z.array(z.object({ principalId: z.number().int(), signature: z.string() })) }),
    errors: ['voteNotOpen', 'noVote', 'voteTaken'],
  },
  putBallot: {
    method: 'POST',
    path: '/api/votes/:motionId/ballots/',
    keepsAnswers: true,
    access: 'anyone',
    unlinked: true,
    summary: 'Puts a ballot into the box. Call it without a session: its signature says that it may be there.',
    params: MotionParams,
    body: z.object({ paper: Bytes(paperBytes), signature: Bytes(signatureBytes), choice: Choice }),
    output: Empty,
    errors: ['boxClosed', 'ballotForged', 'ballotInBox'],
  },
  downloadBallots: {
    method: 'GET',
    path: '/api/votes/:motionId/ballots/',
    access: 'signedIn',
    summary: 'All ballots of a secret vote with its key, for recounting. Only once the result is out.',
    params: MotionParams,
    output: Download,
    errors: ['noBallots'],
  },
})
