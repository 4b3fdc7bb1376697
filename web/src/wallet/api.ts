// On its own: every domain of the web has one.
import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const { create: createPass, remove: removePass } = api.wallet

/** The wallets that take the digital ID, and which hold it. */
export const walletQuery = queryOptions({ ...apiQuery(api.wallet.getState), meta: { live: 'profile' } })
