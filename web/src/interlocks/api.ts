import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
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
