import type { File } from '@spacekeeper/contract/route.ts'
import { ballotCode, writeBytes } from '@spacekeeper/contract/votes/ballot-bytes.ts'
import { hideFewVotes } from '@spacekeeper/contract/votes/counting.ts'
import { BallotFile } from '@spacekeeper/contract/votes/secret-shapes.ts'
import { CountedResult } from '@spacekeeper/contract/votes/shapes.ts'
import { leastSecretVotes } from '@spacekeeper/contract/votes/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { handle } from '#platform/jobs/job.ts'
import { asMotionRow, motionQuery, type StoredMotion } from '../motion-rows.ts'
import { publishResult } from '../publishing.ts'
import { boxClosesAt, listBallots } from './ballot-box.ts'
import { BallotPublicKey } from './ballot-key.ts'
import { eraseBoxKeys } from './box-key.ts'
import { publishSecretVoteJob } from './closing.ts'
import type { Ballot } from './sealed-ballots.ts'

/**
 * Publishes result and ballots of a secret vote, once the last ballots that were signed in time are in, and erases the
 * key that could tell in which order they came. If that fails, the job comes again and finds the result published.
 */
const publishSecretVote = async (ctx: Ctx, motionId: number): Promise<void> => {
  const motion = await ctx.db.selectFrom('motions').select('closed_at').where('id', '=', motionId).executeTakeFirst()
  // Otherwise it was deleted with its meeting.
  if (motion) {
    const isBoxClosed = motion.closed_at !== null && ctx.now() > boxClosesAt(motion.closed_at)
    if (!isBoxClosed) throw new Error('The ballot box of this vote is still open.')
    await publishResult(ctx, motionId)
  }
  await eraseBoxKeys(ctx, motionId)
}

export const secretVoteJobs = [handle(publishSecretVoteJob, (ctx, { motionId }) => publishSecretVote(ctx, motionId))]

const publishedBallot = async ({ paper, signature, choice }: Ballot) => {
  const bytes = Uint8Array.from(paper)
  return { code: await ballotCode(bytes), paper: writeBytes(bytes), signature: writeBytes(signature), choice }
}

const findKey = async (ctx: Ctx, motionId: number) => {
  const row = await ctx.db
    .selectFrom('ballot_keys')
    .select('public_key')
    .where('motion_id', '=', motionId)
    .executeTakeFirst()
  return row ? BallotPublicKey.parse(row.public_key) : null
}

/** The public half of the key that signs a secret vote, from its opening on. */
export const getBallotKey = async (ctx: Ctx, motionId: number): Promise<BallotPublicKey> => {
  const key = await findKey(ctx, motionId)
  if (!key) throw new AppError('notFound')
  return key
}

const countedFacts = (row: StoredMotion, ballots: readonly Ballot[], now: Date) => {
  const motion = asMotionRow(row, now)
  const isShown = row.ballot === 'secret' && row.publishedAt !== null && ballots.length >= leastSecretVotes
  return isShown ? motion : null
}

/** The ballots of a secret vote as a file that can be counted again: `npm run recount`. */
export const writeBallotFile = async (
  ctx: Ctx,
  { motionId, memberId }: { motionId: number; memberId: number },
): Promise<File> => {
  const now = ctx.now()
  const row = await motionQuery(ctx.db, { memberId, now }).where('m.id', '=', motionId).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const ballots = await listBallots(ctx.db, motionId)
  const motion = countedFacts(row, ballots, now)
  const key = await findKey(ctx, motionId)
  if (!motion || !key) throw new AppError('noBallots')
  const { id, title, kind, method, seats, share, shareOf, options, present, roll, turnout } = motion
  const file: BallotFile = BallotFile.parse({
    format: 1,
    motion: { id, title, kind, method, seats, share, shareOf, lot: row.lot, options },
    facts: { present, roll },
    used: turnout,
    key,
    ballots: await Promise.all(ballots.map(publishedBallot)),
    result: hideFewVotes(CountedResult.parse(row.result), true),
  })
  return { name: `ballots-${id}.json`, mediaType: 'application/json', content: JSON.stringify(file, null, 1) }
}
