import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#platform/api/client.ts'

export const productsQuery = queryOptions({
  queryKey: ['vending', 'products'],
  queryFn: api.products.list,
  meta: { live: 'memberbucks' },
})

/** What happened at a machine, newest first, a page after the other. */
export const purchasesQuery = (deviceId: number) =>
  infiniteQueryOptions({
    queryKey: ['vending', 'purchases', deviceId],
    queryFn: ({ pageParam: before }) => api.vending.listPurchases({ deviceId, before }),
    initialPageParam: newest(),
    getNextPageParam: (last) => (last.hasMore ? last.purchases.at(-1)?.id : undefined),
    meta: { live: 'memberbucks' },
  })

export const salesQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ['vending', 'sales', deviceId],
    queryFn: () => api.vending.getSales({ deviceId }),
    meta: { live: 'memberbucks' },
  })

export const creditLimitsQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ['vending', 'credits', deviceId],
    queryFn: () => api.vending.getCreditLimits({ deviceId }),
    meta: { live: 'memberbucks' },
  })

export const { refund, setCreditLimits } = api.vending
export const {
  add: addProduct,
  change: changeProduct,
  remove: removeProduct,
  setStock,
  uploadPicture,
  removePicture,
} = api.products

export const refreshVending = (client: QueryClient) => client.invalidateQueries({ queryKey: ['vending'] })

/** The first page starts before no purchase; a bare undefined would lose that later ones start before a number. */
function newest(): number | undefined {
  return undefined
}
