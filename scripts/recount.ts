import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { VoteResult } from '@spacekeeper/contract/votes/counting.ts'
import { recount } from '@spacekeeper/contract/votes/recount.ts'
import { BallotFile } from '@spacekeeper/contract/votes/secret-shapes.ts'

// Counts the ballots of a secret vote again, from the file that the portal publishes with its result. It asks no portal.

const { positionals } = parseArgs({ allowPositionals: true })
const [path] = positionals
if (path === undefined) {
  console.error('Usage: npm run recount -- FILE, with the file from “Download the ballots”.')
  process.exit(2)
}

const read = (name: string): BallotFile => {
  try {
    return BallotFile.parse(JSON.parse(readFileSync(name, 'utf8')))
  } catch (error) {
    console.error(`${name} is no file of ballots: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(2)
  }
}

const file = read(path)
const nameOf = (position: number) => file.motion.options.find((option) => option.position === position)?.name ?? '?'

const describe = (result: VoteResult): string => {
  if (result.kind !== 'majority') return `Elected: ${result.elected.map(nameOf).join(', ') || 'none'}.`
  const { for: yes = 0, against = 0, abstain = 0 } = result.count ?? {}
  return `${result.isCarried ? 'Carried' : 'Lost'}: ${yes} for, ${against} against, ${abstain} abstained.`
}

const { result, problems } = await recount(file)
console.log(`${file.motion.title}: ${file.ballots.length} ballots, ${file.used} votes used.`)
console.log(describe(result))
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'Every ballot is signed for this vote, and the result is the published one.' : '')
process.exitCode = problems.length === 0 ? 0 : 1
