import type { SettingKey } from '@spacekeeper/contract/index.ts'
import type { SettingState } from '@spacekeeper/contract/settings/shapes.ts'
import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const settingsQuery = queryOptions({
  ...apiQuery(api.settings.describe),
  meta: { live: 'config' },
})

export const settingChangesQuery = (key: string) =>
  queryOptions({
    ...apiQuery(api.settings.listChanges, { key }),
    meta: { live: 'config' },
  })

export const signInRuleQuery = queryOptions({
  ...apiQuery(api.visits.previewSignInRule),
  // Who is on site changes by the minute, and the question is about now.
  staleTime: 0,
  meta: { live: 'visits' },
})

export const chatsQuery = queryOptions({
  ...apiQuery(api.settings.listChats),
  meta: { live: 'chat' },
})

/** Settings are shown here and used by every page; who changed one comes with the list that is asked again. */
export const { update: saveSetting, uploadImage } = api.settings

/** Puts a setting back to how it was, be that a value or the default. */
export const restoreSetting = ({ isSet, key, value }: Pick<SettingState, 'isSet' | 'value'> & { key: SettingKey }) =>
  isSet ? saveSetting({ key, value }) : resetSetting(key)

export const resetSetting = (key: SettingKey) => api.settings.reset({ key })
