import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { ProfileChange } from '@spacekeeper/contract/profiles.ts'
import { api } from '#platform/api/client.ts'
import { sessionQuery } from '#platform/session/session.ts'

export const {
  changePassword,
  endSession,
  endOtherSessions,
  askEmailChange,
  resendEmailChange,
  cancelEmailChange,
  downloadData,
  close: closeAccount,
} = api.profiles

/** The address that is to replace the one he has, if he asked for one. */
export const emailChangeQuery = queryOptions({
  queryKey: ['profiles', 'email'],
  queryFn: () => api.profiles.getEmailChange(),
  meta: { live: 'profile' },
})

/** What happens to what if the account is closed now; asked anew each time it is shown. */
export const closingQuery = queryOptions({
  queryKey: ['profiles', 'closing'],
  queryFn: () => api.profiles.getClosing(),
  staleTime: 0,
  meta: { live: ['profile', 'access', 'visits'] },
})

/** Where this member is logged in. */
export const sessionsQuery = queryOptions({
  queryKey: ['profiles', 'sessions'],
  queryFn: async () => (await api.profiles.listSessions()).sessions,
  meta: { live: 'profile' },
})

/** Saves what is sent; the screens then show what the server made of it. */
export const saveProfile = async (client: QueryClient, change: ProfileChange): Promise<void> => {
  await api.profiles.update(change)
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
