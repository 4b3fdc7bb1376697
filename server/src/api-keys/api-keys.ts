import type { ApiKey, NewApiKey } from '@spacekeeper/contract/api-keys/shapes.ts'
import { apiScopes } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { badField, AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { keyOwner, lockKeyOwner } from '../devices/key-owners.ts'
import { makeKey } from '../devices/keys.ts'

const mostKeys = 500

export const apiKeysChanged = screens.notice({ topic: 'devices', audience: { staff: ['devices'] } })

type NamedDevice = { id: number; name: string }

/** The keys of other systems, the newest first, with the names of the devices they are limited to. */
export const listApiKeys = async (ctx: Ctx): Promise<ApiKey[]> => {
  const rows = await ctx.db
    .selectFrom('api_keys as k')
    .leftJoin('members as m', 'm.id', 'k.created_by')
    .leftJoin('members as o', 'o.id', 'k.owner_id')
    .select(columns('k.id, k.name, k.prefix, k.scopes, k.device_kind as kind, k.created_at, k.expires_at'))
    .select(columns('k.last_used_at, k.revoked_at, k.device_ids', fullNameOf<string | null>('m').as('createdBy')))
    .select(keyOwner('o').as('owner'))
    .select(
      sql<NamedDevice[] | null>`(select json_agg(json_build_object('id', d.id, 'name', d.name) order by lower(d.name))
        from devices d where d.id = any(k.device_ids))`.as('devices'),
    )
    .where('k.is_script', '=', false)
    .orderBy('k.id', 'desc')
    .limit(mostKeys)
    .execute()
  const now = ctx.now()
  return rows.map(({ deviceIds, ...row }) => ({
    ...withTimes(row),
    scopes: apiScopes.filter((scope) => row.scopes.includes(scope)),
    devices: deviceIds && (row.devices ?? []),
    isExpired: row.expiresAt !== null && row.expiresAt <= now,
  }))
}

/** How many of these devices are in use. */
const countDevices = async ({ tx }: Work, deviceIds: readonly number[]): Promise<number> => {
  const { count } = await tx
    .selectFrom('devices')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('id', 'in', deviceIds)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** A key for another system. It is shown once: only its hash is kept. */
export const createApiKey = (ctx: Ctx, wanted: NewApiKey): Promise<{ keyId: number; key: string }> => {
  const { name, kind, expiresAt } = wanted
  const maker = ctx.actor.kind === 'member' ? ctx.actor.id : null
  const scopes = [...new Set(wanted.scopes)]
  const deviceIds = wanted.deviceIds && [...new Set(wanted.deviceIds)]
  if (kind !== null && deviceIds !== null) throw badField('deviceIds', 'Either a kind of device or some devices.')
  return change(ctx, 'apiKey.created', async (work) => {
    if (deviceIds && (await countDevices(work, deviceIds)) < deviceIds.length)
      throw badField('deviceIds', 'One of these devices is gone.')
    const { key, prefix } = makeKey()
    const { id } = await work.tx
      .insertInto('api_keys')
      .values({
        name,
        prefix,
        secret_hash: hashToken(key),
        scopes,
        device_kind: kind,
        device_ids: deviceIds,
        created_at: ctx.now(),
        created_by: maker,
        owner_id: maker,
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      result: { keyId: id, key },
      data: { apiKeyId: id, name, prefix, scopes, ...(kind && { kind }), ...(expiresAt && { expiresAt }) },
      tell: [apiKeysChanged],
    }
  })
}

/** Makes a member of staff the owner of a key: it works while they look after devices. */
export const giveApiKey = (ctx: Ctx, { keyId, memberId }: { keyId: number; memberId: number }): Promise<void> =>
  change(ctx, 'apiKey.given', async (work) => {
    await lockKeyOwner(work, memberId)
    const key = await work.tx
      .selectFrom('api_keys')
      .select(['name', 'prefix', 'owner_id'])
      .where('id', '=', keyId)
      .where('is_script', '=', false)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!key) throw new AppError('notFound')
    const { name, prefix, owner_id: from } = key
    if (from === memberId) return unchanged(undefined)
    await work.tx.updateTable('api_keys').set({ owner_id: memberId }).where('id', '=', keyId).execute()
    return {
      result: undefined,
      data: { apiKeyId: keyId, name, prefix, from, to: memberId },
      tell: [apiKeysChanged],
    }
  })

type Revoking = { keyId: number; isScript: boolean; ownerId?: number | undefined }

/** Ends a key of another system or of a script for good. Revoking twice changes nothing. */
export const revokeApiKey = (ctx: Ctx, { keyId, isScript, ownerId }: Revoking): Promise<void> =>
  change(ctx, 'apiKey.revoked', async ({ tx }) => {
    const key = await tx
      .selectFrom('api_keys')
      .select(['name', 'prefix', 'revoked_at'])
      .where('id', '=', keyId)
      .where('is_script', '=', isScript)
      .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId ?? 0))
      .forUpdate()
      .executeTakeFirst()
    if (!key) throw new AppError('notFound')
    if (key.revoked_at) return unchanged(undefined)
    await tx.updateTable('api_keys').set({ revoked_at: ctx.now() }).where('id', '=', keyId).execute()
    return {
      result: undefined,
      data: { apiKeyId: keyId, name: key.name, prefix: key.prefix },
      tell: [apiKeysChanged],
    }
  })
