import type { Device } from '@spacekeeper/contract/devices.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { isOffline } from './rules.ts'

/** Spaces have dozens; the bound is for safety. */
const most = 2000

const grantCount = (source: 'hand' | 'default') =>
  sql<number>`(select count(*)::int from grants g where g.device_id = devices.id and g.source = ${source})`

type Wanted = { only?: number; withRemoved?: boolean }

/** Devices as administrators see them, by name: all of them, or one. Those out of use are asked for. */
export const describeDevices = async (ctx: Ctx, { only, withRemoved = false }: Wanted = {}): Promise<Device[]> => {
  const rows = await ctx.db
    .selectFrom('devices')
    .selectAll()
    .select([grantCount('default').as('grants_by_default'), grantCount('hand').as('grants_by_hand')])
    .$if(!withRemoved, (query) => query.where('removed_at', 'is', null))
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? 0))
    .orderBy(sql`lower(name)`)
    .limit(most)
    .execute()
  const now = ctx.now()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    description: row.description,
    serial: row.serial,
    ipAddress: row.ip_address,
    firmware: row.firmware,
    isAuthorised: row.is_authorised,
    isOffline: isOffline(row.last_seen_at, now),
    lastSeen: row.last_seen_at?.toISOString() ?? null,
    lockout: row.locked_out_since && { since: row.locked_out_since.toISOString(), reason: row.lockout_reason },
    isDefaultAccess: row.is_default_access,
    isHidden: row.is_hidden,
    isExemptFromSignin: row.is_exempt_from_signin,
    playsTheme: row.plays_theme,
    postsToDiscord: row.posts_to_discord,
    postsToSlack: row.posts_to_slack,
    reportsOnlineStatus: row.reports_online_status,
    grantsByDefault: row.grants_by_default,
    grantsByHand: row.grants_by_hand,
    removedAt: row.removed_at?.toISOString() ?? null,
  }))
}

export const describeDevice = async (ctx: Ctx, input: { deviceId: number; withRemoved?: boolean }): Promise<Device> => {
  const { deviceId: only, withRemoved = false } = input
  const [device] = await describeDevices(ctx, { only, withRemoved })
  if (!device) throw new AppError('notFound')
  return device
}
