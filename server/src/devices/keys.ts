import { randomInt, createHash, timingSafeEqual } from 'node:crypto'
import type { DeviceKey } from '@spacekeeper/contract/devices/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { deviceChanges } from './channels.ts'
import { getDevice } from './devices.ts'
import { keyOwner, lockKeyOwner } from './key-owners.ts'

type DeviceCredentials = { deviceId: number; key: string }

/**
 * By one query, in the order of what is given: the id of the key, if it is one of that very device, not revoked, and the
 * device is authorised; else null.
 */
export const findDeviceKeys = async (
  ctx: Ctx,
  credentials: readonly DeviceCredentials[],
): Promise<(number | null)[]> => {
  const deviceIds = credentials.map(({ deviceId }) => deviceId)
  const prefixes = credentials.map(({ key }) => prefixOf(key))
  const rows = await ctx.db
    .selectFrom('device_keys')
    .innerJoin('devices', 'devices.id', 'device_keys.device_id')
    .select(['device_keys.id', 'device_keys.device_id', 'device_keys.secret_hash'])
    .where('device_keys.device_id', '=', sql<number>`any(${deviceIds}::int[])`)
    .where('device_keys.prefix', '=', sql<string>`any(${prefixes}::text[])`)
    .where('device_keys.revoked_at', 'is', null)
    .where('devices.is_authorised', '=', true)
    .where('devices.removed_at', 'is', null)
    .execute()
  const rowsOf = Map.groupBy(rows, (row) => row.device_id)
  return credentials.map(({ deviceId, key }) => {
    if (prefixOf(key) === null) return null
    return rowsOf.get(deviceId)?.find(({ secret_hash }) => isKey(key, secret_hash))?.id ?? null
  })
}

export const findDeviceKey = async (ctx: Ctx, credentials: DeviceCredentials): Promise<number | null> =>
  (await findDeviceKeys(ctx, [credentials]))[0] ?? null

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const letters = (count: number) => Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')

/** What is stored of a key. It is random enough to need neither salt nor a slow hash. */
const hashKey = (key: string): Buffer => createHash('sha512-256').update(key).digest()

/** A new key: the prefix finds it, the whole of it proves it. */
export const makeKey = (): { key: string; prefix: string; hash: Buffer } => {
  const prefix = letters(8)
  const key = `${prefix}.${letters(32)}`
  return { key, prefix, hash: hashKey(key) }
}

/** The prefix of something that has the form of a key, else null. */
export const prefixOf = (key: string): string | null => /^([A-Za-z0-9]{8})\.[A-Za-z0-9]{32}$/.exec(key)?.[1] ?? null

/** Compares in a time that says nothing about where the two differ. */
export const isKey = (key: string, hash: Buffer): boolean => {
  const given = hashKey(key)
  return given.length === hash.length && timingSafeEqual(given, hash)
}

/** A new key of this device alone. It is shown once: only its hash is kept. Older keys go on working. */
export const createDeviceKey = async (ctx: Ctx, deviceId: number): Promise<string> => {
  await getDevice(ctx, { deviceId })
  const maker = ctx.actor.kind === 'member' ? ctx.actor.id : null
  return change(ctx, 'device.keyCreated', async ({ tx }) => {
    const { key, prefix, hash } = makeKey()
    const { id } = await tx
      .insertInto('device_keys')
      .values({
        device_id: deviceId,
        prefix,
        secret_hash: hash,
        created_at: ctx.now(),
        created_by: maker,
        owner_id: maker,
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

/** Ends a key of a device for good. A socket that was opened with it is closed, in whichever process. */
export const revokeDeviceKey = (ctx: Ctx, input: { deviceId: number; keyId: number }): Promise<void> =>
  change(ctx, 'device.keyRevoked', async ({ tx }) => {
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

/** Makes a member of staff the owner of a key. It goes on working; who made it stays known. */
export const giveDeviceKey = (ctx: Ctx, input: { deviceId: number; keyId: number; memberId: number }): Promise<void> =>
  change(ctx, 'device.keyGiven', async (work) => {
    const { deviceId, keyId, memberId } = input
    await lockKeyOwner(work, memberId)
    const key = await work.tx
      .selectFrom('device_keys')
      .select(['prefix', 'owner_id'])
      .where('id', '=', keyId)
      .where('device_id', '=', deviceId)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!key) throw new AppError('notFound')
    if (key.owner_id === memberId) return unchanged(undefined)
    await work.tx.updateTable('device_keys').set({ owner_id: memberId }).where('id', '=', keyId).execute()
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      data: { keyId, prefix: key.prefix, from: key.owner_id, to: memberId },
      tell: [screens.notice({ topic: 'devices', audience: { staff: ['devices'] } })],
    }
  })

const mostKeys = 200

/** The keys of a device that is in use, the newest first. */
export const listDeviceKeys = async (ctx: Ctx, deviceId: number): Promise<DeviceKey[]> => {
  await getDevice(ctx, { deviceId })
  const rows = await ctx.db
    .selectFrom('device_keys as k')
    .leftJoin('members as m', 'm.id', 'k.created_by')
    .leftJoin('members as o', 'o.id', 'k.owner_id')
    .select(columns('k.id, k.prefix, k.created_at, k.last_used_at, k.revoked_at'))
    .select([fullNameOf<string | null>('m').as('createdBy'), keyOwner('o').as('owner')])
    .where('k.device_id', '=', deviceId)
    .orderBy('k.id', 'desc')
    .limit(mostKeys)
    .execute()
  return rows.map(withTimes)
}
