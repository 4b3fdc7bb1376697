import type { leavingFilters } from '@spacekeeper/contract/leaving/words.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export type LeavingFilter = (typeof leavingFilters)[number]

/** The member’s own checklist. */
export const ownLeavingQuery = queryOptions({
  ...apiQuery(api.leaving.getOwn),
  meta: { live: ['leaving', 'profile', 'memberbucks', 'storage'] },
})

/** Checklists of members who leave, a page after the other. */
export const leavingsQuery = (filter: LeavingFilter) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.leaving.list, { filter }),
    queryFn: ({ pageParam: before }) => api.leaving.list({ filter, before }),
    initialPageParam: newest(),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { live: ['leaving', 'members', 'storage'] },
  })

export const refundsQuery = queryOptions({
  ...apiQuery(api.leaving.listRefunds),
  meta: { live: ['leaving', 'memberbucks'] },
})

export const { askRefund, withdrawRefund, donate, begin, setPaused, actOnStep, payRefund, declineRefund } = api.leaving

export const { downloadRefunds } = api.leaving

/** The first page starts before no checklist. */
function newest(): number | undefined {
  return undefined
}
