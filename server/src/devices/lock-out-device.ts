import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'
import { deviceChanges } from './channels.ts'
import { getDevice } from './queries.ts'

type Lockout = {
  deviceId: number
  isLockedOut: boolean
  /** What staff wrote. Left out where nobody was asked; another one while it is locked out replaces the first. */
  reason?: string | undefined
}

/** Puts a device under maintenance lockout, or ends it. The device hears of it at once and keeps it in mind. */
export const lockOutDevice = async (ctx: Ctx, input: Lockout): Promise<void> => {
  const { deviceId, isLockedOut } = input
  const reason = input.reason || null
  await getDevice(ctx, { deviceId })
  await change(ctx, isLockedOut ? 'device.lockedOut' : 'device.lockoutEnded', async (tx) => {
    const changed = await tx
      .updateTable('devices')
      .set((is) => ({
        is_locked_out: isLockedOut,
        locked_out_since: isLockedOut ? is.fn.coalesce('locked_out_since', is.val(ctx.now())) : null,
        lockout_reason: isLockedOut ? reason : null,
      }))
      .where('id', '=', deviceId)
      .where((is) =>
        is.or([
          is('is_locked_out', '!=', isLockedOut),
          ...(isLockedOut && reason !== null ? [is('lockout_reason', 'is distinct from', reason)] : []),
        ]),
      )
      .returning('id')
      .executeTakeFirst()
    if (!changed) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      ...(isLockedOut && reason !== null && { data: { reason } }),
      tell: [
        deviceChanges.notice({ deviceIds: [deviceId] }),
        screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } }),
        screens.notice({ topic: 'access', audience: 'everybody' }),
      ],
    }
  })
}
