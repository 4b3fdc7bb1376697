import type { DeliveryState } from '@spacekeeper/contract/webhooks/shapes.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const receiversQuery = queryOptions({ ...apiQuery(api.webhooks.list), meta: { live: 'webhooks' } })

export const receiverQuery = (receiverId: number) =>
  queryOptions({ ...apiQuery(api.webhooks.get, { receiverId }), meta: { live: 'webhooks' } })

type DeliveryFilter = { receiverId: number; state?: DeliveryState }

/** What was sent to a receiver, newest first, a page after the other. */
export const deliveriesQuery = (filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.webhooks.listDeliveries, filter),
    queryFn: ({ pageParam }) =>
      api.webhooks.listDeliveries({ ...filter, ...(pageParam !== null && { before: pageParam }) }),
    initialPageParam: noDelivery(),
    getNextPageParam: ({ deliveries, hasMore }) => (hasMore ? (deliveries.at(-1)?.id ?? null) : null),
    placeholderData: keepPreviousData,
    meta: { live: 'webhooks' },
  })

export const webhooks = api.webhooks

/** The first page starts before no delivery; a bare null would lose that later ones start before a number. */
function noDelivery(): number | null {
  return null
}
