import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#platform/api/client.ts'

/** How the lists of doors stand; one answer for every row and card that asks. */
export const listStatesQuery = queryOptions({
  queryKey: ['fleets', 'lists'],
  queryFn: api.fleets.listStates,
  refetchInterval: 60_000,
  meta: { live: ['devices', 'access', 'members', 'visits'] },
})

export type Tried = { memberId: number } | { card: string }

/** What would happen now; asked again when anything it rests on changes. */
export const trialQuery = (deviceId: number, who: Tried) =>
  queryOptions({
    queryKey: ['fleets', 'trial', deviceId, who],
    queryFn: () => api.fleets.tryCard({ deviceId, ...who }),
    gcTime: 0,
    meta: { live: ['devices', 'access', 'members', 'visits', 'memberbucks', 'swipes'] },
  })

/** Members whose name contains the text. */
export const membersQuery = (text: string) =>
  queryOptions({
    queryKey: ['members', 'named', text],
    queryFn: () => api.members.search({ text, limit: 20 }),
    placeholderData: keepPreviousData,
    meta: { live: 'members' },
  })
