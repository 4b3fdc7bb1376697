import { settings, type Setting, type SettingKey } from '@spacekeeper/contract/settings.ts'
import { change, unchanged } from '#platform/db/change.ts'
import type { Ctx } from '#platform/ctx.ts'
import { settingNotices } from './setting-notices.ts'

/** Back to the default. A secret is removed, and what it was stands nowhere. */
export const resetSetting = (ctx: Ctx, key: SettingKey): Promise<void> =>
  change(ctx, 'setting.reset', async (tx) => {
    const removed = await tx.deleteFrom('settings').where('key', '=', key).returning('value').executeTakeFirst()
    if (!removed) return unchanged(undefined)
    const setting: Setting = settings[key]
    return {
      result: undefined,
      data: setting.isSecret ? { key } : { key, before: removed.value },
      tell: settingNotices(key),
    }
  })
