import type { ScriptScope } from '@spacekeeper/contract/api-keys/words.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import { hashToken } from '#platform/secrets/tokens.ts'

let count = 0

/** A key of a script as no form would make it: with any scopes and any owner. */
export const aScriptKey = async (
  db: Kysely<Database>,
  { scopes, ownerId, at = new Date() }: { scopes: readonly ScriptScope[]; ownerId: number; at?: Date },
): Promise<{ keyId: number; key: string }> => {
  count += 1
  const prefix = `S${String(count).padStart(7, '0')}`
  const key = `${prefix}.0123456789abcdefghijklmnopqrstuv`
  const { id } = await db
    .insertInto('api_keys')
    .values({
      name: 'script',
      prefix,
      secret_hash: hashToken(key),
      scopes: [...scopes],
      is_script: true,
      created_at: at,
      owner_id: ownerId,
      expires_at: new Date(at.getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { keyId: id, key }
}
