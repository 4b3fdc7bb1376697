import { isDeepStrictEqual } from 'node:util'
import type { DriverSettings } from '@spacekeeper/contract/drivers.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged, type Tx } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { encrypt } from '#platform/secrets/encryption.ts'
import { deviceChanges } from '../devices/channels.ts'
import { findDriver } from './queries.ts'
import { isSameRelay, keepsSecret } from './rules.ts'

/** `secret`: left out, it stays as it is; empty, there is none any more. */
type Wish = { deviceId: number; settings: DriverSettings; secret?: string | undefined }

type Stored = { deviceId: number; settings: DriverSettings; secret: string | null; isElsewhere: boolean }

const store = (tx: Tx, { deviceId, settings, secret, isElsewhere }: Stored) => {
  if (settings.driver === 'socket') return tx.deleteFrom('device_drivers').where('device_id', '=', deviceId).execute()
  const values = {
    settings: JSON.stringify(settings),
    secret,
    problem: null,
    is_on: null,
    ...(isElsewhere && { is_held_on: false, close_at: null }),
  }
  return tx
    .insertInto('device_drivers')
    .values({ device_id: deviceId, ...values })
    .onConflict((on) => on.column('device_id').doUpdateSet(values))
    .execute()
}

/** Changes how a device is reached. Not while somebody uses it: nothing would switch off what is on. */
export const setDriver = async (ctx: Ctx, { deviceId, settings, secret }: Wish): Promise<void> => {
  const before = await findDriver(ctx, deviceId)
  const keeps = secret === undefined && settings.driver !== 'socket'
  if (keeps && before.secret !== null && !keepsSecret(before.settings, settings)) {
    throw badField('secret', 'It was entered for another address. Enter it again, or remove it.')
  }
  const sealed = secret === undefined ? before.secret : secret === '' ? null : encrypt(ctx.secretKey, secret)
  await change(ctx, 'device.driverChanged', async (tx) => {
    // Whoever starts the machine waits here, too.
    await tx.selectFrom('devices').select('id').where('id', '=', deviceId).forNoKeyUpdate().execute()
    if (secret === undefined && isDeepStrictEqual(before.settings, settings)) return unchanged(undefined)
    const open = await tx
      .selectFrom('interlock_sessions')
      .select('id')
      .where('device_id', '=', deviceId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (open) throw new AppError('machineInUse')
    await store(tx, { deviceId, settings, secret: sealed, isElsewhere: !isSameRelay(before.settings, settings) })
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      data: { from: before.settings, to: settings, ...(secret !== undefined && { isSecretChanged: true }) },
      tell: [
        deviceChanges.notice({ deviceIds: [deviceId] }),
        screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } }),
        screens.notice({ topic: 'access', audience: 'everybody' }),
      ],
    }
  })
}
