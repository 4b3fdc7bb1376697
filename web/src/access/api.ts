import { queryOptions, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const pageSize = 50

export type HolderSearch = { deviceId: number; text: string; source: HolderSource; effect: HolderEffect }

/** Why doors refused a member lately. */
export const memberRefusalsQuery = (memberId: number) =>
  queryOptions({
    ...apiQuery(api.access.listRefusals, { memberId }),
    meta: { live: ['swipes', 'config'] },
  })

export type HolderSource = 'all' | 'default' | 'hand'

export type HolderEffect = 'all' | 'works' | 'refused'

/** The members who have a device, a page after the other; what is on the screen stays while the next search is under way. */
export const holdersQuery = (search: HolderSearch) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.access.listHolders, search),
    queryFn: ({ pageParam }) => api.access.listHolders({ ...search, offset: pageParam, limit: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.holders.length, 0)
      return last.holders.length > 0 && shown < last.total ? shown : undefined
    },
    placeholderData: keepPreviousData,
    meta: { live: ['access', 'members'] },
  })

/** Which members the switch of a default concerns, as of now. */
export const defaultPreviewQuery = (deviceId: number) =>
  queryOptions({
    ...apiQuery(api.access.previewDefault, { deviceId }),
    gcTime: 0,
    meta: { live: ['access', 'members', 'devices'] },
  })

export const { setDefault } = api.access

export const { exportHolders } = api.access

export const memberAccessQuery = (memberId: number) =>
  queryOptions({
    ...apiQuery(api.access.getMemberAccess, { memberId }),
    meta: { live: ['access', 'members', 'devices'] },
  })

export type GrantChange = { deviceId: number; isGranted: boolean }

/** Makes every change, or none of them. */
export const saveGrants = (memberId: number, changes: readonly GrantChange[]) => {
  const idsOf = (isGranted: boolean) =>
    changes.filter((change) => change.isGranted === isGranted).map(({ deviceId }) => deviceId)
  return api.access.updateMemberAccess({ memberId, grant: idsOf(true), revoke: idsOf(false) })
}

/** Which doors and machines the caller may use, and why not the others. */
export const accessQuery = queryOptions({
  ...apiQuery(api.access.listOwn),
  // A visit of their own is told as access, too.
  meta: { live: ['access', 'devices', 'profile'] },
})

/** The newest refusal of the caller's own card; what may have mended it makes it stale, too. */
export const ownRefusalQuery = queryOptions({
  ...apiQuery(api.access.getOwnRefusal),
  meta: { live: ['refusals', 'access', 'devices', 'profile', 'memberbucks'] },
})

/** The last 300 swipes and uses, newest first. */
export const swipesQuery = queryOptions({
  ...apiQuery(api.access.listSwipes),
  staleTime: 5000,
  meta: { live: 'swipes' },
})
