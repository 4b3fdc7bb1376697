import { ballotCode, readBytes } from './ballot-bytes.ts'
import { checkChoice } from './choices.ts'
import { countVotes, hideFewVotes, type VoteResult } from './counting.ts'
import type { BallotFile } from './secret-shapes.ts'

/** What a recount found: nothing wrong, or a sentence for each thing that is. */
export type Recount = { result: VoteResult; problems: string[] }

const importKey = ({ n, e }: BallotFile['key']) =>
  // oxlint-disable-next-line eslint/no-restricted-properties -- screens of secret votes ask first
  crypto.subtle.importKey('jwk', { kty: 'RSA', n, e, ext: true }, { name: 'RSA-PSS', hash: 'SHA-384' }, false, [
    'verify',
  ])

/** As text in which the order of the fields is always the same: a database does not keep it. */
const write = (result: VoteResult): string =>
  JSON.stringify(result, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

type PublishedBallot = BallotFile['ballots'][number]

const checkBallot = async (
  file: BallotFile,
  { key, ballot }: { key: Awaited<ReturnType<typeof importKey>>; ballot: PublishedBallot },
) => {
  const paper = readBytes(ballot.paper)
  const algorithm = { name: 'RSA-PSS', saltLength: 48 }
  const isSigned = await crypto.subtle.verify(algorithm, key, readBytes(ballot.signature), paper) // oxlint-disable-line eslint/no-restricted-properties -- screens of secret votes ask first
  const problems: string[] = []
  if (!isSigned) problems.push(`Ballot ${ballot.code} does not carry a signature of this vote.`)
  if ((await ballotCode(paper)) !== ballot.code) problems.push(`Ballot ${ballot.code} has another code than its paper.`)
  const problem = checkChoice({ method: file.motion.method, options: file.motion.options.length }, ballot.choice)
  if (problem !== null) problems.push(`Ballot ${ballot.code}: ${problem}`)
  return problems
}

/**
 * Counts the published ballots of a secret vote again and checks that each was signed for it and stands there once.
 * Needs nothing but the file and WebCrypto: the browser, the script and the tests do the very same.
 */
export const recount = async (file: BallotFile): Promise<Recount> => {
  const key = await importKey(file.key)
  const found = await Promise.all(file.ballots.map((ballot) => checkBallot(file, { key, ballot })))
  const problems = found.flat()
  const papers = new Set(file.ballots.map(({ paper }) => paper))
  if (papers.size < file.ballots.length) problems.push('The same ballot stands there more than once.')
  if (file.ballots.length > file.used) problems.push(`There are ${file.ballots.length} ballots for ${file.used} votes.`)
  const motion = { ...file.motion, options: file.motion.options.length }
  const choices = file.ballots.map(({ choice }) => choice)
  const result = hideFewVotes(countVotes(motion, choices, file.facts), true)
  if (write(result) !== write(file.result)) problems.push('The result is not the one that was published.')
  return { result, problems }
}
