import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#platform/api/client.ts'

export const apiKeysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: api.keys.list,
  meta: { live: 'devices' },
})
/** What a key may be limited to. */
export const reachableQuery = queryOptions({ queryKey: ['keys', 'devices'], queryFn: api.devices.list })

export const { create: createApiKey, revoke: revokeApiKey } = api.keys
export const refreshKeys = (client: QueryClient) => client.invalidateQueries({ queryKey: ['keys'] })
