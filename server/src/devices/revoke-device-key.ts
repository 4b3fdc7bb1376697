import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { deviceChanges } from './channels.ts'

/** Ends the key that begins with this prefix, for good. A socket that was opened with it is closed, in whichever process. */
export const revokeDeviceKey = (ctx: Ctx, prefix: string): Promise<void> =>
  change(ctx, 'device.keyRevoked', async (tx) => {
    const key = await tx
      .updateTable('device_keys')
      .set({ revoked_at: ctx.now() })
      .where('prefix', '=', prefix)
      .where('revoked_at', 'is', null)
      .returning(['device_id', 'id'])
      .executeTakeFirst()
    if (!key) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'device', id: key.device_id },
      data: { keyId: key.id, prefix },
      tell: [deviceChanges.notice({ deviceIds: [key.device_id] })],
    }
  })
