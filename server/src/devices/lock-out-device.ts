import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'
import { deviceChanges } from './channels.ts'
import { getDevice } from './queries.ts'

/** Puts a device under maintenance lockout, or ends it. The device hears of it at once and keeps it in mind. */
export const lockOutDevice = async (ctx: Ctx, input: { deviceId: number; isLockedOut: boolean }): Promise<void> => {
  const { deviceId, isLockedOut } = input
  await getDevice(ctx, { deviceId })
  await change(ctx, isLockedOut ? 'device.lockedOut' : 'device.lockoutEnded', async (tx) => {
    const changed = await tx
      .updateTable('devices')
      .set({ is_locked_out: isLockedOut, locked_out_since: isLockedOut ? ctx.now() : null })
      .where('id', '=', deviceId)
      .where('is_locked_out', '!=', isLockedOut)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      tell: [
        deviceChanges.notice({ deviceIds: [deviceId] }),
        screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } }),
        screens.notice({ topic: 'access', audience: 'everybody' }),
      ],
    }
  })
}
