import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const isPassing = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** Failures that may pass are tried twice more; refusals are answers. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < 2 && isPassing(error),
        retryDelay: (count) => 500 * 2 ** count,
        // Offline, a call fails with a sentence about it instead of waiting without a word.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
