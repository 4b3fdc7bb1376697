import type { UsageSearch } from '@spacekeeper/contract/monitoring/shapes.ts'
import { queryOptions, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export type TrialRequest = { memberId: number } | { card: string }

/** What would happen now; asked again when anything it rests on changes. */
export const trialQuery = (deviceId: number, who: TrialRequest) =>
  queryOptions({
    ...apiQuery(api.monitoring.tryCard, { deviceId, ...who }),
    gcTime: 0,
    meta: { live: ['devices', 'access', 'members', 'visits', 'memberbucks', 'swipes'] },
  })

/** How the lists of doors stand; one answer for every row and card that asks. */
export const listStatesQuery = queryOptions({
  ...apiQuery(api.monitoring.listCardLists),
  refetchInterval: 60_000,
  meta: { live: ['devices', 'access', 'members', 'visits'] },
})

/** How busy devices are since an instant. */
export const activityQuery = (since: string) =>
  queryOptions({
    ...apiQuery(api.monitoring.listActivity, { since }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
    meta: { live: ['swipes', 'memberbucks', 'devices'] },
  })

/** What has just happened at all devices. */
export const liveLogQuery = queryOptions({
  ...apiQuery(api.monitoring.listLive),
  refetchInterval: 30_000,
  meta: { live: ['swipes', 'memberbucks'] },
})

const usagePage = 20

/** Who used a device, a page after the other; what is on the screen stays while the next search is under way. */
export const usageQuery = (deviceId: number, search: UsageSearch) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.monitoring.listUsage, { deviceId, ...search }),
    queryFn: ({ pageParam }) => api.monitoring.listUsage({ deviceId, ...search, offset: pageParam, limit: usagePage }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.members.length, 0)
      return last.members.length > 0 && shown < last.total ? shown : undefined
    },
    placeholderData: keepPreviousData,
    meta: { live: 'swipes' },
  })

export const { exportUsage } = api.monitoring
