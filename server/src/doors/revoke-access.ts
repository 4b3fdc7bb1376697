import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { getDevice } from '../devices/queries.ts'
import { getMember } from '../members/queries.ts'
import { grantNotices } from './grant-notices.ts'

/** Takes a door away from a member; the door gets its new list at once. */
export const revokeAccess = async (ctx: Ctx, input: { doorId: number; memberId: number }): Promise<void> => {
  const { doorId, memberId } = input
  await Promise.all([getDevice(ctx, { deviceId: doorId, kind: 'door' }), getMember(ctx, memberId)])
  await change(ctx, 'door.revoked', async (tx) => {
    const revoked = await tx
      .deleteFrom('grants')
      .where('member_id', '=', memberId)
      .where('device_id', '=', doorId)
      .returning('source')
      .executeTakeFirst()
    if (!revoked) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { deviceId: doorId, source: revoked.source },
      tell: grantNotices(input),
    }
  })
}
