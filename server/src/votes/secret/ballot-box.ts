import { constants, verify } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { checkChoice, plainChoice } from '@spacekeeper/contract/votes/choices.ts'
import { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Tx, type Work } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { asPublicKey, BallotPublicKey } from './ballot-key.ts'

/** A signed ballot without a name, as it is put into the box and published. */
export type Ballot = { paper: Uint8Array; signature: Uint8Array; choice: Choice }

/** So long after closing ballots are still taken that were signed before it: they may be on their way. */
const graceMs = 30_000

/** Until when the box takes ballots of a vote that closed at this time. */
export const boxClosesAt = (closedAt: Date): Date => new Date(closedAt.getTime() + graceMs)

/** One at a time has its hand in the box of a vote. Of its own, so that no row says that a ballot arrived. */
const holdBox = async ({ tx }: Work, motionId: number) => {
  await sql`select pg_advisory_xact_lock(hashtext('ballots'), ${motionId})`.execute(tx)
}

/**
 * Takes all ballots out and puts them back in another order. Otherwise the number of the transaction that wrote a row
 * (`xmin`), or where it lies, would tell in which order they came, and the audit tells in which order members voted.
 */
const shuffleBox = async ({ tx }: Work, { motionId, added }: { motionId: number; added?: Ballot }) => {
  const taken = await tx.deleteFrom('ballots').where('motion_id', '=', motionId).returningAll().execute()
  const rows = taken.map((row) => ({ ...row, choice: JSON.stringify(row.choice) }))
  if (added) {
    const [paper, signature] = [Buffer.from(added.paper), Buffer.from(added.signature)]
    rows.push({ motion_id: motionId, paper, signature, choice: JSON.stringify(added.choice) })
  }
  if (rows.length === 0) return
  await sql`
    insert into ballots (motion_id, paper, signature, choice)
    select ${motionId}, paper, signature, choice::jsonb
    from unnest(
      ${rows.map(({ paper }) => paper)}::bytea[],
      ${rows.map(({ signature }) => signature)}::bytea[],
      ${rows.map(({ choice }) => choice)}::text[]
    ) as one(paper, signature, choice)
    order by random()`.execute(tx)
}

const findBox = ({ tx }: Work, motionId: number) =>
  tx
    .selectFrom('motions')
    .innerJoin('ballot_keys', 'ballot_keys.motion_id', 'motions.id')
    .select((of) => [
      'motions.method',
      'motions.closed_at',
      'motions.published_at',
      'ballot_keys.public_key',
      of
        .selectFrom('motion_options')
        .whereRef('motion_options.motion_id', '=', 'motions.id')
        .select((is) => is.fn.countAll<number>().as('count'))
        .as('options'),
    ])
    .where('motions.id', '=', motionId)
    .executeTakeFirst()

const isSignedBy = (key: unknown, { paper, signature }: Ballot) =>
  verify(
    'sha384',
    paper,
    { key: asPublicKey(BallotPublicKey.parse(key)), padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 },
    signature,
  )

/**
 * Puts a ballot into the box. No audit event and no notice, and the route writes no line: each would hold the time.
 * The same ballot again is no fault, because its answer may have been lost.
 */
export const putBallot = (ctx: Ctx, input: { motionId: number } & Ballot): Promise<void> =>
  record(ctx, async (work) => {
    const { motionId } = input
    await holdBox(work, motionId)
    const box = await findBox(work, motionId)
    const isClosed = !box || box.published_at || (box.closed_at && ctx.now() > boxClosesAt(box.closed_at))
    if (isClosed) throw new AppError('boxClosed')
    if (!isSignedBy(box.public_key, input)) throw new AppError('ballotForged')
    const problem = checkChoice({ method: box.method, options: box.options ?? 0 }, input.choice)
    if (problem !== null) throw badField('choice', problem)
    const ballot = { ...input, choice: plainChoice(input.choice) }
    const known = await work.tx
      .selectFrom('ballots')
      .select('choice')
      .where('motion_id', '=', motionId)
      .where('paper', '=', Buffer.from(ballot.paper))
      .executeTakeFirst()
    if (known && !isDeepStrictEqual(Choice.parse(known.choice), ballot.choice)) throw new AppError('ballotInBox')
    if (!known) await shuffleBox(work, { motionId, added: ballot })
    return { result: undefined }
  })

/** Empties nothing: all that is in the box, by paper, which is random. The rows are shuffled a last time. */
export const readBox = async (work: Work, motionId: number): Promise<Choice[]> => {
  await holdBox(work, motionId)
  await shuffleBox(work, { motionId })
  const ballots = await listBallots(work.tx, motionId)
  return ballots.map(({ choice }) => choice)
}

export const listBallots = async (db: Pick<Tx, 'selectFrom'>, motionId: number): Promise<Ballot[]> => {
  const rows = await db
    .selectFrom('ballots')
    .select(['paper', 'signature', 'choice'])
    .where('motion_id', '=', motionId)
    .orderBy('paper')
    .execute()
  return rows.map((row) => ({ ...row, choice: Choice.parse(row.choice) }))
}
