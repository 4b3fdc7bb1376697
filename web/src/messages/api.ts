import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#platform/api/client.ts'

/** The outbox, newest first, a page after the other. */
export const outboxQuery = infiniteQueryOptions({
  queryKey: ['messages', 'list'],
  queryFn: ({ pageParam }) => api.messages.list(pageParam === null ? {} : { before: pageParam }),
  initialPageParam: noMessage(),
  getNextPageParam: (last) => (last.hasMore ? last.messages.at(-1)?.id : undefined),
  meta: { live: 'messages' },
})

export const messageQuery = (messageId: number) =>
  queryOptions({
    queryKey: ['messages', 'one', messageId],
    queryFn: () => api.messages.get({ messageId }),
    meta: { live: 'messages' },
  })

export const failedJobsQuery = queryOptions({
  queryKey: ['messages', 'jobs'],
  queryFn: () => api.messages.listFailedJobs(),
  meta: { live: 'messages' },
})

/** The first page starts before no message; a bare null would lose that later ones start before a number. */
function noMessage(): number | null {
  return null
}
