import { isDeepStrictEqual } from 'node:util'
import type { Permission } from '@spacekeeper/contract/route.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { checkAuthority } from './check-authority.ts'
import { lockMember } from './lock-member.ts'
import { memberNotices } from './member-notices.ts'
import { grantedPermissions } from './rules.ts'

/** Sets what a member may do as staff. What is taken away is gone with his next request. */
export const setPermissions = (
  ctx: Ctx,
  input: { memberId: number; permissions: readonly Permission[] },
): Promise<void> =>
  change(ctx, 'member.permissionsSet', async (tx) => {
    const { memberId } = input
    const row = await lockMember(tx, memberId)
    checkAuthority(ctx, { tasks: ['office'], row })
    const [from, to] = [grantedPermissions(row), grantedPermissions(input)]
    if (isDeepStrictEqual(from, to)) return unchanged(undefined)
    await tx.updateTable('members').set({ permissions: to }).where('id', '=', memberId).execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { from, to },
      tell: memberNotices(memberId),
    }
  })
