import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const {
  finishProviderLogin,
  registerByProvider,
  startProviderLink,
  startProviderTest,
  unlinkProvider,
  createProvider,
  changeProvider,
  removeProvider,
} = api.auth

/** The providers there are, and the member's accounts there. */
export const ownProvidersQuery = queryOptions({ ...apiQuery(api.auth.listOwnProviders), meta: { live: 'profile' } })

/** What administrators set of them. */
export const providersQuery = queryOptions({ ...apiQuery(api.auth.listProviders), meta: { live: 'config' } })
