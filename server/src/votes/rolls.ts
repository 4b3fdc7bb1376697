import type { Work } from '#platform/db/change.ts'
import { localDay } from '#platform/local-day.ts'
import { rollFactsOf, rollFactsQuery, rollSettingsOf } from '../meetings/attendance/roll-facts.ts'
import { rollReasonOf } from '../meetings/attendance/roll-rules.ts'

/** Writes down who may vote on a motion without a meeting, by the rules of meetings, as the members are now. */
export const freezeMotionRoll = async ({ tx, ctx }: Work, motionId: number): Promise<number> => {
  const { rule, zone } = await rollSettingsOf(ctx)
  const day = localDay(ctx.now(), zone)
  const members = await rollFactsQuery(tx, rule).where('m.closed_at', 'is', null).execute()
  const rows = members
    .filter((row) => rollReasonOf(rollFactsOf(row, zone), { rule, day }) === null)
    .map(({ id }) => ({ motion_id: motionId, member_id: id }))
  if (rows.length === 0) return 0
  await tx
    .insertInto('motion_roll')
    .columns(['motion_id', 'member_id'])
    .expression((is) =>
      is
        .selectFrom('members')
        .select([is.val(motionId).as('motion_id'), 'id'])
        .where('id', '=', (one) => one.fn.any(one.val(rows.map(({ member_id: id }) => id)))),
    )
    .execute()
  return rows.length
}
