import type { DeviceKind } from '@spacekeeper/contract/devices.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { deviceChanges } from './channels.ts'

/** Takes a device out of use: its line is cut and its keys are worthless. Swipes and grants stay for the history. */
export const removeDevice = (ctx: Ctx, input: { deviceId: number; kind: DeviceKind }): Promise<void> =>
  change(ctx, 'device.removed', async (tx) => {
    const { deviceId, kind } = input
    const now = ctx.now()
    const removed = await tx
      .updateTable('devices')
      .set({ removed_at: now })
      .where('id', '=', deviceId)
      .where('kind', '=', kind)
      .where('removed_at', 'is', null)
      .returning(['name', 'serial'])
      .executeTakeFirst()
    if (!removed) throw new AppError('notFound')
    await tx
      .updateTable('device_keys')
      .set({ revoked_at: now })
      .where('device_id', '=', deviceId)
      .where('revoked_at', 'is', null)
      .execute()
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      data: { kind, ...removed },
      tell: [
        deviceChanges.notice({ deviceIds: [deviceId] }),
        screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } }),
        screens.notice({ topic: 'access', audience: 'everybody' }),
      ],
    }
  })
