import type { RefusedSwipe } from '@spacekeeper/contract/doors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { getMember } from '../members/queries.ts'

/** Looked through, and shown. */
const among = 500
const most = 10

/** Why doors refused a member lately, newest first. */
export const listRefusals = async (ctx: Ctx, memberId: number): Promise<{ refusals: RefusedSwipe[] }> => {
  await getMember(ctx, memberId)
  const rows = await ctx.db
    .selectFrom((from) =>
      from
        .selectFrom('swipes')
        .select(['id', 'device_id', 'refusal', 'swiped_at'])
        .where('member_id', '=', memberId)
        .orderBy('id', 'desc')
        .limit(among)
        .as('s'),
    )
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .select(['s.id', 'd.name', 's.swiped_at', 's.refusal'])
    .where('s.refusal', 'is not', null)
    .orderBy('s.id', 'desc')
    .limit(most)
    .execute()
  return {
    refusals: rows.flatMap(({ id, name, swiped_at: at, refusal }) =>
      refusal === null ? [] : [{ id, name, date: at.toISOString(), refusal }],
    ),
  }
}
