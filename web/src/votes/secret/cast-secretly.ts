import { ballotCode, readBytes, writeBytes } from '@spacekeeper/contract/votes/ballot-bytes.ts'
import type { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { api } from '#platform/api/client.ts'
import { blindPaper, loadBallotKey, unblind } from './blind-papers.ts'
import { keepBallots, type KeptBallot, readKeptBallots } from './kept-ballots.ts'

export type SecretVoter = { motionId: number; memberId: number }

/** The code under which a ballot will be published; null: it came too late and was not counted. */
export type PutBallot = { principalId: number; code: string | null }

/** Between signing and posting, so that the two moments cannot be held against each other. */
const longestPauseMs = 4_000

const pause = (longestMs: number) => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return new Promise((resolve) => setTimeout(resolve, 500 + (random / 2 ** 32) * longestMs))
}

/**
 * Papers for these votes, blinded and kept. Of one that is kept already only the choice is new, as long as it is not
 * signed: after that it may be in the box, and what is there cannot be changed.
 */
export const prepareBallots = async (
  voter: SecretVoter,
  input: { principalIds: readonly number[]; choice: Choice },
): Promise<void> => {
  const { principalIds, choice } = input
  const isNow = ({ principalId, signature }: KeptBallot) => principalIds.includes(principalId) && signature === null
  const kept = readKeptBallots(voter).map((ballot) => (isNow(ballot) ? { ...ballot, choice } : ballot))
  const missing = principalIds.filter((id) => !kept.some(({ principalId }) => principalId === id))
  const key = await loadBallotKey(voter.motionId)
  for (const principalId of missing) {
    kept.push({ principalId, choice, signature: null, ...(await blindPaper(key)) })
  }
  keepBallots(voter, kept)
}

/** Has every kept paper signed that is not. What was used up in another browser is forgotten. */
const signKept = async (voter: SecretVoter) => {
  const kept = readKeptBallots(voter)
  const unsigned = kept.filter(({ signature }) => signature === null)
  if (unsigned.length === 0) return kept
  const papers = unsigned.map(({ principalId, blinded }) => ({ principalId, blinded: writeBytes(blinded) }))
  const forgetUnsigned = () =>
    keepBallots(
      voter,
      kept.filter(({ signature }) => signature !== null),
    )
  const key = await loadBallotKey(voter.motionId)
  const answer = await api.votes.signPapers({ motionId: voter.motionId, papers }).catch((error: unknown) => {
    if (hasCode(error, 'voteTaken') || hasCode(error, 'noVote') || hasCode(error, 'voteNotOpen')) forgetUnsigned()
    throw error
  })
  const signed = await Promise.all(
    kept.map(async (ballot) => {
      const given = answer.signatures.find(({ principalId }) => principalId === ballot.principalId)
      if (ballot.signature !== null || !given) return ballot
      return { ...ballot, signature: await unblind(key, { ...ballot, signature: readBytes(given.signature) }) }
    }),
  )
  keepBallots(voter, signed)
  return signed
}

const putOne = async (voter: SecretVoter, ballot: KeptBallot): Promise<PutBallot> => {
  const { principalId, paper, signature, choice } = ballot
  if (signature === null) throw new Error('This ballot is not signed.')
  const written = { paper: writeBytes(paper), signature: writeBytes(signature), choice }
  const isCounted = await api.votes.putBallot({ motionId: voter.motionId, ...written }).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'boxClosed')) return false
      throw error
    },
  )
  keepBallots(
    voter,
    readKeptBallots(voter).filter((one) => one.principalId !== principalId),
  )
  return { principalId, code: isCounted ? await ballotCode(paper) : null }
}

/** Signs and posts all ballots that are kept. It can be called again after any failure: nothing is cast twice. */
export const putKeptBallots = async (
  voter: SecretVoter,
  input: { onSigned?: () => void; longestPauseMs?: number } = {},
): Promise<PutBallot[]> => {
  const ballots = await signKept(voter)
  input.onSigned?.()
  const put: PutBallot[] = []
  for (const ballot of ballots) {
    // One after the other, each after a moment of its own: together they would show which votes one member held.
    await pause(input.longestPauseMs ?? longestPauseMs)
    put.push(await putOne(voter, ballot))
  }
  return put
}
