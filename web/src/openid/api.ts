import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const {
  answerQuestion,
  approveWaiting,
  redeemApproval,
  endLogins,
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

/** What has to be asked before a login goes on that waits in this browser. */
export const questionQuery = (uid: string) =>
  queryOptions({ ...apiQuery(api.openid.getQuestion, { uid }), staleTime: Infinity, retry: false })

/** The same, asked in the app of a login that waits in a browser of the phone. */
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

/** Where a login goes on that has nothing more to ask: the server leads from there to the site. */
export const loginAddress = (uid: string): string => `/api/openid/interaction/${encodeURIComponent(uid)}`
