import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const productsQuery = queryOptions({
  ...apiQuery(api.vending.listProducts),
  meta: { live: 'memberbucks' },
})

/** The machines that sell. */
export const machinesQuery = queryOptions({
  ...apiQuery(api.vending.listMachines),
  refetchInterval: 60_000,
  meta: { live: ['memberbucks', 'devices'] },
})

/** What happened at a machine, newest first, a page after the other. */
export const purchasesQuery = (deviceId: number) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.vending.listPurchases, { deviceId }),
    queryFn: ({ pageParam: before }) => api.vending.listPurchases({ deviceId, before }),
    initialPageParam: newest(),
    getNextPageParam: (last) => (last.hasMore ? last.purchases.at(-1)?.id : undefined),
    meta: { live: 'memberbucks' },
  })

export const salesQuery = (deviceId: number) =>
  queryOptions({
    ...apiQuery(api.vending.getSales, { deviceId }),
    meta: { live: 'memberbucks' },
  })

export const creditLimitsQuery = (deviceId: number) =>
  queryOptions({
    ...apiQuery(api.vending.getCreditLimits, { deviceId }),
    meta: { live: 'memberbucks' },
  })

export const { refund, setCreditLimits } = api.vending
export const { addProduct, updateProduct, removeProduct, setStock, uploadPicture, removePicture } = api.vending

/** The first page starts before no purchase; a bare undefined would lose that later ones start before a number. */
function newest(): number | undefined {
  return undefined
}
