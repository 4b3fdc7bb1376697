import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { changeGrants } from '../devices/change-grants.ts'
import { matchSelection } from './match-filter.ts'
import { getGrantable, grantsFingerprint, type GrantWish } from './preview-grants.ts'
import { mostMembers } from './queries.ts'

/**
 * Grants or revokes for many at once what was previewed. What is compared with the preview is what was really written,
 * so nobody is touched whom it did not name, however late somebody else changed something.
 */
export const confirmGrants = async (
  ctx: Ctx,
  wish: GrantWish & { fingerprint: string },
): Promise<{ touched: number }> => {
  const { selection, change, deviceIds, fingerprint } = wish
  await getGrantable(ctx, deviceIds)
  const selected = await ctx.db
    .selectFrom('members')
    .select('id')
    .where(matchSelection(selection, ctx.now()))
    .limit(mostMembers)
    .execute()
  const touched = new Set<number>()
  await changeGrants(ctx, {
    memberIds: selected.map(({ id }) => id),
    [change]: deviceIds,
    check: (changes) => {
      if (grantsFingerprint(change, changes) !== fingerprint) throw new AppError('previewOutdated')
      for (const memberId of changes.flatMap(({ memberIds }) => memberIds)) touched.add(memberId)
    },
  })
  return { touched: touched.size }
}
