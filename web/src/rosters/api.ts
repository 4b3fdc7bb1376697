import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#platform/api/client.ts'
import type { RosterFilters, RosterSearch } from './read-search.ts'

/** Rows come in windows of so many, and only those that somebody looks at. */
export const windowSize = 100

const live = { live: ['members', 'access', 'devices'] } as const

export const rosterWindow = (search: RosterSearch, index: number) =>
  queryOptions({
    queryKey: ['members', 'roster', search, index],
    queryFn: () => api.rosters.list({ ...search, offset: index * windowSize, limit: windowSize }),
    // What is on the screen stays while the next search is under way.
    ...(index === 0 && { placeholderData: keepPreviousData }),
    meta: live,
  })

export const grantableDevices = queryOptions({
  queryKey: ['members', 'devices'],
  queryFn: () => api.rosters.listDevices(),
  meta: { live: 'devices' },
})

/** As it is sent: who was chosen one by one, or all that match but for some. */
export type Selected = { memberIds: number[] } | { filter: RosterFilters; except: number[] }

export type GrantWish = { selection: Selected; change: 'grant' | 'revoke'; deviceIds: number[] }

/** Stays as it was read until somebody asks again: what is confirmed must be what stands there. */
export const grantsPreview = (wish: GrantWish) =>
  queryOptions({
    queryKey: ['rosters', 'grants', wish],
    queryFn: () => api.rosters.previewGrants(wish),
    enabled: wish.deviceIds.length > 0,
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

export const changeGrants = (wish: GrantWish & { fingerprint: string }) => api.rosters.changeGrants(wish)

export const emailList = (selection: Selected) =>
  queryOptions({
    queryKey: ['rosters', 'emails', selection],
    queryFn: () => api.rosters.exportEmails({ selection }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: false,
  })

export const { exportTable } = api.rosters
