import { settings, type SettingKey } from '@spacekeeper/contract/settings.ts'
import type { z } from 'zod'
import { change } from '#platform/db/change.ts'
import type { Ctx } from '#platform/ctx.ts'
import { badField } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { encrypt } from '#platform/secrets/encryption.ts'
import { settingsChanged } from '#platform/settings/settings.ts'
import { doorLists } from '../devices/channels.ts'

/** Sets a setting; its value is checked by its own schema. Secrets are stored encrypted and left out of the audit. */
export const changeSetting = async (ctx: Ctx, input: { key: SettingKey; value: unknown }): Promise<void> => {
  const { key } = input
  const setting: { schema: z.ZodType; isSecret?: true } = settings[key]
  const parsed = setting.schema.safeParse(input.value)
  if (!parsed.success) throw badField(key, parsed.error.issues.map((issue) => issue.message).join(' '))
  const value = setting.isSecret ? { secret: encrypt(ctx.secretKey, String(parsed.data)) } : parsed.data
  return change(ctx, 'setting.changed', async (tx) => {
    const row = { value: JSON.stringify(value), changed_at: ctx.now() }
    await tx
      .insertInto('settings')
      .values({ key, ...row })
      .onConflict((on) => on.column('key').doUpdateSet(row))
      .execute()
    return {
      result: undefined,
      data: setting.isSecret ? { key } : { key, value: parsed.data },
      tell: [
        settingsChanged.notice({ keys: [key] }),
        screens.notice({ topic: 'config', audience: 'everybody' }),
        ...(key === 'ENABLE_PORTAL_SITE_SIGN_IN' ? [doorLists.notice({ all: true })] : []),
      ],
    }
  })
}
