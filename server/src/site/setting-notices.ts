import { settings, type SettingKey } from '@spacekeeper/contract/settings.ts'
import type { Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'
import { settingsChanged } from '#platform/settings/settings.ts'
import { doorLists } from '../devices/channels.ts'

/** Who hears that a setting is another one: every process, every screen, and the doors if it decides who gets in. */
export const settingNotices = (key: SettingKey): Notice[] => [
  settingsChanged.notice({ keys: [key] }),
  screens.notice({ topic: 'config', audience: 'everybody' }),
  ...(settings[key].group === 'chat' ? [screens.notice({ topic: 'chat', audience: { staff: ['settings'] } })] : []),
  ...(key === 'ENABLE_PORTAL_SITE_SIGN_IN' ? [doorLists.notice({ all: true })] : []),
]
