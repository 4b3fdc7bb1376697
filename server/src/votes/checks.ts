import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { keyFolder } from './secret/box-key.ts'

/** The votes whose ballots are still sealed, and where the key of each box is. */
type BoxFacts = {
  hasOwnDatabase: boolean
  /** Whether there is a secret vote at all. */
  hasSecretVotes: boolean
  /** Titles of votes whose key is gone from its folder. */
  unreadable: readonly string[]
}

export const judgeBallotBoxes = ({ hasOwnDatabase, hasSecretVotes, unreadable }: BoxFacts): HealthFinding | null => {
  if (!hasSecretVotes) return null
  if (unreadable.length > 0)
    return {
      state: 'wrong',
      says: `The key of a ballot box is missing from DATA_DIR/ballot-keys, so its votes can’t be counted: ${unreadable.join(', ')}.`,
      todo: 'If the folder was restored or moved, put ballot-keys of the same moment beside it. Otherwise hold the vote again.',
    }
  if (!hasOwnDatabase)
    return {
      state: 'unknown',
      says: 'The database runs at DATABASE_URL, and the portal can’t erase what its log keeps. A person who has that log and SECRET_KEY could tell in which order the ballots of a secret vote came.',
      todo: 'Keep SECRET_KEY away from the machine of the database and its backups, or hold secret votes on a portal with its own database.',
    }
  return {
    state: 'well',
    says: 'Ballots of secret votes are sealed, and the key of a box is erased once its vote is published.',
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const findUnreadable = async (ctx: Ctx): Promise<string[]> => {
  const folder = keyFolder(ctx)
  const boxes = await ctx.db
    .selectFrom('ballot_keys as k')
    .innerJoin('motions as m', 'm.id', 'k.motion_id')
    .select(['m.title', 'k.box_key_file'])
    .where('k.box_key_file', 'is not', null)
    .orderBy('m.id')
    .execute()
  const titles: string[] = []
  for (const { title, box_key_file: name } of boxes)
    if (name !== null && (folder === null || !(await isThere(join(folder, name))))) titles.push(title)
  return titles
}

const findBallotBoxes = async (ctx: Ctx): Promise<HealthFinding | null> => {
  const { hasSecretVotes } = await ctx.db
    .selectNoFrom(sql<boolean>`exists (select from ballot_keys)`.as('hasSecretVotes'))
    .executeTakeFirstOrThrow()
  return judgeBallotBoxes({
    hasOwnDatabase: ctx.setup?.hasOwnDatabase !== false,
    hasSecretVotes,
    unreadable: await findUnreadable(ctx),
  })
}

export const voteChecks: readonly HealthCheck[] = [
  { name: 'votes.ballotBoxes', area: 'database', title: 'Secret votes', pace: 'now', find: findBallotBoxes },
]
