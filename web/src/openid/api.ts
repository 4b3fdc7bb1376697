import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const {
  approveWaiting,
  redeemApproval,
  withdrawSite,
  createSite,
  changeSite,
  removeSite,
  renewSecret,
  endSiteLogin,
  makeKey,
  startTest,
  finishTest,
} = api.openid

/** The question to be asked in the app before a login goes on that waits in a browser of the phone. */
export const waitingQuery = (uid: string) =>
  queryOptions({ ...apiQuery(api.openid.getWaiting, { uid }), staleTime: 0, retry: false })

export const ownSitesQuery = queryOptions({ ...apiQuery(api.openid.listOwnSites), meta: { live: 'profile' } })

export const sitesQuery = queryOptions({ ...apiQuery(api.openid.listSites), meta: { live: 'config' } })

export const openidSiteQuery = (siteId: number) =>
  queryOptions({ ...apiQuery(api.openid.getSite, { siteId }), meta: { live: 'config' } })

export const siteLoginsQuery = (input: { siteId: number; limit: number }) =>
  queryOptions({
    ...apiQuery(api.openid.listSiteLogins, input),
    placeholderData: keepPreviousData,
    meta: { live: 'config' },
  })

export const keysQuery = queryOptions({ ...apiQuery(api.openid.listKeys), meta: { live: 'config' } })
