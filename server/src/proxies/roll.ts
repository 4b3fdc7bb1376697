import { sql } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { WorkCtx } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { mayAct } from '../access/acting-members.ts'

type RollQuestion = {
  /** What reads, also within a transaction. */
  db: ReadonlyKysely<Database>
  meetingId: number
  memberIds: readonly number[]
}

/** Which of these members would be on the roll of a meeting if it were frozen now. */
export type RollPreview = (ctx: WorkCtx, question: RollQuestion) => Promise<ReadonlySet<number>>

const givenPreviews: RollPreview[] = []

/** Said once, where the domains are listed: who may vote at meetings is known above proxies. */
export const provideRollPreview = (preview: RollPreview): void => {
  givenPreviews.splice(0, givenPreviews.length, preview)
}

const activeMembers: RollPreview = async (_, { db, memberIds }) => {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('id', 'in', memberIds)
    .where('state', '=', 'active')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const listAble = async ({ db, memberIds }: RollQuestion): Promise<number[]> => {
  const rows = await db
    .selectFrom('members as m')
    .select('m.id')
    .where('m.id', '=', sql<number>`any(${[...memberIds]}::int[])`)
    .where(mayAct('vote', sql.ref('m.id')))
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Which of these members may vote at a meeting: those on its roll, or who would be while that is not frozen, unless
 * something keeps them from voting now.
 */
export const votersAmong = async (ctx: WorkCtx, asked: RollQuestion): Promise<ReadonlySet<number>> => {
  const memberIds = await listAble(asked)
  const question = { ...asked, memberIds }
  const { db, meetingId } = question
  if (memberIds.length === 0) return new Set()
  const frozen = await db
    .selectFrom('meetings as g')
    .select(
      sql<number[]>`array(select r.member_id from meeting_roll r
        where r.meeting_id = g.id and r.member_id = any(${[...memberIds]}::int[]))`.as('ids'),
    )
    .where('g.id', '=', meetingId)
    .where('g.roll_frozen_at', 'is not', null)
    .executeTakeFirst()
  if (frozen) return new Set(frozen.ids)
  return (givenPreviews[0] ?? activeMembers)(ctx, question)
}
