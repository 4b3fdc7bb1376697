import { readBytes, writeBytes } from '@spacekeeper/contract/votes/ballot-bytes.ts'
import type { Choice } from '@spacekeeper/contract/votes/shapes.ts'

/**
 * A ballot on its way into the box. It is kept from before its paper is signed, because the signature uses up the vote:
 * a lost answer or a closed page must not lose it. It outlives a logout for the same reason, and is gone once the ballot
 * is in the box.
 */
export type KeptBallot = {
  principalId: number
  paper: Uint8Array<ArrayBuffer>
  /** What undoes the blinding. */
  inverse: Uint8Array<ArrayBuffer>
  blinded: Uint8Array<ArrayBuffer>
  choice: Choice
  /** Null until the paper is signed. */
  signature: Uint8Array<ArrayBuffer> | null
}

type Voter = { motionId: number; memberId: number }

type WrittenBallot = Record<'paper' | 'inverse' | 'blinded', string> & {
  principalId: number
  choice: Choice
  signature: string | null
}

const nameOf = ({ motionId, memberId }: Voter) => `ballots:${memberId}:${motionId}`

/** Only this file writes it. */
const asWritten = (value: unknown) => (Array.isArray(value) ? value : []) as WrittenBallot[]

/** A browser that keeps nothing has none; keepBallots says so before a vote is used. */
const readWritten = (voter: Voter) => {
  try {
    return localStorage.getItem(nameOf(voter))
  } catch {
    return null
  }
}

export const readKeptBallots = (voter: Voter): KeptBallot[] => {
  const text = readWritten(voter)
  if (text === null) return []
  return asWritten(JSON.parse(text)).map((one) => ({
    ...one,
    paper: readBytes(one.paper),
    inverse: readBytes(one.inverse),
    blinded: readBytes(one.blinded),
    signature: one.signature === null ? null : readBytes(one.signature),
  }))
}

/** Throws where the browser keeps nothing: then no vote may be used either. */
export const keepBallots = (voter: Voter, ballots: readonly KeptBallot[]) => {
  if (ballots.length === 0) return localStorage.removeItem(nameOf(voter))
  const written = ballots.map((one) => ({
    ...one,
    paper: writeBytes(one.paper),
    inverse: writeBytes(one.inverse),
    blinded: writeBytes(one.blinded),
    signature: one.signature === null ? null : writeBytes(one.signature),
  }))
  localStorage.setItem(nameOf(voter), JSON.stringify(written))
}
