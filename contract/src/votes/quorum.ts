// On its own: votes keep it as a fact, and the register of a meeting reads it.
import { z } from 'zod'

/** Whether there was a quorum: how many counted, of how many that were needed. */
export const VoteQuorum = z.object({
  counted: z.number().int(),
  needed: z.number().int(),
  isReached: z.boolean(),
})

export type VoteQuorum = z.infer<typeof VoteQuorum>

/** The one answer that screens, minutes and register read; null where no quorum was demanded. */
export const voteQuorum = (counted: number | null, needed: number | null): VoteQuorum | null =>
  counted === null || needed === null ? null : { counted, needed, isReached: counted >= needed }

/** The same within a sentence of a document. */
export const quorumSentence = (when: string, { counted, needed, isReached }: VoteQuorum): string =>
  isReached ? `Quorum ${when}: ${counted}, ${needed} needed.` : `No quorum ${when}: ${counted}, ${needed} needed.`
