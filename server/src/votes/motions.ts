import type { VoteQuorum } from '@spacekeeper/contract/votes/quorum.ts'
import type { MotionDraft } from '@spacekeeper/contract/votes/shapes.ts'
import { staffVotesApi } from '@spacekeeper/contract/votes/staff-routes.ts'
import { mostMotions } from '@spacekeeper/contract/votes/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Differences, differencesOf } from '#platform/db/change-row.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { refusePast } from '#platform/http/past-days.ts'
import { lockUncancelled, nameOfMeeting } from '../meetings/meeting-row.ts'
import { votesChanged } from './notices.ts'
import { checkDraft } from './rules.ts'
import { lockMotion } from './voting-rights.ts'

const columnsOf = (draft: MotionDraft) => ({
  kind: draft.kind,
  title: draft.title,
  details: draft.details,
  ballot: draft.ballot,
  method: draft.method,
  seats: draft.seats,
  share_numerator: draft.share?.numerator ?? null,
  share_denominator: draft.share?.denominator ?? null,
  share_of: draft.shareOf,
  opens_at: draft.opensAt === null ? null : new Date(draft.opensAt),
  closes_at: draft.closesAt === null ? null : new Date(draft.closesAt),
})

const refuseOdd = (draft: MotionDraft, surroundings: { hasMeeting: boolean }) => {
  const problem = checkDraft(draft, surroundings)
  if (problem) throw badField(problem.field, problem.message)
}

const setOptions = async (
  { tx }: Work,
  { motionId, options }: { motionId: number; options: MotionDraft['options'] },
) => {
  await tx.deleteFrom('motion_options').where('motion_id', '=', motionId).execute()
  const rows = options.map(({ name, details }, position) => ({ motion_id: motionId, position, name, details }))
  if (rows.length > 0) await tx.insertInto('motion_options').values(rows).execute()
}

/** The place after the last vote of a meeting, which is locked and takes more of them. */
const nextPosition = async (work: Work, meetingId: number): Promise<number> => {
  const meeting = await lockUncancelled(work, meetingId)
  if (meeting.closed_at !== null) throw new AppError('meetingEnded')
  const { count, last } = await work.tx
    .selectFrom('motions')
    .select([sql<number>`count(*)::int`.as('count'), sql<number | null>`max(position)`.as('last')])
    .where('meeting_id', '=', meetingId)
    .executeTakeFirstOrThrow()
  if (count >= mostMotions) throw badField('title', `A meeting has at most ${mostMotions} votes.`)
  return (last ?? -1) + 1
}

/** How the audit names a motion, and whether there was a quorum for what was done with it. */
export const motionSubject = ({ id, title }: { id: number; title: string }, quorum: VoteQuorum | null = null) => ({
  subject: { kind: 'motion', id },
  data: { name: title, ...(quorum !== null && { counted: quorum.counted, needed: quorum.needed }) },
})

/** Writes a vote for a meeting, or one of its own. */
export const createMotion = (ctx: Ctx, { meetingId, ...draft }: MotionDraft & { meetingId: number | null }) => {
  refuseOdd(draft, { hasMeeting: meetingId !== null })
  return change(ctx, 'motion.created', async (work) => {
    const position = meetingId === null ? 0 : await nextPosition(work, meetingId)
    const { id } = await work.tx
      .insertInto('motions')
      .values({
        ...columnsOf(draft),
        meeting_id: meetingId,
        position,
        created_at: ctx.now(),
        created_by: memberOf(ctx).id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setOptions(work, { motionId: id, options: draft.options })
    return { result: { id }, ...motionSubject({ id, title: draft.title }), tell: votesChanged }
  })
}

/** A locked motion that was not opened yet. */
const lockPlanned = async (work: Work, motionId: number) => {
  const row = await lockMotion(work, motionId)
  if (row.opened_at !== null) throw new AppError('voteBegun')
  return row
}

const listOptions = ({ tx }: Work, motionId: number) =>
  tx
    .selectFrom('motion_options')
    .select(['name', 'details'])
    .where('motion_id', '=', motionId)
    .orderBy('position')
    .execute()

const fields = {
  kind: 'kind',
  title: 'title',
  details: 'details',
  ballot: 'ballot',
  method: 'method',
  seats: 'seats',
  share_numerator: 'share_numerator',
  share_denominator: 'share_denominator',
  share_of: 'share_of',
} as const

const sameTime = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()

/** Changes a vote that was not opened yet. */
export const updateMotion = (ctx: Ctx, { motionId, ...draft }: MotionDraft & { motionId: number }): Promise<void> =>
  change(ctx, 'motion.changed', async (work) => {
    const row = await lockPlanned(work, motionId)
    await refusePast(ctx, staffVotesApi.update, {
      input: draft,
      before: { opensAt: row.opens_at, closesAt: row.closes_at },
    })
    refuseOdd(draft, { hasMeeting: row.meeting_id !== null })
    const [values, before] = [columnsOf(draft), await listOptions(work, motionId)]
    const { opens_at: _opens, closes_at: _closes, ...changes } = values
    const differences: Differences<string> = differencesOf({ row, columns: fields, changes })
    if (JSON.stringify(before) !== JSON.stringify(draft.options))
      differences.options = { from: before.map(({ name }) => name), to: draft.options.map(({ name }) => name) }
    for (const column of ['opens_at', 'closes_at'] as const)
      if (!sameTime(row[column], values[column])) differences[column] = { from: row[column], to: values[column] }
    if (Object.keys(differences).length === 0) return unchanged(undefined)
    await work.tx.updateTable('motions').set(values).where('id', '=', motionId).execute()
    await setOptions(work, { motionId, options: draft.options })
    return {
      result: undefined,
      subject: { kind: 'motion', id: motionId },
      data: { name: draft.title, changes: differences },
      tell: votesChanged,
    }
  })

/** Deletes a vote that was not opened yet. What was decided stays for ever. */
export const removeMotion = (ctx: Ctx, motionId: number): Promise<void> =>
  change(ctx, 'motion.deleted', async (work) => {
    const row = await lockPlanned(work, motionId)
    await work.tx.deleteFrom('motions').where('id', '=', motionId).execute()
    return { result: undefined, ...motionSubject(row), tell: votesChanged }
  })

/** Puts the votes of a meeting in an order; those that are not named come last, as they were. */
export const setMotionOrder = (ctx: Ctx, input: { meetingId: number; motionIds: readonly number[] }): Promise<void> =>
  change(ctx, 'motion.ordered', async (work) => {
    const { meetingId, motionIds } = input
    const meeting = await lockUncancelled(work, meetingId)
    const rows = await work.tx
      .selectFrom('motions')
      .select(['id'])
      .where('meeting_id', '=', meetingId)
      .orderBy('position')
      .orderBy('id')
      .execute()
    const known = rows.map(({ id }) => id)
    if (new Set(motionIds).size < motionIds.length) throw badField('motionIds', 'Each vote only once.')
    if (motionIds.some((id) => !known.includes(id)))
      throw badField('motionIds', 'One of these votes is not of this meeting.')
    const order = [...motionIds, ...known.filter((id) => !motionIds.includes(id))]
    if (order.every((id, place) => id === known[place])) return unchanged(undefined)
    await sql`update motions set position = o.place - 1
      from unnest(${order}::int[]) with ordinality as o(id, place) where motions.id = o.id`.execute(work.tx)
    return {
      result: undefined,
      subject: { kind: 'meeting', id: meetingId },
      data: { name: nameOfMeeting(meeting) },
      tell: votesChanged,
    }
  })
