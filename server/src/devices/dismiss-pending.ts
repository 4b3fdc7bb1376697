import type { DeviceKind } from '@spacekeeper/contract/devices.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'

/** Forgets a serial number that knocked. Should it knock again, it is pending again. */
export const dismissPending = (ctx: Ctx, input: { kind: DeviceKind; serial: string }): Promise<void> =>
  change(ctx, 'device.dismissed', async (tx) => {
    const { kind, serial } = input
    const gone = await tx
      .deleteFrom('pending_devices')
      .where('kind', '=', kind)
      .where('serial', '=', serial)
      .returning('serial')
      .executeTakeFirst()
    if (!gone) throw new AppError('notFound')
    return {
      result: undefined,
      data: { kind, serial },
      tell: [screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } })],
    }
  })
