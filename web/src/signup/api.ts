import type { OwnStanding } from '@spacekeeper/contract/signup/shapes.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { useSite } from '#platform/session/site.ts'

/** How far the member is on the way into the space. Everything that joining depends on makes it stale. */
export const ownSignupQuery = queryOptions({
  ...apiQuery(api.signup.getOwn),
  meta: { live: ['profile', 'billing', 'config'] },
})

/** The standing of the member: why they are not in, what they owe and the one thing to do next. */
export const standingQuery = queryOptions({
  ...apiQuery(api.signup.getStanding),
  meta: { live: ['profile', 'billing', 'config'] },
})

/** The same, where members pay here. Others may look on at a kiosk, so not there. */
export const useOwnStanding = (): OwnStanding | undefined => {
  const { enableMembershipPayments } = useSite().features
  const isKiosk = useIsKiosk()
  return useQuery({ ...standingQuery, enabled: enableMembershipPayments && !isKiosk }).data
}

export const tiersQuery = queryOptions({ ...apiQuery(api.signup.listTiers), meta: { live: ['billing', 'config'] } })

export const quoteQuery = (choice: Parameters<typeof api.signup.quotePlan>[0]) =>
  queryOptions({ ...apiQuery(api.signup.quotePlan, choice), retry: false, staleTime: 0 })

export const applicationsQuery = queryOptions({
  ...apiQuery(api.signup.listApplications),
  meta: { live: ['members', 'billing'] },
})

export const { choosePlan, checkInduction, registerCard, completeSignup, skipSignup, answer } = api.signup

export const { acceptApplication, askApplicant, declineApplication } = api.signup
