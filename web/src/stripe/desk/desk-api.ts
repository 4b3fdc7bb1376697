import type { UnknownSubscription } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import type { EventState } from '@spacekeeper/contract/stripe/words.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { stripe } from '../api.ts'

export { stripe }

const live = { meta: { live: 'billing' } } as const

export const connectionQuery = queryOptions({ ...apiQuery(stripe.getConnection), ...live })

export const disputesQuery = queryOptions({ ...apiQuery(stripe.listDisputes), ...live })

const skipAfter = <T>(last: { hasMore: boolean }, pages: readonly T[], count: (page: T) => number) =>
  last.hasMore ? pages.reduce((sum, page) => sum + count(page), 0) : undefined

/** Payouts, newest first, a page after the other. */
export const clearingQuery = infiniteQueryOptions({
  queryKey: apiKey(stripe.getClearing, {}),
  queryFn: ({ pageParam: skip }) => stripe.getClearing({ skip }),
  initialPageParam: 0,
  getNextPageParam: (last, pages) => skipAfter(last, pages, ({ payouts }) => payouts.length),
  ...live,
})

/** What Stripe told the portal, newest first, a page after the other. */
export const eventsQuery = (state: EventState) =>
  infiniteQueryOptions({
    queryKey: apiKey(stripe.listEvents, { state }),
    queryFn: ({ pageParam: skip }) => stripe.listEvents({ state, skip }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => skipAfter(last, pages, ({ events }) => events.length),
    ...live,
  })

/** The comparisons, newest first, a page after the other. */
export const comparisonsQuery = infiniteQueryOptions({
  queryKey: apiKey(stripe.listComparisons, {}),
  queryFn: ({ pageParam: skip }) => stripe.listComparisons({ skip }),
  initialPageParam: 0,
  getNextPageParam: (last, pages) => skipAfter(last, pages, ({ comparisons }) => comparisons.length),
  ...live,
})

/** What was set aside, newest first, a page after the other. */
export const setAsidesQuery = infiniteQueryOptions({
  queryKey: apiKey(stripe.listSetAsides, {}),
  queryFn: ({ pageParam: skip }) => stripe.listSetAsides({ skip }),
  initialPageParam: 0,
  getNextPageParam: (last, pages) => skipAfter(last, pages, ({ setAsides }) => setAsides.length),
  ...live,
})

/** Asks Stripe for all its subscriptions, so only when it is wanted. */
export const unknownQuery = queryOptions({ ...apiQuery(stripe.listUnknown) })

/** Lists the decisions a person can take of a plan that waits at Stripe; none where it is not theirs to decide. */
export const listDecisions = ({
  plan,
  refusal,
}: UnknownSubscription): readonly ('owedHere' | 'end' | 'endHere' | 'noneLeft')[] => {
  if (plan === null) return []
  if (refusal === 'lost') return ['endHere']
  if (refusal === 'leftLost') return ['noneLeft']
  return refusal === 'unpaid' || refusal === 'disputed' ? ['owedHere', 'end'] : []
}
