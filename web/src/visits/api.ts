import type { Visit } from '@spacekeeper/contract/visits/shapes.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useOptimisticWrite } from '#platform/api/optimistic-write.ts'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useProfile } from '#platform/session/session.ts'
import { announce } from '#platform/ui/announcements.tsx'
import { notify } from '#platform/ui/notify.tsx'

/** The caller's open visit, or false. */
export const visitQuery = queryOptions({
  ...apiQuery(api.visits.check),
  meta: { live: 'visits:own' },
})

export const onSiteQuery = queryOptions({
  ...apiQuery(api.visits.listOnSite),
  // The configuration says by which name members see each other.
  meta: { live: ['visits', 'config'] },
})

/** More are found by searching. */
export const lastSeenShown = 500

/** Members whose name contains the text, by when they were last noticed on site. */
export const lastSeenQuery = (text: string) =>
  queryOptions({
    ...apiQuery(api.visits.listLastSeen, { text, limit: lastSeenShown }),
    placeholderData: keepPreviousData,
    meta: { live: ['swipes', 'visits', 'config'] },
  })

/** Hides the caller from other members, or shows them again. */
export const useSetVisibility = () =>
  useMutation({
    mutationFn: (isHiddenFromMembers: boolean) => api.profile.setVisibility({ isHiddenFromMembers }),
    onError: (error) => notify.failed(describeKey('visits:visibilityFailed', { reason: errorText(error) })),
    onSuccess: (_, isHidden) => notify.done({ text: describeKey(isHidden ? 'visits:nowHidden' : 'visits:nowShown') }),
    onSettled: refreshOnRefusal('visits', 'profile'),
  })

/** Whether the server would sign the reader in: active members and administrators only. */
export const useMayArrive = (): boolean => {
  const profile = useProfile()
  return profile !== null && (profile.admin || (profile.state === 'active' && profile.suspension === null))
}

/** Takes the number of guests; their names are not asked for. */
export const useSignIn = () =>
  useOptimisticWrite({
    name: 'signIn',
    query: visitQuery,
    expect: (guests: number): Visit => ({
      id: 0,
      user_id: 0,
      signin_date: new Date().toISOString(),
      signout_date: null,
      guests: Array.from({ length: guests }, () => ''),
    }),
    write: (guests) => api.visits.signIn({ guests: Array.from({ length: guests }, () => '') }),
    onFailed: (error) => notify.failed(describeKey('visits:signInFailed', { reason: errorText(error) })),
    onDone: () => announce(describeKey('visits:nowSignedIn')),
    onSettled: refreshOnRefusal('visits'),
  })

export const useSignOut = () =>
  useOptimisticWrite<void, false>({
    name: 'signOut',
    query: visitQuery,
    expect: () => false,
    write: () => api.visits.signOut(),
    onFailed: (error) => notify.failed(describeKey('visits:signOutFailed', { reason: errorText(error) })),
    onDone: () => announce(describeKey('visits:nowSignedOut')),
    onSettled: refreshOnRefusal('visits'),
  })
