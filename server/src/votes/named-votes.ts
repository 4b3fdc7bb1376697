import { checkChoice, plainChoice } from '@spacekeeper/contract/votes/choices.ts'
import { Choice, type OpenVote } from '@spacekeeper/contract/votes/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { shownNameOf } from '#platform/shown-name.ts'
import { motionSubject } from './motions.ts'
import { votesGrew } from './notices.ts'
import { countedMotion } from './publishing.ts'
import { seesVoters } from './vote-lists.ts'
import { lockHeldVotes, lockOpenMotion } from './voting-rights.ts'

type NamedVote = { principalId: number; choice: Choice }

const refuseOdd = (votes: readonly NamedVote[], motion: Parameters<typeof checkChoice>[0]) => {
  if (new Set(votes.map(({ principalId }) => principalId)).size < votes.length)
    throw badField('votes', 'Each vote only once.')
  for (const { choice } of votes) {
    const problem = checkChoice(motion, choice)
    if (problem !== null) throw badField('choice', problem)
  }
}

/** Which of these votes stand already as they are, cast by the same member. */
const listSame = async ({ tx }: Work, input: { motionId: number; memberId: number; votes: readonly NamedVote[] }) => {
  const rows = await tx
    .selectFrom('open_votes as o')
    .innerJoin('vote_marks as v', (on) =>
      on.onRef('v.motion_id', '=', 'o.motion_id').onRef('v.principal_id', '=', 'o.principal_id'),
    )
    .select(['o.principal_id', 'o.choice', 'v.caster_id'])
    .where('o.motion_id', '=', input.motionId)
    .execute()
  return input.votes.filter(({ principalId, choice }) =>
    rows.some(
      (row) =>
        row.principal_id === principalId &&
        row.caster_id === input.memberId &&
        JSON.stringify(Choice.parse(row.choice)) === JSON.stringify(choice),
    ),
  )
}

const storeVotes = async ({ tx, ctx }: Work, input: { motionId: number; votes: readonly NamedVote[] }) => {
  const { motionId, votes } = input
  const memberId = memberOf(ctx).id
  await tx
    .insertInto('vote_marks')
    .values(votes.map(({ principalId }) => ({ motion_id: motionId, principal_id: principalId, caster_id: memberId })))
    .onConflict((is) =>
      is.columns(['motion_id', 'principal_id']).doUpdateSet((old) => ({ caster_id: old.ref('excluded.caster_id') })),
    )
    .execute()
  await tx
    .insertInto('open_votes')
    .values(
      votes.map(({ principalId, choice }) => ({
        motion_id: motionId,
        principal_id: principalId,
        choice: JSON.stringify(choice),
        cast_at: ctx.now(),
      })),
    )
    .onConflict((is) =>
      is
        .columns(['motion_id', 'principal_id'])
        .doUpdateSet((old) => ({ choice: old.ref('excluded.choice'), cast_at: old.ref('excluded.cast_at') })),
    )
    .execute()
}

/** Casts votes of an open ballot, the caller's own and those they hold. Until it closes, casting again changes them. */
export const castVotes = (ctx: Ctx, input: { motionId: number; votes: readonly NamedVote[] }): Promise<void> =>
  change(ctx, 'vote.cast', async (work) => {
    const { motionId } = input
    const memberId = memberOf(ctx).id
    const row = await lockOpenMotion(work, motionId)
    if (row.ballot === 'secret') throw badField('votes', 'This ballot is secret. Reload the page to vote.')
    refuseOdd(input.votes, await countedMotion(work, row))
    const votes = input.votes.map(({ principalId, choice }) => ({ principalId, choice: plainChoice(choice) }))
    const held = await lockHeldVotes(work, { motionId, principalIds: votes.map(({ principalId }) => principalId) })
    if (votes.some(({ principalId }) => !held.has(principalId))) throw new AppError('noVote')
    const same = await listSame(work, { motionId, memberId, votes })
    const fresh = votes.filter((vote) => !same.includes(vote))
    if (fresh.length === 0) return unchanged(undefined)
    await storeVotes(work, { motionId, votes: fresh })
    const { subject, data } = motionSubject(row)
    return { result: undefined, subject, data: { ...data, count: fresh.length }, tell: [votesGrew] }
  })

const mostVoters = 5000

/** How members voted in an open ballot that is counted, for members who could vote and staff of meetings. */
export const listVoters = async (ctx: Ctx, motionId: number): Promise<OpenVote[]> => {
  const motion = await ctx.db
    .selectFrom('motions')
    .select(['ballot', 'published_at'])
    .where('id', '=', motionId)
    .executeTakeFirst()
  if (!motion) throw new AppError('notFound')
  const isReadable = motion.ballot === 'open' && motion.published_at !== null
  if (!isReadable || !(await seesVoters(ctx, motionId))) throw new AppError('votersHidden')
  const byDefault = await ctx.settings.get('SHOWN_NAME')
  const rows = await ctx.db
    .selectFrom('open_votes as o')
    .innerJoin('vote_marks as v', (on) =>
      on.onRef('v.motion_id', '=', 'o.motion_id').onRef('v.principal_id', '=', 'o.principal_id'),
    )
    .innerJoin('members as p', 'p.id', 'o.principal_id')
    .innerJoin('members as c', 'c.id', 'v.caster_id')
    .select(['o.principal_id as principalId', 'o.choice', shownNameOf('p', byDefault).as('name')])
    .select(sql<string | null>`case when c.id <> p.id then ${shownNameOf('c', byDefault)} end`.as('castBy'))
    .where('o.motion_id', '=', motionId)
    .orderBy('name')
    .orderBy('o.principal_id')
    .limit(mostVoters)
    .execute()
  return rows.map((row) => ({ ...row, choice: Choice.parse(row.choice) }))
}
