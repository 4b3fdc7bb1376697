import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { getDevice } from '../devices/queries.ts'
import { getMember } from '../members/queries.ts'
import { grantNotices } from './grant-notices.ts'

/** Lets a member use a door. Whoever may use it already goes on doing so, and nothing is written. */
export const grantAccess = async (ctx: Ctx, input: { doorId: number; memberId: number }): Promise<void> => {
  const { doorId, memberId } = input
  await Promise.all([getDevice(ctx, { deviceId: doorId, kind: 'door' }), getMember(ctx, memberId)])
  await change(ctx, 'door.granted', async (tx) => {
    const granted = await tx
      .insertInto('grants')
      .values({ member_id: memberId, device_id: doorId, granted_at: ctx.now() })
      .onConflict((on) => on.doNothing())
      .returning('device_id')
      .executeTakeFirst()
    if (!granted) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { deviceId: doorId },
      tell: grantNotices(input),
    }
  })
}
