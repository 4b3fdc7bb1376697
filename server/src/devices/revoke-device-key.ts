import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { deviceChanges } from './channels.ts'

/** Ends a key of a device for good. A socket that was opened with it is closed, in whichever process. */
export const revokeDeviceKey = (ctx: Ctx, input: { deviceId: number; keyId: number }): Promise<void> =>
  change(ctx, 'device.keyRevoked', async (tx) => {
    const { deviceId, keyId } = input
    const key = await tx
      .selectFrom('device_keys')
      .select(['prefix', 'revoked_at'])
      .where('id', '=', keyId)
      .where('device_id', '=', deviceId)
      .forUpdate()
      .executeTakeFirst()
    if (!key) throw new AppError('notFound')
    if (key.revoked_at) return unchanged(undefined)
    await tx.updateTable('device_keys').set({ revoked_at: ctx.now() }).where('id', '=', keyId).execute()
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      data: { keyId, prefix: key.prefix },
      tell: [
        deviceChanges.notice({ deviceIds: [deviceId] }),
        screens.notice({ topic: 'devices', audience: { staff: ['devices'] } }),
      ],
    }
  })
