import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { apiQuery, refreshDomains } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const directoryQuery = queryOptions({
  ...apiQuery(api.directory.getOverview),
  meta: { live: ['directory', 'config', 'openings', 'visits'] },
})

export const { setState, renameSensor, removeSensor } = api.directory

export const refreshDirectory = (client: QueryClient) => refreshDomains(client, 'directory')
