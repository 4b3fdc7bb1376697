import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { apiKey, refreshDomains } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** The balance of a member and its entries, newest first, a page after the other. */
export const memberLedgerQuery = (memberId: number) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.memberbucks.listEntries, { memberId }),
    queryFn: ({ pageParam: before }) => api.memberbucks.listEntries({ memberId, before }),
    initialPageParam: newest(),
    getNextPageParam: (last) => (last.hasMore ? last.entries.at(-1)?.id : undefined),
    meta: { live: 'memberbucks' },
  })

export const { book: bookEntry, reverse: reverseEntry } = api.memberbucks

export const refreshLedger = (client: QueryClient) => refreshDomains(client, 'memberbucks')

/** The first page starts before no entry; a bare undefined would lose that later ones start before a number. */
function newest(): number | undefined {
  return undefined
}
