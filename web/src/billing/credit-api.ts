// On its own: staff and members ask for the same history.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { apiKey } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

const pageSize = 50

/** Changes of what a member has left over, newest first; of the caller where no member is named. */
export const creditQuery = (memberId: number | null) =>
  infiniteQueryOptions({
    queryKey: memberId === null ? apiKey(api.billing.listMyCredit) : apiKey(api.billing.listCredit, { memberId }),
    queryFn: ({ pageParam: offset }) =>
      memberId === null
        ? api.billing.listMyCredit({ offset, limit: pageSize })
        : api.billing.listCredit({ memberId, offset, limit: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * pageSize : undefined),
    meta: { live: 'billing' },
  })
