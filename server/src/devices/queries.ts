import type { DeviceKind } from '@spacekeeper/contract/devices.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { isKey, prefixOf } from './make-key.ts'

const deviceColumns = ['id', 'kind', 'name', 'serial', 'is_authorised', 'is_locked_out', 'last_seen_at'] as const
const isRelay = sql<boolean>`exists (select from device_drivers r where r.device_id = devices.id)`.as('is_relay')

/** A device of this kind by what stands in its address; capital letters make no difference. */
export const findDeviceBySerial = (ctx: Ctx, input: { kind: DeviceKind; serial: string }) =>
  ctx.db
    .selectFrom('devices')
    .select(deviceColumns)
    .where(sql`lower(serial)`, '=', input.serial.toLowerCase())
    .where('kind', '=', input.kind)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** A device by its id; of this kind only, if one is named. */
export const getDevice = async (ctx: Ctx, input: { deviceId: number; kind?: DeviceKind }) => {
  const device = await ctx.db
    .selectFrom('devices')
    .select(deviceColumns)
    .select(isRelay)
    .where('id', '=', input.deviceId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!device || (input.kind && device.kind !== input.kind)) throw new AppError('notFound')
  return device
}

/** The id of the key, if it is one of this very device, not revoked, and the device is authorised. */
export const findDeviceKey = async (ctx: Ctx, input: { deviceId: number; key: string }): Promise<number | null> => {
  const prefix = prefixOf(input.key)
  if (prefix === null) return null
  const row = await ctx.db
    .selectFrom('device_keys')
    .innerJoin('devices', 'devices.id', 'device_keys.device_id')
    .select(['device_keys.id', 'device_keys.secret_hash'])
    .where('device_keys.prefix', '=', prefix)
    .where('device_keys.device_id', '=', input.deviceId)
    .where('device_keys.revoked_at', 'is', null)
    .where('devices.is_authorised', '=', true)
    .where('devices.removed_at', 'is', null)
    .executeTakeFirst()
  return row && isKey(input.key, row.secret_hash) ? row.id : null
}

/** What open sockets must follow, for each of these devices that still exists. */
export const listSocketFacts = (ctx: Ctx, deviceIds: readonly number[]) =>
  ctx.db
    .selectFrom('devices')
    .select(['id', 'serial', 'is_authorised', 'is_locked_out'])
    .select((is) =>
      is
        .selectFrom('device_keys')
        .select((key) =>
          key.fn.coalesce(key.fn.agg<number[]>('array_agg', ['device_keys.id']), sql<number[]>`'{}'`).as('ids'),
        )
        .whereRef('device_keys.device_id', '=', 'devices.id')
        .where('revoked_at', 'is', null)
        .as('key_ids'),
    )
    .where('id', '=', sql<number>`any(${deviceIds}::int[])`)
    .where('removed_at', 'is', null)
    .execute()

/** Every device, by name. Spaces have dozens, not thousands; the bound is for safety. */
export const listDevices = (ctx: Ctx) =>
  ctx.db
    .selectFrom('devices')
    .select(['id', 'kind', 'serial', 'name', 'is_authorised as isAuthorised'])
    .where('removed_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .limit(2000)
    .execute()

/** Serial numbers that knocked and are not known, the latest first. */
export const listPendingDevices = (ctx: Ctx) =>
  ctx.db
    .selectFrom('pending_devices')
    .select(['kind', 'serial', 'attempts', 'ip_address as ipAddress', 'first_seen_at', 'last_seen_at'])
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute()
