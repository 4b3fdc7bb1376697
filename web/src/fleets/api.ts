import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { UsageSearch } from '@spacekeeper/contract/fleets.ts'
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

const usagePage = 20

/** Who used a device, a page after the other; what is on the screen stays while the next search is under way. */
export const usageQuery = (deviceId: number, search: UsageSearch) =>
  infiniteQueryOptions({
    queryKey: ['fleets', 'usage', deviceId, search],
    queryFn: ({ pageParam }) => api.fleets.listUsage({ deviceId, ...search, offset: pageParam, limit: usagePage }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.members.length, 0)
      return last.members.length > 0 && shown < last.total ? shown : undefined
    },
    placeholderData: keepPreviousData,
    meta: { live: 'swipes' },
  })
export const { exportUsage } = api.fleets
