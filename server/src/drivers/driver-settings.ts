import { isDeepStrictEqual } from 'node:util'
import { type RelaySettings, DriverSettings, type Driver, DriverProblem } from '@spacekeeper/contract/drivers/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { badField, AppError } from '#platform/http/app-error.ts'
import { problemOfHost } from '#platform/http/outgoing-address.ts'
import { screens } from '#platform/live/screens.ts'
import { encrypt } from '#platform/secrets/encryption.ts'
import { deviceChanges } from '../devices/channels.ts'
import { driveHomeAssistant } from './home-assistant.ts'
import { driveMqtt } from './mqtt.ts'
import type { DriverInput, RelayDriver } from './relay-driver.ts'
import { keepsSecret, isSameRelay, relayKeyOf } from './rules.ts'
import { driveShelly } from './shelly.ts'
import { driveTasmota } from './tasmota.ts'

/** The driver for a relay, by its settings. */
export const openDriver = ({ settings, ...rest }: DriverInput<RelaySettings>): RelayDriver => {
  switch (settings.driver) {
    case 'tasmota':
      return driveTasmota({ settings, ...rest })
    case 'shelly':
      return driveShelly({ settings, ...rest })
    case 'homeAssistant':
      return driveHomeAssistant({ settings, ...rest })
    case 'mqtt':
      return driveMqtt({ settings, ...rest })
  }
}

/** `secret`: left out, it stays as it is; empty, there is none any more. */
type DriverChange = { deviceId: number; settings: DriverSettings; secret?: string | undefined }

type StoredDriver = { deviceId: number; settings: DriverSettings; secret: string | null; isElsewhere: boolean }

const storeDriver = ({ tx }: Work, { deviceId, settings, secret, isElsewhere }: StoredDriver) => {
  if (settings.driver === 'socket') return tx.deleteFrom('device_drivers').where('device_id', '=', deviceId).execute()
  const values = {
    settings: JSON.stringify(settings),
    secret,
    problem: null,
    is_on: null,
    is_meter_unreadable: false,
    ...(isElsewhere && { is_held_on: false, close_at: null }),
  }
  return tx
    .insertInto('device_drivers')
    .values({ device_id: deviceId, ...values })
    .onConflict((on) => on.column('device_id').doUpdateSet(values))
    .execute()
}

/** Relays stand in the network of the space, so private addresses are allowed. */
const refuseAddress = (settings: DriverSettings) => {
  const problem = settings.driver === 'socket' ? null : problemOfHost(settings.address, { allowPrivate: true })
  if (problem !== null) throw badField('address', problem)
}

/**
 * Changes how a device is reached, but not while a machine is in use: nothing would switch it off. Which other devices
 * mean the same relay comes back.
 */
export const updateDriver = async (ctx: Ctx, { deviceId, settings, secret }: DriverChange) => {
  refuseAddress(settings)
  const before = await findDriver(ctx, deviceId)
  const keeps = secret === undefined && settings.driver !== 'socket'
  if (keeps && before.secret !== null && !keepsSecret(before.settings, settings)) {
    throw badField('secret', 'It was entered for another address. Enter it again, or remove it.')
  }
  const sealed = secret === undefined ? before.secret : secret === '' ? null : encrypt(ctx.secretKey, secret)
  await change(ctx, 'device.driverChanged', async (work) => {
    // Starting the machine locks it, too.
    await work.tx.selectFrom('devices').select('id').where('id', '=', deviceId).forNoKeyUpdate().execute()
    if (secret === undefined && isDeepStrictEqual(before.settings, settings)) return unchanged(undefined)
    const open = await work.tx
      .selectFrom('interlock_sessions')
      .select('id')
      .where('device_id', '=', deviceId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (open) throw new AppError('machineInUse')
    await storeDriver(work, {
      deviceId,
      settings,
      secret: sealed,
      isElsewhere: !isSameRelay(before.settings, settings),
    })
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
  return { sharedWith: await listSharers(ctx, { deviceId, settings }) }
}

const socket = { driver: 'socket' } as const

/** How a device is reached. Vending machines are not switched, so they have no driver. */
export const findDriver = async (ctx: Ctx, deviceId: number) => {
  const row = await ctx.db
    .selectFrom('devices as d')
    .leftJoin('device_drivers as r', 'r.device_id', 'd.id')
    .select(['d.kind', 'd.is_authorised', 'r.settings', 'r.secret', 'r.problem', 'r.is_meter_unreadable'])
    .where('d.id', '=', deviceId)
    .where('d.removed_at', 'is', null)
    .where('d.kind', 'in', ['door', 'interlock'])
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return { ...row, settings: row.settings === null ? socket : DriverSettings.parse(row.settings) }
}

/** Spaces have dozens; the bound is for safety. */
const mostRelays = 500

/** The other devices whose settings mean the same relay. */
const listSharers = async (ctx: Ctx, { deviceId, settings }: { deviceId: number; settings: DriverSettings }) => {
  const key = relayKeyOf(settings)
  if (key === null) return []
  const rows = await ctx.db
    .selectFrom('device_drivers as r')
    .innerJoin('devices as d', 'd.id', 'r.device_id')
    .select(['d.id', 'd.name', 'r.settings'])
    .where('d.removed_at', 'is', null)
    .where('d.id', '<>', deviceId)
    .orderBy('d.name')
    .limit(mostRelays)
    .execute()
  const isSame = (stored: unknown) => {
    const other = DriverSettings.safeParse(stored)
    return other.success && relayKeyOf(other.data) === key
  }
  return rows.filter((row) => isSame(row.settings)).map(({ id, name }) => ({ id, name }))
}

/** The same as staff see it. */
export const getDriver = async (ctx: Ctx, deviceId: number): Promise<Driver> => {
  const { settings, secret, problem, is_meter_unreadable: isMeterUnreadable } = await findDriver(ctx, deviceId)
  return {
    settings,
    hasSecret: secret !== null,
    problem: DriverProblem.nullable().parse(problem),
    isMeterUnreadable: isMeterUnreadable ?? false,
    sharedWith: await listSharers(ctx, { deviceId, settings }),
  }
}
