import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'
import { deviceChanges } from './channels.ts'
import { getDevice } from './queries.ts'

/** Lets a device connect, or no longer: then its socket is closed too, in whichever process. */
export const authoriseDevice = async (ctx: Ctx, input: { deviceId: number; isAuthorised: boolean }): Promise<void> => {
  const { deviceId, isAuthorised } = input
  await getDevice(ctx, { deviceId })
  await change(ctx, isAuthorised ? 'device.authorised' : 'device.authorisationWithdrawn', async (tx) => {
    const changed = await tx
      .updateTable('devices')
      .set({ is_authorised: isAuthorised })
      .where('id', '=', deviceId)
      .where('is_authorised', '!=', isAuthorised)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      tell: [
        deviceChanges.notice({ deviceIds: [deviceId] }),
        screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } }),
      ],
    }
  })
}
