import { sql } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { WorkCtx } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'

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

/** Which of these members may vote at a meeting: those on its roll, or who would be while that is not frozen. */
export const votersAmong = async (ctx: WorkCtx, question: RollQuestion): Promise<ReadonlySet<number>> => {
  const { db, meetingId, memberIds } = question
  if (memberIds.length === 0) return new Set()
  const frozen = await db
    .selectFrom('meetings as g')
    .select(
      sql<number[]>`array(select r.member_id from meeting_roll r join members m on m.id = r.member_id
        where r.meeting_id = g.id and m.closed_at is null and r.member_id = any(${[...memberIds]}::int[]))`.as('ids'),
    )
    .where('g.id', '=', meetingId)
    .where('g.roll_frozen_at', 'is not', null)
    .executeTakeFirst()
  if (frozen) return new Set(frozen.ids)
  return (givenPreviews[0] ?? activeMembers)(ctx, question)
}
