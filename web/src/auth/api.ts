import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const {
  logout,
  logInByLink,
  register,
  verifyEmail,
  resetPassword,
  createFirstAdmin,
  resendVerification,
  correctEmail,
  acceptInvitation,
} = api.auth

/** Who an invitation is for, while it works. */
export const invitationQuery = (token: string) =>
  queryOptions({
    ...apiQuery(api.auth.checkInvitation, { token }),
    staleTime: Infinity,
    retry: false,
  })

/** What a link that confirms an address asks for. Following it uses it up, this does not. */
export const verificationQuery = (token: string) =>
  queryOptions({
    ...apiQuery(api.auth.checkVerification, { token }),
    staleTime: Infinity,
    retry: false,
  })

/** Whether a link to a new password still works. Checking does not use it up. */
export const resetTokenQuery = (token: string) =>
  queryOptions({
    ...apiQuery(resetPassword, { token }),
    staleTime: Infinity,
    retry: false,
  })

/** Whether a link may still create the first administrator. */
export const setupQuery = (token: string) =>
  queryOptions({
    ...apiQuery(api.auth.checkSetup, { token }),
    staleTime: Infinity,
    retry: false,
  })
