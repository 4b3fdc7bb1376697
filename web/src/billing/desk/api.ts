import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export type DeskFilter = { text?: string; plan?: number; collector?: Collector }

export type DeskTab = 'overdue' | 'open' | 'paid' | 'settled'

const live = { live: 'billing' } as const

export const deskSummaryQuery = queryOptions({ ...apiQuery(api.billing.deskSummary), meta: live })

const pageSize = 50

/** Charges a page after the other, by how many there were before. */
export const deskChargesQuery = (filter: DeskFilter & { list: 'open' | 'overdue' | 'settled' }) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.billing.deskCharges, filter),
    queryFn: ({ pageParam: offset }) => api.billing.deskCharges({ ...filter, offset, limit: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => nextOffset(last.count, pages.length),
    placeholderData: keepPreviousData,
    meta: live,
  })

export const deskPaymentsQuery = (filter: DeskFilter) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.billing.deskPayments, filter),
    queryFn: ({ pageParam: offset }) => api.billing.deskPayments({ ...filter, offset, limit: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => nextOffset(last.count, pages.length),
    placeholderData: keepPreviousData,
    meta: live,
  })

const nextOffset = (count: number, pages: number) => (count > pages * pageSize ? pages * pageSize : undefined)

export const memberDuesQuery = (memberId: number) =>
  queryOptions({ ...apiQuery(api.billing.memberDues, { memberId }), meta: live })

/** The effect of writing charges off on the plans they are of. */
export const writeOffQuery = (chargeIds: number[]) =>
  queryOptions({ ...apiQuery(api.billing.previewWriteOff, { chargeIds }), meta: live })

export type RefundTarget = { paymentId?: number; chargeId?: number }

/** What giving money back would do; of as much as can be, unless an amount is said. */
export const refundQuery = (refund: RefundTarget & { amountCents?: number; keepsAccess?: string }) =>
  queryOptions({ ...apiQuery(api.billing.previewRefund, refund), placeholderData: keepPreviousData, meta: live })

export const desk = api.billing
