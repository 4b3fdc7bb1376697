import type { EntryFilter, Period } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

const { memberbucks } = api

const live = { meta: { live: 'memberbucks' } } as const

/** The balance of a member and its entries, newest first, a page after the other. */
export const memberLedgerQuery = (memberId: number) =>
  infiniteQueryOptions({
    queryKey: apiKey(memberbucks.listEntries, { memberId }),
    queryFn: ({ pageParam: before }) => memberbucks.listEntries({ memberId, before }),
    initialPageParam: newest(),
    getNextPageParam: (last) => (last.hasMore ? last.entries.at(-1)?.id : undefined),
    ...live,
  })

export const overviewQuery = queryOptions({ ...apiQuery(memberbucks.getOverview), ...live })

/** A member's own entries; what is there stays while the next filter is under way. */
export const ownEntriesQuery = (filter: EntryFilter) =>
  infiniteQueryOptions({
    queryKey: apiKey(memberbucks.listOwnEntries, filter),
    queryFn: ({ pageParam: before }) => memberbucks.listOwnEntries({ ...filter, before }),
    initialPageParam: newest(),
    getNextPageParam: (last) => (last.hasMore ? last.entries.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    ...live,
  })

export const ownStatementQuery = (period: Period) =>
  queryOptions({ ...apiQuery(memberbucks.getOwnStatement, period), placeholderData: keepPreviousData, ...live })

export const memberStatementQuery = (input: Period & { memberId: number }) =>
  queryOptions({ ...apiQuery(memberbucks.getMemberStatement, input), placeholderData: keepPreviousData, ...live })

export const spaceStatementQuery = (period: Period) =>
  queryOptions({ ...apiQuery(memberbucks.getSpaceStatement, period), placeholderData: keepPreviousData, ...live })

export const negativeQuery = queryOptions({ ...apiQuery(memberbucks.listNegative), ...live })

export const {
  book: bookEntry,
  reverse: reverseEntry,
  spend,
  exportOwnEntries,
  exportOwnStatement,
  exportMemberStatement,
  exportSpaceStatement,
} = memberbucks

/** The first page starts before no entry; a bare undefined would lose that later ones start before a number. */
function newest(): number | undefined {
  return undefined
}
