import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { SettingKey } from '@spacekeeper/contract/settings.ts'
import type { SettingState, SiteImage } from '@spacekeeper/contract/site.ts'
import { api } from '#platform/api/client.ts'

export const settingsQuery = queryOptions({
  queryKey: ['site', 'settings'],
  queryFn: () => api.site.describeSettings(),
  meta: { live: 'config' },
})

export const settingChangesQuery = (key: string) =>
  queryOptions({
    queryKey: ['site', 'settings', key],
    queryFn: () => api.site.listSettingChanges({ key }),
    meta: { live: 'config' },
  })

export const chatsQuery = queryOptions({
  queryKey: ['site', 'chats'],
  queryFn: () => api.site.listChats(),
  meta: { live: 'chat' },
})

const patch = (client: QueryClient, changed: Pick<SettingState, 'key'> & Partial<SettingState>) =>
  client.setQueryData(
    settingsQuery.queryKey,
    (known) =>
      known && { settings: known.settings.map((one) => (one.key === changed.key ? { ...one, ...changed } : one)) },
  )

/** Saves a value and shows it; who changed it comes with the refreshed list. */
export const saveSetting = async (client: QueryClient, input: { key: SettingKey; value: unknown }) => {
  const { value } = await api.site.changeSetting(input)
  patch(client, { key: input.key, value, isSet: true })
  void client.invalidateQueries({ queryKey: ['site'] })
}

/** Sets a picture of the site to what is uploaded. */
export const uploadImage = async (client: QueryClient, input: { key: SiteImage; file: File }) => {
  const { value } = await api.site.uploadImage(input)
  patch(client, { key: input.key, value, isSet: true })
  void client.invalidateQueries({ queryKey: ['site'] })
}

export const resetSetting = async (client: QueryClient, key: SettingKey) => {
  await api.site.resetSetting({ key })
  await client.invalidateQueries({ queryKey: ['site'] })
}

/** Puts a setting back to how it was, be that a value or the default. */
export const restoreSetting = (
  client: QueryClient,
  before: Pick<SettingState, 'isSet' | 'value'> & { key: SettingKey },
) => (before.isSet ? saveSetting(client, { key: before.key, value: before.value }) : resetSetting(client, before.key))
