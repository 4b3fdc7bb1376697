import { QueryClient } from '@tanstack/react-query'
import { line } from '#platform/live/line.ts'
import { isLive } from '#platform/live/topics.ts'
import { ApiError } from './api-error.ts'

/** How often a read is tried again: its failure may pass, while a refusal is an answer. */
const retriesOf = (error: unknown) => {
  if (!(error instanceof ApiError)) return 2
  if (error.code === 'givenUp') return 0
  // Its deadline has taken long enough.
  if (error.code === 'noAnswer') return 1
  return error.status === 0 || error.status >= 500 ? 2 : 0
}

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < retriesOf(error),
        retryDelay: (count) => 500 * 2 ** count,
        // Offline, a call fails with a sentence about it instead of waiting without a word.
        networkMode: 'always',
        // Asks of live answers only for those that changed while the page was not looked at.
        refetchOnWindowFocus: (query) => query.state.isInvalidated || !isLive(query) || !line.stands(),
      },
      mutations: { networkMode: 'always' },
    },
  })
