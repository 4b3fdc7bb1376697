import { constants, verify } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { checkChoice, plainChoice } from '@spacekeeper/contract/votes/choices.ts'
import { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Tx, type Work } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { asPublicKey, BallotPublicKey } from './ballot-key.ts'
import { makeBoxKey, readBoxKey } from './box-key.ts'
import { type Ballot, markOf, openBallot, sealBallot } from './sealed-ballots.ts'

/** So long after closing ballots are still taken that were signed before it: they may be on their way. */
const graceMs = 30_000

/** Until when the box takes ballots of a vote that closed at this time. */
export const boxClosesAt = (closedAt: Date): Date => new Date(closedAt.getTime() + graceMs)

/** One at a time has its hand in the box of a vote. Of its own, so that no row says that a ballot arrived. */
const holdBox = async ({ tx }: Work, motionId: number) => {
  await sql`select pg_advisory_xact_lock(hashtext('ballots'), ${motionId})`.execute(tx)
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
      'ballot_keys.box_key',
      'ballot_keys.box_key_file',
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

/** The ballot in the box under this paper, sealed or from before ballots were sealed. */
const findBallot = async (
  { tx }: Work,
  { motionId, key, paper }: { motionId: number; key: Buffer | null; paper: Uint8Array },
): Promise<Choice | null> => {
  const plain = await tx
    .selectFrom('ballots')
    .select('choice')
    .where('motion_id', '=', motionId)
    .where('paper', '=', Buffer.from(paper))
    .executeTakeFirst()
  if (plain) return Choice.parse(plain.choice)
  if (key === null) return null
  const row = await tx
    .selectFrom('sealed_ballots')
    .select('sealed')
    .where('motion_id', '=', motionId)
    .where('mark', '=', markOf(key, paper))
    .executeTakeFirst()
  return row ? openBallot(key, row.sealed).choice : null
}

/**
 * Puts a ballot into the box. No audit event and no notice, and the route writes no line: each would hold the time.
 * The same ballot again is no fault, because its answer may have been lost.
 */
export const putBallot = (ctx: Ctx, input: { motionId: number } & Ballot): Promise<void> =>
  record(ctx, async (work) => {
    const { motionId, paper } = input
    await holdBox(work, motionId)
    const box = await findBox(work, motionId)
    const isClosed = !box || box.published_at || (box.closed_at && ctx.now() > boxClosesAt(box.closed_at))
    if (isClosed) throw new AppError('boxClosed')
    if (!isSignedBy(box.public_key, input)) throw new AppError('ballotForged')
    const problem = checkChoice({ method: box.method, options: box.options ?? 0 }, input.choice)
    if (problem !== null) throw badField('choice', problem)
    const choice = plainChoice(input.choice)
    const known = await readBoxKey(work.ctx, box)
    const before = await findBallot(work, { motionId, key: known, paper })
    if (before !== null && !isDeepStrictEqual(before, choice)) throw new AppError('ballotInBox')
    if (before !== null) return { result: undefined }
    const key = known ?? (await makeBoxKey(work, motionId))
    const sealed = sealBallot(key, { ...input, choice })
    await work.tx
      .insertInto('sealed_ballots')
      .values({ motion_id: motionId, mark: markOf(key, paper), sealed })
      .execute()
    return { result: undefined }
  })

const takeSealed = async ({ tx }: Work, { motionId, key }: { motionId: number; key: Buffer }): Promise<Ballot[]> => {
  const rows = await tx.deleteFrom('sealed_ballots').where('motion_id', '=', motionId).returning('sealed').execute()
  return rows.map(({ sealed }) => openBallot(key, sealed))
}

/** Ballots of the vote that were put in before an update of the portal, which did not seal them. */
const takePlain = async (work: Work, motionId: number): Promise<Ballot[]> => {
  const ballots = await listBallots(work.tx, motionId)
  await work.tx.deleteFrom('ballots').where('motion_id', '=', motionId).execute()
  return ballots
}

/**
 * Opens the box of a vote that is being published: its ballots are written in the order of their papers, which is random,
 * by one statement. The key is erased once that is committed.
 */
export const openBox = async (work: Work, motionId: number): Promise<Choice[]> => {
  await holdBox(work, motionId)
  const box = await findBox(work, motionId)
  const key = box ? await readBoxKey(work.ctx, box) : null
  const taken = [
    ...(await takePlain(work, motionId)),
    ...(key === null ? [] : await takeSealed(work, { motionId, key })),
  ].toSorted((one, other) => Buffer.compare(one.paper, other.paper))
  if (taken.length > 0)
    await sql`
      insert into ballots (motion_id, paper, signature, choice)
      select ${motionId}, paper, signature, choice::jsonb
      from unnest(
        ${taken.map(({ paper }) => Buffer.from(paper))}::bytea[],
        ${taken.map(({ signature }) => Buffer.from(signature))}::bytea[],
        ${taken.map(({ choice }) => JSON.stringify(choice))}::text[]
      ) as one(paper, signature, choice)`.execute(work.tx)
  await work.tx
    .updateTable('ballot_keys')
    .set({ box_key: null, box_key_file: null })
    .where('motion_id', '=', motionId)
    .execute()
  return taken.map(({ choice }) => choice)
}

/** The ballots of a vote that is published, by paper. */
export const listBallots = async (db: Pick<Tx, 'selectFrom'>, motionId: number): Promise<Ballot[]> => {
  const rows = await db
    .selectFrom('ballots')
    .select(['paper', 'signature', 'choice'])
    .where('motion_id', '=', motionId)
    .orderBy('paper')
    .execute()
  return rows.map((row) => ({ ...row, choice: Choice.parse(row.choice) }))
}
