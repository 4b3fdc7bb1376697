import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const {
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  startTotp,
  confirmTotp,
  turnOffTotp,
  renewRecoveryCodes,
  removePassword,
  confirmSession,
  startConfirmation,
} = api.auth

/** How the member can log in. */
export const strongLoginQuery = queryOptions({ ...apiQuery(api.auth.getStrongLogin), meta: { live: 'profile' } })

/** Their latest logins and failed tries. */
export const loginsQuery = queryOptions({ ...apiQuery(api.auth.listLogins), meta: { live: 'profile' } })

/** With what they can prove who they are; asked anew each time. */
export const proofsQuery = queryOptions({ ...apiQuery(api.auth.getProofs), staleTime: 0, retry: false })
