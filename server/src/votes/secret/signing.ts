import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { votesGrew } from '../notices.ts'
import { lockHeldVotes, lockOpenMotion } from '../voting-rights.ts'
import { blindSign } from './ballot-key.ts'

type BlindedPaper = { principalId: number; blinded: Uint8Array }

type PapersInput = { motionId: number; memberId: number; papers: readonly BlindedPaper[] }

type SignedPaper = { principalId: number; signature: Uint8Array }

/** Of these papers, those that were signed already for this caller; an error if a vote was used otherwise. */
const listSigned = async ({ tx }: Work, input: PapersInput): Promise<Set<BlindedPaper>> => {
  const marks = await tx
    .selectFrom('vote_marks')
    .select(['principal_id', 'caster_id', 'blinded'])
    .where('motion_id', '=', input.motionId)
    .where(
      'principal_id',
      'in',
      input.papers.map(({ principalId }) => principalId),
    )
    .execute()
  const byPrincipal = new Map(marks.map((mark) => [mark.principal_id, mark]))
  const signed = input.papers.filter(({ principalId, blinded }) => {
    const mark = byPrincipal.get(principalId)
    if (mark && (mark.caster_id !== input.memberId || !mark.blinded?.equals(blinded))) throw new AppError('voteTaken')
    return mark !== undefined
  })
  return new Set(signed)
}

/** Marks the votes of these papers as used, unless the same papers come twice at the same moment. */
const markVotes = async (work: Work, { motionId, memberId, papers }: PapersInput) => {
  const rows = papers.map(({ principalId, blinded }) => ({
    motion_id: motionId,
    principal_id: principalId,
    caster_id: memberId,
    blinded: Buffer.from(blinded),
  }))
  const marked = await work.tx
    .insertInto('vote_marks')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('principal_id')
    .execute()
  if (marked.length < rows.length) await listSigned(work, { motionId, memberId, papers })
}

/** The private key of a secret vote that is open now, which stays open until the transaction ends. */
const lockKey = async (work: Work, motionId: number) => {
  const { title } = await lockOpenMotion(work, motionId)
  const row = await work.tx
    .selectFrom('ballot_keys')
    .select('private_key')
    .where('motion_id', '=', motionId)
    .executeTakeFirst()
  if (!row?.private_key) throw new AppError('voteNotOpen')
  return { sealed: row.private_key, title }
}

/**
 * Signs a paper for each vote the caller holds and marks the vote as used. What is signed is blinded, so neither the
 * mark nor the signature can be matched with the ballot later. A paper that was signed already is signed again: the
 * answer may have been lost, and with it the vote.
 */
export const signPapers = (ctx: Ctx, input: PapersInput): Promise<SignedPaper[]> =>
  change(ctx, 'vote.papersSigned', async (work) => {
    const { motionId, memberId, papers } = input
    const { sealed, title } = await lockKey(work, motionId)
    const held = await lockHeldVotes(work, { motionId, principalIds: papers.map(({ principalId }) => principalId) })
    const known = await listSigned(work, input)
    const fresh = papers.filter((paper) => !known.has(paper))
    if (fresh.some(({ principalId }) => !held.has(principalId))) throw new AppError('noVote')
    const { secretKey } = ctx
    const signed = papers.map(({ principalId, blinded }) => ({
      principalId,
      signature: blindSign({ secretKey, sealed, blinded }),
    }))
    if (fresh.length === 0) return unchanged(signed)
    await markVotes(work, { motionId, memberId, papers: fresh })
    const data = { name: title, count: fresh.length }
    return { result: signed, subject: { kind: 'motion', id: motionId }, data, tell: [votesGrew] }
  })
