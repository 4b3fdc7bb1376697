import type { DeviceKey, PendingDevice, RemovedDevice } from '@spacekeeper/contract/enrolments.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { getDevice, listPendingDevices } from './queries.ts'

const mostKeys = 200
const mostRemoved = 2000

/** Serial numbers that wait for somebody to add them. */
export const listEnrolments = async (ctx: Ctx): Promise<PendingDevice[]> =>
  (await listPendingDevices(ctx)).map(({ kind, serial, ipAddress, attempts, first_seen_at, last_seen_at }) => ({
    kind,
    serial,
    ipAddress,
    attempts,
    firstSeen: first_seen_at.toISOString(),
    lastSeen: last_seen_at.toISOString(),
  }))

export const listRemoved = async (ctx: Ctx): Promise<RemovedDevice[]> => {
  const rows = await ctx.db
    .selectFrom('devices')
    .select(['id', 'kind', 'name', 'serial', 'removed_at'])
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .limit(mostRemoved)
    .execute()
  return rows.map(({ removed_at, ...device }) => ({ ...device, removedAt: removed_at?.toISOString() ?? '' }))
}

/** The keys of a device that is in use, the newest first. */
export const listKeys = async (ctx: Ctx, deviceId: number): Promise<DeviceKey[]> => {
  await getDevice(ctx, { deviceId })
  const rows = await ctx.db
    .selectFrom('device_keys as k')
    .leftJoin('members as m', 'm.id', 'k.created_by')
    .select(['k.id', 'k.prefix', 'k.created_at', 'k.last_used_at', 'k.revoked_at'])
    .select(sql<string | null>`m.first_name || ' ' || m.last_name`.as('created_by'))
    .where('k.device_id', '=', deviceId)
    .orderBy('k.id', 'desc')
    .limit(mostKeys)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    prefix: row.prefix,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }))
}
