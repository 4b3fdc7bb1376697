import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const { stripe } = api

const live = { meta: { live: 'billing' } } as const

export const methodQuery = queryOptions({ ...apiQuery(stripe.getMethod), ...live })

export const topUpFormQuery = queryOptions({ ...apiQuery(stripe.getTopUpForm), ...live })

export const automaticQuery = queryOptions({ ...apiQuery(stripe.getAutomaticTopUp), ...live })

/** What was paid through Stripe, newest first, a page after the other. */
export const receiptsQuery = infiniteQueryOptions({
  queryKey: apiKey(stripe.listReceipts, {}),
  queryFn: ({ pageParam: skip }) => stripe.listReceipts({ skip }),
  initialPageParam: 0,
  getNextPageParam: (last, pages) =>
    last.hasMore ? pages.reduce((sum, { receipts }) => sum + receipts.length, 0) : undefined,
  ...live,
})

export const { downloadMyInvoice } = api.billing

/** Stripe's page takes the place of this one. */
export const goToStripe = (url: string): void => globalThis.location.assign(url)
