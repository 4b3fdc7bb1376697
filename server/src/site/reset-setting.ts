import { settings, type Setting, type SettingKey } from '@spacekeeper/contract/settings.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { forgetFailures } from '#platform/chat/queue-lines.ts'
import { isWebhookKey } from '#platform/chat/webhooks.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { mayChangeSetting } from './rules.ts'
import { settingNotices } from './setting-notices.ts'

/** Back to the default. A secret is removed, and what it was stands nowhere. */
export const resetSetting = (ctx: Ctx, key: SettingKey): Promise<void> => {
  const setting: Setting = settings[key]
  return change(ctx, 'setting.reset', async (tx) => {
    if (!mayChangeSetting(ctx.actor, setting)) throw new AppError('notAllowed')
    const removed = await tx.deleteFrom('settings').where('key', '=', key).returning('value').executeTakeFirst()
    if (!removed) return unchanged(undefined)
    if (isWebhookKey(key)) await forgetFailures(tx, key)
    return {
      result: undefined,
      data: setting.isSecret ? { key } : { key, before: removed.value },
      tell: settingNotices(key),
    }
  })
}
