import type { NewScriptKey, ScriptKey } from '@spacekeeper/contract/api-keys/script-shapes.ts'
import {
  areasOfAdministrators,
  keyEndNoticeDays,
  longestKeyDays,
  scriptScopes,
  type ScriptScope,
} from '@spacekeeper/contract/api-keys/words.ts'
import { contract } from '@spacekeeper/contract/index.ts'
import { permissions } from '@spacekeeper/contract/permissions.ts'
import { permissionsFor, type Permission, type Route } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { badField } from '#platform/http/app-error.ts'
import { isOwnScope, scriptScopeOf } from '#platform/http/key-scopes.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { screens } from '#platform/live/screens.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { ownerAs, scriptLapse } from '../devices/key-owners.ts'
import { makeKey } from '../devices/keys.ts'
import { revokeApiKey } from './api-keys.ts'

const mostKeys = 500

const dayMs = 24 * 60 * 60 * 1000

const scriptKeysChanged = screens.notice({ topic: 'devices', audience: { staff: [...permissions] } })

/** The permissions of which one is enough to call something with a scope. */
const permissionsOfScope = new Map<ScriptScope, Set<Permission>>()
for (const route of Object.values(contract).flatMap((domain) => Object.values<Route>(domain))) {
  const scope = scriptScopeOf(route)
  if (scope === null) continue
  const known = permissionsOfScope.get(scope) ?? new Set()
  for (const permission of permissionsFor(route.access)) known.add(permission)
  permissionsOfScope.set(scope, known)
}

const isForAdministrators = (scope: ScriptScope) => areasOfAdministrators.some((area) => scope.startsWith(`${area}:`))

/** What a key of this member can be let into: what they may do themselves, some only as an administrator. */
export const offeredScopes = (member: { isAdmin: boolean; permissions: readonly Permission[] }): ScriptScope[] =>
  scriptScopes.filter((scope) => {
    if (isOwnScope(scope)) return true
    const enough = permissionsOfScope.get(scope)
    if (!enough) return false
    if (isForAdministrators(scope)) return member.isAdmin
    return member.permissions.some((permission) => enough.has(permission))
  })

/** The keys of the caller for scripts, of all staff for administrators, the newest first. */
export const listScriptKeys = async (ctx: Ctx): Promise<{ keys: ScriptKey[]; offered: ScriptScope[] }> => {
  const member = memberOf(ctx)
  const rows = await ctx.db
    .selectFrom('api_keys as k')
    .innerJoin('members as o', 'o.id', 'k.owner_id')
    .select(columns('k.id, k.name, k.prefix, k.scopes, k.created_at, k.last_used_at, k.revoked_at'))
    .select([sql<Date>`k.expires_at`.as('expiresAt'), ownerAs('o', scriptLapse('o')).as('owner')])
    .where('k.is_script', '=', true)
    .$if(!member.isAdmin, (query) => query.where('k.owner_id', '=', member.id))
    .orderBy('k.id', 'desc')
    .limit(mostKeys)
    .execute()
  const now = ctx.now().getTime()
  const keys = rows.map((row) => ({
    ...withTimes(row),
    scopes: scriptScopes.filter((scope) => row.scopes.includes(scope)),
    isExpired: row.expiresAt.getTime() <= now,
    endsSoon: row.expiresAt.getTime() <= now + keyEndNoticeDays * dayMs,
  }))
  return { keys, offered: offeredScopes(member) }
}

const checkEnd = (expiresAt: Date, now: Date) => {
  if (expiresAt.getTime() > now.getTime() + longestKeyDays * dayMs)
    throw badField('expiresAt', 'A key ends after a year at the latest.')
}

/** A key for a script of the caller. It is shown once: only its hash is kept. */
export const createScriptKey = (ctx: Ctx, wanted: NewScriptKey): Promise<{ keyId: number; key: string }> => {
  const member = memberOf(ctx)
  const { name, expiresAt } = wanted
  const offered = offeredScopes(member)
  const scopes = scriptScopes.filter((scope) => wanted.scopes.includes(scope))
  if (scopes.some((scope) => !offered.includes(scope)))
    throw badField('scopes', 'A key can’t be let into more than you may do yourself.')
  checkEnd(new Date(expiresAt), ctx.now())
  return change(ctx, 'apiKey.created', async ({ tx }) => {
    const { key, prefix } = makeKey()
    const { id } = await tx
      .insertInto('api_keys')
      .values({
        name,
        prefix,
        secret_hash: hashToken(key),
        scopes,
        is_script: true,
        created_at: ctx.now(),
        created_by: member.id,
        owner_id: member.id,
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      result: { keyId: id, key },
      data: { apiKeyId: id, name, prefix, scopes, expiresAt },
      tell: [scriptKeysChanged],
    }
  })
}

/** Ends one of the caller's keys; administrators end any. */
export const revokeScriptKey = (ctx: Ctx, keyId: number): Promise<void> => {
  const { id, isAdmin } = memberOf(ctx)
  return revokeApiKey(ctx, { keyId, isScript: true, ownerId: isAdmin ? undefined : id })
}
