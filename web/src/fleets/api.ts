import { queryOptions } from '@tanstack/react-query'
import { api } from '#platform/api/client.ts'

/** How the lists of doors stand; one answer for every row and card that asks. */
export const listStatesQuery = queryOptions({
  queryKey: ['fleets', 'lists'],
  queryFn: api.fleets.listStates,
  refetchInterval: 60_000,
  meta: { live: ['devices', 'access', 'members', 'visits'] },
})
