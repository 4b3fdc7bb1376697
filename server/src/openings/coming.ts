import { isFeatureOn } from '@spacekeeper/contract/features.ts'
import type { Ctx } from '#platform/ctx.ts'
import { joinOpenings, noteOf } from './rules.ts'

/** More than any space plans within the weeks that are asked for. */
const mostRead = 500

export type ComingOpening = { startsAt: Date; endsAt: Date; note: string | null }

/** When the space is open between two moments, soonest first and overlaps joined; nothing where there is no plan. */
export const listComing = async (
  ctx: Ctx,
  { from, until, limit }: { from: Date; until: Date; limit: number },
): Promise<ComingOpening[]> => {
  if (!isFeatureOn('enableOpenings', await ctx.settings.all())) return []
  const rows = await ctx.db
    .selectFrom('openings')
    .select(['starts_at as startsAt', 'ends_at as endsAt', 'note'])
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', from)
    .where('starts_at', '<', until)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(mostRead)
    .execute()
  return joinOpenings(rows)
    .slice(0, limit)
    .map((time) => ({ startsAt: time.startsAt, endsAt: time.endsAt, note: noteOf(time) }))
}
