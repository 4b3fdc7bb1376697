import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** How far the member is on the way into the space. Everything that joining depends on makes it stale. */
export const ownSignupQuery = queryOptions({
  ...apiQuery(api.signup.getOwn),
  meta: { live: ['profile', 'billing', 'config'] },
})

export const tiersQuery = queryOptions({ ...apiQuery(api.signup.listTiers), meta: { live: ['billing', 'config'] } })

export const quoteQuery = (choice: Parameters<typeof api.signup.quotePlan>[0]) =>
  queryOptions({ ...apiQuery(api.signup.quotePlan, choice), retry: false, staleTime: 0 })

export const applicationsQuery = queryOptions({
  ...apiQuery(api.signup.listApplications),
  meta: { live: ['members', 'billing'] },
})

export const { choosePlan, checkInduction, registerCard, completeSignup, skipSignup, answer } = api.signup

export const { acceptApplication, askApplicant, declineApplication } = api.signup
