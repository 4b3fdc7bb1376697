import type { ProfileChange } from '@spacekeeper/contract/profile/shapes.ts'
import { queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { refreshTold } from '#platform/api/refresh.ts'

export const {
  changePassword,
  endSession,
  endOtherSessions,
  requestEmailChange,
  resendEmailChange,
  cancelEmailChange,
  downloadData,
  closeAccount,
} = api.profile

/** The address that is to replace the member's, if they asked for a change. */
export const emailChangeQuery = queryOptions({
  ...apiQuery(api.profile.getEmailChange),
  meta: { live: 'profile' },
})

/** What happens to what if the account is closed now; asked anew each time it is shown. */
export const closingQuery = queryOptions({
  ...apiQuery(api.profile.getClosing),
  staleTime: 0,
  meta: { live: ['profile', 'access', 'visits:own'] },
})

/** Where this member is logged in. */
export const sessionsQuery = queryOptions({
  queryKey: apiKey(api.profile.listSessions),
  queryFn: async () => (await api.profile.listSessions()).sessions,
  meta: { live: 'profile' },
})

/** Saves what is sent; the screens then show what the server made of it. Some fields saved in a row ask for that once. */
export const saveProfile = async (change: ProfileChange): Promise<void> => {
  await api.profile.update(change)
  refreshTold('details:own')
}

/** Whether the reader of a news email gets news. */
export const newsQuery = (token: string) => queryOptions({ ...apiQuery(api.mailings.getNews, { token }), retry: false })

export const { setNews } = api.mailings
