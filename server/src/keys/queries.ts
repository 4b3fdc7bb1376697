import type { ApiKey } from '@spacekeeper/contract/keys.ts'
import { apiScopes } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'

const most = 500

type Named = { id: number; name: string }

/** The keys of other systems, the newest first, with the names of the devices they are limited to. */
export const listApiKeys = async (ctx: Ctx): Promise<ApiKey[]> => {
  const rows = await ctx.db
    .selectFrom('api_keys as k')
    .leftJoin('members as m', 'm.id', 'k.created_by')
    .select(['k.id', 'k.name', 'k.prefix', 'k.scopes', 'k.device_kind', 'k.device_ids', 'k.created_at'])
    .select(['k.expires_at', 'k.last_used_at', 'k.revoked_at'])
    .select(sql<string | null>`m.first_name || ' ' || m.last_name`.as('created_by'))
    .select(
      sql<Named[] | null>`(select json_agg(json_build_object('id', d.id, 'name', d.name) order by lower(d.name))
        from devices d where d.id = any(k.device_ids))`.as('devices'),
    )
    .orderBy('k.id', 'desc')
    .limit(most)
    .execute()
  const now = ctx.now()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: apiScopes.filter((scope) => row.scopes.includes(scope)),
    kind: row.device_kind,
    devices: row.device_ids && (row.devices ?? []),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    expiresAt: row.expires_at?.toISOString() ?? null,
    isExpired: row.expires_at !== null && row.expires_at <= now,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }))
}
