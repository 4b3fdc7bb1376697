import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import type { Visit } from '@spacekeeper/contract/visits.ts'
import { api } from '#platform/api/client.ts'
import { errorText } from '#platform/api/error-text.ts'
import { notify } from '#platform/ui/notify.tsx'

/** The caller's open visit, or false. */
export const visitQuery = queryOptions({
  queryKey: ['visits', 'mine'],
  queryFn: api.visits.check,
  meta: { live: 'visits' },
})

export const onSiteQuery = queryOptions({
  queryKey: ['visits', 'onSite'],
  queryFn: api.visits.listOnSite,
  meta: { live: 'visits' },
})

/** Puts the expected visit on the screen at once; what was there before comes back when the call fails. */
const useOptimisticVisit = () => {
  const client = useQueryClient()
  const { queryKey } = visitQuery
  return {
    expect: async (visit: Visit | false) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, visit)
      return { before }
    },
    restore: (before: Visit | false | undefined) => client.setQueryData(queryKey, before ?? false),
    refresh: () => client.invalidateQueries({ queryKey: ['visits'] }),
  }
}

/** Takes the number of guests; their names are not asked for. */
export const useSignIn = () => {
  const visit = useOptimisticVisit()
  return useMutation({
    mutationFn: (guests: number) => api.visits.signIn({ guests: Array.from({ length: guests }, () => '') }),
    onMutate: (guests) =>
      visit.expect({
        id: 0,
        user_id: 0,
        signin_date: new Date().toISOString(),
        signout_date: null,
        guests: Array.from({ length: guests }, () => ''),
      }),
    onError: (error, _, context) => {
      visit.restore(context?.before)
      notify.failed(i18next.t('visits:signInFailed', { reason: errorText(error) }))
    },
    onSettled: visit.refresh,
  })
}

export const useSignOut = () => {
  const visit = useOptimisticVisit()
  return useMutation({
    mutationFn: () => api.visits.signOut(),
    onMutate: () => visit.expect(false),
    onError: (error, _, context) => {
      visit.restore(context?.before)
      notify.failed(i18next.t('visits:signOutFailed', { reason: errorText(error) }))
    },
    onSettled: visit.refresh,
  })
}
