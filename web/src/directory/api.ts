import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const directoryQuery = queryOptions({
  ...apiQuery(api.directory.getOverview),
  meta: { live: ['directory', 'config', 'openings', 'visits'] },
})

export const { setState, renameSensor, removeSensor } = api.directory
