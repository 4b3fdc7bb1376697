import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import { makeKey } from './keys.ts'

export type DeviceFacts = {
  kind?: DeviceKind
  serial?: string | null
  name?: string
  description?: string
  isAuthorised?: boolean
  isLockedOut?: boolean
  isHidden?: boolean
  postsToDiscord?: boolean
  postsToSlack?: boolean
  isExemptFromSignin?: boolean
  isDefaultAccess?: boolean
  lastSeenAt?: Date | null
}

let count = 0

/** A device for tests and demonstrations, with a key; whatever is not said is ordinary: an authorised door. */
export const aDevice = async (
  db: Kysely<Database>,
  facts: DeviceFacts = {},
): Promise<{ id: number; serial: string; name: string; key: string; keyId: number }> => {
  count += 1
  const now = new Date()
  const serial = facts.serial === undefined ? `aabbcc${count.toString(16).padStart(6, '0')}` : facts.serial
  const name = facts.name ?? `Device ${count}`
  const { id } = await db
    .insertInto('devices')
    .values({
      kind: facts.kind ?? 'door',
      serial,
      name,
      description: facts.description ?? '',
      is_authorised: facts.isAuthorised ?? true,
      is_locked_out: facts.isLockedOut ?? false,
      locked_out_since: facts.isLockedOut ? now : null,
      is_hidden: facts.isHidden ?? false,
      posts_to_discord: facts.postsToDiscord ?? true,
      posts_to_slack: facts.postsToSlack ?? true,
      is_exempt_from_signin: facts.isExemptFromSignin ?? false,
      is_default_access: facts.isDefaultAccess ?? false,
      last_seen_at: facts.lastSeenAt ?? null,
      added_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { key, prefix, hash } = makeKey()
  const { id: keyId } = await db
    .insertInto('device_keys')
    .values({ device_id: id, prefix, secret_hash: hash, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, serial: serial ?? '', name, key, keyId }
}
