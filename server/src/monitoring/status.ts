import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import type { monitoringApi } from '@spacekeeper/contract/monitoring/routes.ts'
import type { Output } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { isInReach, isOffline } from '../devices/rules.ts'

/** Spaces have dozens; the bound is for safety. */
const most = 2000

type FleetStatus = Output<typeof monitoringApi.getStatus>

/** Whether each device can be reached, and whether one that has to be cannot. */
export const listStatus = async (ctx: Ctx): Promise<{ status: FleetStatus; isAnyMissed: boolean }> => {
  const rows = await ctx.db
    .selectFrom('devices')
    .select(['id', 'kind', 'name', 'last_seen_at', 'is_locked_out', 'reports_online_status'])
    .where('removed_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .limit(most)
    .execute()
  const now = ctx.now()
  const { actor } = ctx
  const devices = rows
    .filter((row) => actor.kind !== 'apiKey' || isInReach(actor.reach, row))
    .map((row) => ({ ...row, offline: isOffline(row.last_seen_at, now) }))
  const ofKind = (kind: DeviceKind) =>
    devices
      .filter((device) => device.kind === kind)
      .map((device) => ({
        id: device.id,
        name: device.name,
        lastSeen: device.last_seen_at?.toISOString() ?? null,
        lockedOut: device.is_locked_out,
        offline: device.offline,
      }))
  return {
    status: { doors: ofKind('door'), interlocks: ofKind('interlock'), memberbucksDevices: ofKind('memberbucks') },
    isAnyMissed: devices.some((device) => device.offline && device.reports_online_status),
  }
}
