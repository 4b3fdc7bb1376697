import { settings, type SettingKey } from '@spacekeeper/contract/index.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import type { Setting } from '@spacekeeper/contract/setting.ts'
import { setElsewhere, settingWords } from '@spacekeeper/contract/settings/words.ts'
import type { KnownEntry } from './search-entries.ts'

const entryOf = (key: SettingKey): KnownEntry[] => {
  const { title, isUnbuilt }: Setting = settings[key]
  if (isUnbuilt) return []
  const words = `${key} ${settingWords[key] ?? ''}`
  return [{ id: key, group: 'settings', label: title, href: `/manage/settings#${key}`, words }]
}

/** Every setting that a screen shows, and what people look for among them that is set elsewhere. */
export const settingEntries: readonly KnownEntry[] = [
  ...keysOf(settings).flatMap((key) => entryOf(key)),
  ...setElsewhere.map(({ title, words }): KnownEntry => ({
    id: title,
    group: 'settings',
    label: title,
    href: `/manage/settings?text=${encodeURIComponent(title)}`,
    words,
  })),
]
