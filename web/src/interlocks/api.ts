import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { apiQuery, refreshDomains } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const pricesQuery = (interlockId: number) =>
  queryOptions({
    ...apiQuery(api.interlocks.getPrices, { interlockId }),
    meta: { live: 'devices' },
  })

/** Uses that wait for a decision, of one machine or of all. */
export const heldUsesQuery = (interlockId?: number) =>
  queryOptions({
    ...apiQuery(api.interlocks.listHeldUses, interlockId === undefined ? {} : { interlockId }),
    meta: { live: 'devices' },
  })

export const { setPrices, decideHeldUse } = api.interlocks

/** Decided: the list, what the use page sums up and the home page of staff are other ones. */
export const refreshHeldUses = (client: QueryClient) => refreshDomains(client, 'interlocks', 'monitoring', 'home')

export const refreshPrices = (client: QueryClient) => refreshDomains(client, 'interlocks')
