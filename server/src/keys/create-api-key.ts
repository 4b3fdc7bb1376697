import type { NewApiKey } from '@spacekeeper/contract/keys.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { badField } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { makeKey } from '../devices/make-key.ts'

/** A key for another system. It is shown once: only its hash is kept. */
export const createApiKey = (ctx: Ctx, wanted: NewApiKey): Promise<{ keyId: number; key: string }> => {
  const { name, kind, expiresAt } = wanted
  const scopes = [...new Set(wanted.scopes)]
  const deviceIds = wanted.deviceIds && [...new Set(wanted.deviceIds)]
  if (kind !== null && deviceIds !== null) throw badField('deviceIds', 'Either a kind of device or some devices.')
  if (expiresAt !== null && new Date(expiresAt) <= ctx.now()) throw badField('expiresAt', 'That is in the past.')
  return change(ctx, 'apiKey.created', async (tx) => {
    const known = await tx
      .selectFrom('devices')
      .select('id')
      .where('id', 'in', deviceIds ?? [0])
      .where('removed_at', 'is', null)
      .execute()
    if (deviceIds && known.length < deviceIds.length) throw badField('deviceIds', 'One of these devices is gone.')
    const { key, prefix } = makeKey()
    const { id } = await tx
      .insertInto('api_keys')
      .values({
        name,
        prefix,
        secret_hash: hashToken(key),
        scopes,
        device_kind: kind,
        device_ids: deviceIds,
        created_at: ctx.now(),
        created_by: ctx.actor.kind === 'member' ? ctx.actor.id : null,
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      result: { keyId: id, key },
      data: { apiKeyId: id, name, prefix, scopes, ...(kind && { kind }), ...(expiresAt && { expiresAt }) },
      tell: [screens.notice({ topic: 'devices', audience: { staff: ['devices'] } })],
    }
  })
}
