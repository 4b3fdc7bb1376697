import type { VisitorList } from '@spacekeeper/contract/visitors/words.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** What lets a phone sign a visitor in; nothing at a kiosk. */
export type VisitorPasses = { kioskPass?: string; invitation?: string }

/** The code that a kiosk shows works for half an hour, so it is asked for again before. */
const freshMs = 5 * 60_000

export const formQuery = (passes: VisitorPasses) =>
  queryOptions({ ...apiQuery(api.visitors.getForm, passes), refetchInterval: freshMs, retry: false })

const searchKey = (kind: 'hosts' | 'here', input: unknown) => ['visitors', 'names', kind, input] as const

export const hostsQuery = (input: VisitorPasses & { text: string; visitorName: string }) =>
  queryOptions({
    queryKey: searchKey('hosts', input),
    queryFn: async () => (await api.visitors.findHosts(input)).hosts,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })

export const hereQuery = (text: string) =>
  queryOptions({
    queryKey: searchKey('here', text),
    queryFn: async () => (await api.visitors.findHere({ text })).visitors,
    placeholderData: keepPreviousData,
    retry: false,
  })

export const passQuery = (code: string) => queryOptions({ ...apiQuery(api.visitors.getPass, { code }), retry: false })

export const visitorLabelQuery = (code: string) => apiQuery(api.visitors.drawLabel, { code })

export const ownVisitorsQuery = queryOptions({ ...apiQuery(api.visitors.listOwn), meta: { live: 'visits:own' } })

export const visitorsQuery = (input: { list: VisitorList; text: string; limit: number }) =>
  queryOptions({
    ...apiQuery(api.visitors.list, input),
    placeholderData: keepPreviousData,
    meta: { live: 'visits' },
  })

export const posterQuery = apiQuery(api.visitors.drawPoster)

export const { signIn, signOutHere, leave, downloadLabel, expect, cancel, signOut } = api.visitors

export const { download, downloadRoll, downloadPoster } = api.visitors
