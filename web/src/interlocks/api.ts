import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#platform/api/client.ts'

export const pricesQuery = (interlockId: number) =>
  queryOptions({
    queryKey: ['interlocks', 'prices', interlockId],
    queryFn: () => api.interlocks.getPrices({ interlockId }),
    meta: { live: 'devices' },
  })

export const { setPrices } = api.interlocks

export const refreshPrices = (client: QueryClient) => client.invalidateQueries({ queryKey: ['interlocks'] })
