import { permissions, type Permission } from '@spacekeeper/contract/route.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { checkAuthority } from './check-authority.ts'
import { lockMember } from './lock-member.ts'
import { memberNotices } from './member-notices.ts'
import { grantedPermissions } from './rules.ts'

type Wish = { memberId: number; grant: readonly Permission[]; revoke: readonly Permission[] }

/** Gives a member permissions and takes others; what is taken away is gone with his next request. */
export const changePermissions = (ctx: Ctx, { memberId, grant, revoke }: Wish): Promise<void> =>
  change(ctx, 'member.permissionsSet', async (tx) => {
    const row = await lockMember(tx, memberId)
    checkAuthority(ctx, { tasks: ['office'], row })
    const from = grantedPermissions(row)
    const to = permissions.filter((one) => !revoke.includes(one) && (from.includes(one) || grant.includes(one)))
    if (from.join() === to.join()) return unchanged(undefined)
    await tx.updateTable('members').set({ permissions: to }).where('id', '=', memberId).execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { from, to },
      tell: memberNotices(memberId),
    }
  })
