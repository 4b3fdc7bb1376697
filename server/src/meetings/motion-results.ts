import { hideFewVotes } from '@spacekeeper/contract/votes/counting.ts'
import { type VoteQuorum, quorumSentence } from '@spacekeeper/contract/votes/quorum.ts'
import { CountedResult } from '@spacekeeper/contract/votes/shapes.ts'
import type { BallotKind } from '@spacekeeper/contract/votes/words.ts'
import type { PdfPart } from '#platform/pdf/pdf.ts'

export type RegisterMotion = {
  title: string
  details: string
  ballot: BallotKind
  options: readonly string[]
  closedAt: Date | null
  /** Null where none was demanded, and of a vote that was not opened or closed yet. */
  atOpening: VoteQuorum | null
  atClosing: VoteQuorum | null
  /** As it was stored when it was counted. */
  result: unknown
}

const namesOf = (options: readonly string[], positions: readonly number[]) =>
  positions.map((position) => options[position] ?? `Option ${position + 1}`)

/** Parts of votes that were passed on are kept in hundred-thousandths. */
const wholeVotes = (votes: number) => (votes / 100_000).toFixed(2).replace(/\.00$/, '')

const majorityWords = (result: Extract<CountedResult, { kind: 'majority' }>): string => {
  const outcome = result.isCarried ? 'Carried' : 'Lost'
  if (!result.count) return `${outcome}. Too few votes were cast in secret to show numbers.`
  const { for: yes, against, abstain, needed, measuredAgainst } = result.count
  return `${outcome}: ${yes} for, ${against} against, ${abstain} abstained. It needed ${needed} of ${measuredAgainst}.`
}

const tableOf = (options: readonly string[], votes: readonly string[], header = 'Votes'): PdfPart => ({
  kind: 'table',
  columns: [
    { header: 'Option', share: 4 },
    { header, share: 2, isFigure: true },
  ],
  rows: options.map((name, position) => [name, votes[position] ?? '0']),
})

/** Of a secret ballot with few votes only what was decided; of any other the numbers, never who voted what. */
const outcomeOf = ({ options, result: stored, ballot, closedAt }: RegisterMotion): PdfPart[] => {
  const read = CountedResult.safeParse(stored)
  if (!read.success) {
    const words = closedAt === null ? 'Not put to the vote.' : 'Closed. The result was not published yet.'
    return [{ kind: 'paragraph', text: words }]
  }
  const result = hideFewVotes(read.data, ballot === 'secret')
  if (result.kind === 'majority') return [{ kind: 'paragraph', text: majorityWords(result) }]
  const elected = namesOf(options, result.elected)
  const words: PdfPart = {
    kind: 'paragraph',
    text: elected.length === 0 ? 'No option was elected.' : `Elected: ${elected.join(', ')}. ${result.votes} votes.`,
  }
  if (!result.count) return [words]
  if (result.kind === 'approval') return [words, tableOf(options, result.count.votes.map(String))]
  const last = result.count.rounds.at(-1)
  return last ? [words, tableOf(options, last.votes.map(wholeVotes), 'Votes in the last round')] : [words]
}

/** Whether there was a quorum, as it was written down then. */
const quorumParts = ({ atOpening, atClosing }: RegisterMotion): PdfPart[] => {
  const sentences = [
    ...(atOpening ? [quorumSentence('when the vote opened', atOpening)] : []),
    ...(atClosing ? [quorumSentence('when it closed', atClosing)] : []),
  ]
  return sentences.length === 0 ? [] : [{ kind: 'paragraph', text: sentences.join(' ') }]
}

/** A motion and what became of it, as the register has it. */
export const motionParts = (motion: RegisterMotion, at: number): PdfPart[] => [
  {
    kind: 'paragraph',
    text: `${at + 1}. ${motion.title} (${motion.ballot === 'secret' ? 'secret ballot' : 'open vote'})`,
  },
  ...(motion.details === '' ? [] : [{ kind: 'paragraph' as const, text: motion.details, isQuiet: true }]),
  ...outcomeOf(motion),
  ...quorumParts(motion),
]
