// On its own: devices are given one key, and notifications are signed with the other.
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { generatePushKeys, type PushKeys } from '#platform/push/seal-push.ts'
import { decrypt, encrypt } from '#platform/secrets/encryption.ts'

const findKeys = async (ctx: Ctx) =>
  ctx.db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()

/** The pair of keys of this portal, made when it is first needed. Of two processes that make one at once, one wins. */
export const getPushKeys = async (ctx: Ctx): Promise<PushKeys> => {
  const known = await findKeys(ctx)
  if (known) return { publicKey: known.public_key, privateKey: decrypt(ctx.secretKey, known.private_key) }
  const { publicKey, privateKey } = await generatePushKeys()
  await record(ctx, async ({ tx }) => {
    await tx
      .insertInto('push_keys')
      .values({ public_key: publicKey, private_key: encrypt(ctx.secretKey, privateKey), created_at: ctx.now() })
      .onConflict((on) => on.doNothing())
      .execute()
    return { result: undefined }
  })
  return getPushKeys(ctx)
}
