import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const apiKeysQuery = queryOptions({
  ...apiQuery(api.apiKeys.list),
  meta: { live: ['devices', 'members'] },
})

/** The caller's keys for scripts, and what a new one may be let into. */
export const scriptKeysQuery = queryOptions({
  ...apiQuery(api.apiKeys.listScriptKeys),
  meta: { live: ['devices', 'members'] },
})

/** Who owns which key, of other systems and of devices. */
export const ownedKeysQuery = queryOptions({
  ...apiQuery(api.apiKeys.listHeld, {}),
  meta: { live: ['devices', 'members'] },
})

/** What a key may be limited to. */
export const reachableQuery = apiQuery(api.devices.list)

export const {
  create: createApiKey,
  give: giveApiKey,
  revoke: revokeApiKey,
  createScriptKey,
  revokeScriptKey,
} = api.apiKeys
