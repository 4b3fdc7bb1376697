import type { SettingKey } from '@spacekeeper/contract/index.ts'
import type { SettingState, SiteImage } from '@spacekeeper/contract/settings/shapes.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { apiQuery, refreshDomains } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { siteQuery } from '#platform/session/site-query.tsx'

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

const patch = (client: QueryClient, changed: Pick<SettingState, 'key'> & Partial<SettingState>) =>
  client.setQueryData(
    settingsQuery.queryKey,
    (known) =>
      known && { settings: known.settings.map((one) => (one.key === changed.key ? { ...one, ...changed } : one)) },
  )

/** Settings are shown here and used by every page. */
const refreshSite = (client: QueryClient) =>
  Promise.all([refreshDomains(client, 'settings'), client.invalidateQueries({ queryKey: siteQuery.queryKey })])

/** Saves a value and shows it; who changed it comes with the refreshed list. */
export const saveSetting = async (client: QueryClient, input: { key: SettingKey; value: unknown }) => {
  const { value } = await api.settings.update(input)
  patch(client, { key: input.key, value, isSet: true })
  void refreshSite(client)
}

/** Sets a picture of the site to what is uploaded. */
export const uploadImage = async (client: QueryClient, input: { key: SiteImage; file: File }) => {
  const { value } = await api.settings.uploadImage(input)
  patch(client, { key: input.key, value, isSet: true })
  void refreshSite(client)
}

export const resetSetting = async (client: QueryClient, key: SettingKey) => {
  await api.settings.reset({ key })
  await refreshSite(client)
}

/** Puts a setting back to how it was, be that a value or the default. */
export const restoreSetting = (
  client: QueryClient,
  before: Pick<SettingState, 'isSet' | 'value'> & { key: SettingKey },
) => (before.isSet ? saveSetting(client, { key: before.key, value: before.value }) : resetSetting(client, before.key))
