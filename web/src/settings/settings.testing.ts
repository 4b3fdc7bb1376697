import { settings } from '@spacekeeper/contract/index.ts'
import { settingsApi } from '@spacekeeper/contract/settings/routes.ts'
import type { SettingState } from '@spacekeeper/contract/settings/shapes.ts'
import { fakeServer } from '#platform/api/fake-server.testing.ts'

export const someTime = '2026-01-05T10:00:00.000Z'

/** A server with every setting at its default, and what is stored in it. */
export const fakeSettings = () => {
  const server = fakeServer()
  const stored = new Map<string, unknown>()
  server.on(settingsApi.describe, () => ({
    settings: Object.entries(settings).map(([key, setting]): SettingState => {
      const isSet = stored.has(key)
      const value = isSet ? stored.get(key) : setting.default
      const changed = { changedAt: isSet ? someTime : null, changedBy: isSet ? 'Ada Okafor' : null }
      return { key, value: 'isSecret' in setting ? null : value, isSet, ...changed }
    }),
  }))
  server.on(settingsApi.update, ({ params: { key = '' }, body: { value } }) => {
    stored.set(key, value)
    return { key, value }
  })
  server.on(settingsApi.reset, ({ params: { key = '' } }) => void stored.delete(key))
  return { server, stored }
}
