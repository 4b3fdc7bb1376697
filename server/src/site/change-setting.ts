import { isDeepStrictEqual } from 'node:util'
import { settings, type Setting, type SettingKey } from '@spacekeeper/contract/settings.ts'
import type { z } from 'zod'
import { change, unchanged } from '#platform/db/change.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { forgetFailures } from '#platform/chat/queue-lines.ts'
import { isWebhookKey, refusalOfAddress } from '#platform/chat/webhooks.ts'
import { encrypt } from '#platform/secrets/encryption.ts'
import { mayChangeSetting } from './rules.ts'
import { settingNotices } from './setting-notices.ts'

const wordsOf = (error: z.ZodError) =>
  [...new Set(error.issues.map(({ message }) => message))].slice(0, 5).join(' ') || 'This value does not fit.'

/**
 * Sets a setting; its value is checked by its own schema. Secrets are stored encrypted and left out of the audit.
 * Answers with the value as it is stored, null for a secret.
 */
export const changeSetting = async (ctx: Ctx, input: { key: SettingKey; value: unknown }): Promise<unknown> => {
  const { key } = input
  const setting: Setting = settings[key]
  if (!mayChangeSetting(ctx.actor, setting)) throw new AppError('notAllowed')
  const parsed = setting.schema.safeParse(input.value)
  if (!parsed.success) throw badField(key, wordsOf(parsed.error))
  const refusal = isWebhookKey(key) ? refusalOfAddress(String(parsed.data), ctx.siteUrl) : null
  if (refusal !== null) throw badField(key, refusal)
  const { isSecret = false } = setting
  const value: unknown = isSecret ? { secret: encrypt(ctx.secretKey, String(parsed.data)) } : parsed.data
  return change(ctx, 'setting.changed', async (tx) => {
    const before = await tx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
    if (!isSecret && before && isDeepStrictEqual(before.value, value)) return unchanged(value)
    const row = { value: JSON.stringify(value), changed_at: ctx.now() }
    await tx
      .insertInto('settings')
      .values({ key, ...row })
      .onConflict((on) => on.column('key').doUpdateSet(row))
      .execute()
    if (isWebhookKey(key)) await forgetFailures(tx, key)
    return {
      result: isSecret ? null : value,
      data: isSecret ? { key } : { key, value, ...(before && { before: before.value }) },
      tell: settingNotices(key),
    }
  })
}
