import { timingSafeEqual } from 'node:crypto'
import { apiScopes } from '@spacekeeper/contract/route.ts'
import { z } from 'zod'
import { type Services, type Actor, systemCtx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { keyLapse } from '../devices/key-owners.ts'

const Scopes = z.array(z.string()).transform((scopes) => apiScopes.filter((scope) => scopes.includes(scope)))

const writtenEveryMs = 60_000

/** When a key was used last: written once a minute at most, so that a call stays one query. */
const recordKeyUse = async (services: Services, input: { keyId: number; lastUsedAt: Date | null }): Promise<void> => {
  const now = services.now()
  const due = new Date(now.getTime() - writtenEveryMs)
  if (input.lastUsedAt && input.lastUsedAt > due) return
  await record(systemCtx(services), async ({ tx }) => {
    await tx.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', input.keyId).execute()
    return { result: undefined }
  })
}

/** The key of a script, which acts for its owner, whatever they may do now. */
export type ScriptKeyRow = { kind: 'script'; id: number; ownerId: number | null; scopes: readonly string[] }

type FoundKey = (Actor & { kind: 'apiKey' }) | ScriptKeyRow

/**
 * The API key a request was sent with, as a caller; null when it is unknown, revoked or expired, and while its owner no
 * longer looks after devices. That is asked with each call, so it holds at once and in every process.
 */
export const findApiKey = async (services: Services, key: string): Promise<FoundKey | null> => {
  const { db, now } = services
  const [prefix] = key.split('.', 1)
  if (!prefix) return null
  const row = await db
    .selectFrom('api_keys as k')
    .leftJoin('members as o', 'o.id', 'k.owner_id')
    .select(['k.id', 'k.secret_hash', 'k.scopes', 'k.device_kind', 'k.device_ids', 'k.last_used_at'])
    .select(['k.is_script', 'k.owner_id'])
    .where('k.prefix', '=', prefix)
    .where('k.revoked_at', 'is', null)
    .where((is) => is.or([is('k.expires_at', 'is', null), is('k.expires_at', '>', now())]))
    .where((is) => is.or([is('k.is_script', '=', true), is(keyLapse('o'), 'is', null)]))
    .executeTakeFirst()
  if (!row || row.secret_hash.length !== 32 || !timingSafeEqual(row.secret_hash, hashToken(key))) return null
  await recordKeyUse(services, { keyId: row.id, lastUsedAt: row.last_used_at })
  if (row.is_script) return { kind: 'script', id: row.id, ownerId: row.owner_id, scopes: row.scopes }
  const reach = { kind: row.device_kind, deviceIds: row.device_ids }
  return { kind: 'apiKey', id: row.id, scopes: Scopes.parse(row.scopes), reach }
}
