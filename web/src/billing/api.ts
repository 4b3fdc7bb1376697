import type { ConcessionState } from '@spacekeeper/contract/billing/words.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

const live = { live: 'billing' } as const

/** Everything about the member's own plan. */
export const myPlanQuery = queryOptions({ ...apiQuery(api.billing.getMyPlan), meta: live })

export const myOffersQuery = queryOptions({ ...apiQuery(api.billing.listMyOffers), meta: live })

/** Without a time it is asked as the space does it. */
export type PlanRequest = { planId: number; when?: 'now' | 'next' }

/** Is not kept: what is confirmed must be what is on the screen. */
export const changePreviewQuery = (request: PlanRequest) =>
  queryOptions({ ...apiQuery(api.billing.previewChange, request), staleTime: 'static', gcTime: 0, retry: false })

export const pausePreviewQuery = (days: { from: string; to: string }) =>
  queryOptions({ ...apiQuery(api.billing.previewPause, days), staleTime: 'static', gcTime: 0, retry: false })

/** Invoices and credit notes, newest first, a page after the other. */
export const myInvoicesQuery = infiniteQueryOptions({
  queryKey: apiKey(api.billing.listMyInvoices),
  queryFn: ({ pageParam: before }) => api.billing.listMyInvoices(before === undefined ? {} : { before }),
  initialPageParam: newest(),
  getNextPageParam: (last) => (last.hasMore ? last.invoices.at(-1)?.id : undefined),
  meta: live,
})

export const concessionsQuery = (state: ConcessionState) =>
  queryOptions({ ...apiQuery(api.billing.listConcessions, { state }), meta: live })

export const plan = api.billing

/** The first page starts before no invoice; a bare undefined would lose that later ones start before a number. */
function newest(): number | undefined {
  return undefined
}
