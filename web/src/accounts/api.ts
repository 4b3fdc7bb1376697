import { queryOptions } from '@tanstack/react-query'
import { api } from '#platform/api/client.ts'

export const { login, logout, register, verifyEmail, resetPassword, createFirstAdmin } = api.accounts

/** Whether a link to a new password still works. Checking does not use it up. */
export const resetTokenQuery = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'reset', token],
    queryFn: () => resetPassword({ token }),
    staleTime: Infinity,
    retry: false,
  })

/** Whether a link may still create the first administrator. */
export const setupQuery = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'setup', token],
    queryFn: () => api.accounts.checkSetup({ token }),
    staleTime: Infinity,
    retry: false,
  })
