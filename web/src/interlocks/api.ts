import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const pricesQuery = (interlockId: number) =>
  queryOptions({
    ...apiQuery(api.interlocks.getPrices, { interlockId }),
    meta: { live: 'devices' },
  })

export const { setPrices } = api.interlocks

export const refreshPrices = (client: QueryClient) => client.invalidateQueries({ queryKey: ['interlocks'] })
