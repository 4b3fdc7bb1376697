import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'
import { makeKey } from './make-key.ts'
import { getDevice } from './queries.ts'

/** A new key of this device alone. It is shown once: only its hash is kept. Older keys go on working. */
export const createDeviceKey = async (ctx: Ctx, deviceId: number): Promise<string> => {
  await getDevice(ctx, { deviceId })
  return change(ctx, 'device.keyCreated', async (tx) => {
    const { key, prefix, hash } = makeKey()
    const { id } = await tx
      .insertInto('device_keys')
      .values({
        device_id: deviceId,
        prefix,
        secret_hash: hash,
        created_at: ctx.now(),
        created_by: ctx.actor.kind === 'member' ? ctx.actor.id : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      result: key,
      subject: { kind: 'device', id: deviceId },
      data: { keyId: id, prefix },
      tell: [screens.notice({ topic: 'devices', audience: { staff: ['devices'] } })],
    }
  })
}
