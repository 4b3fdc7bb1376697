import type { MessageChannel, MessageState } from '@spacekeeper/contract/messages/shapes.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export type OutboxFilter = {
  channel?: MessageChannel
  state?: MessageState
  text?: string
  member?: number
  /** Only the messages of this mailing. */
  mailing?: number
}

/** The outbox, newest first, a page after the other. */
export const outboxQuery = (filter: OutboxFilter) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.messages.list, filter),
    queryFn: ({ pageParam }) => api.messages.list({ ...filter, ...(pageParam !== null && { before: pageParam }) }),
    initialPageParam: noMessage(),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    meta: { live: 'messages' },
  })

export const messageQuery = (messageId: number) =>
  queryOptions({
    ...apiQuery(api.messages.get, { messageId }),
    meta: { live: 'messages' },
  })

/** The last messages to one member. */
export const memberMessagesQuery = (memberId: number) =>
  queryOptions({
    ...apiQuery(api.messages.list, { member: memberId, limit: 3 }),
    meta: { live: 'messages' },
  })

export const failedJobsQuery = queryOptions({
  ...apiQuery(api.messages.listFailedJobs),
  meta: { live: 'messages' },
})

export const samplesQuery = queryOptions({
  ...apiQuery(api.messages.listSamples),
  meta: { live: 'config' },
})

export const outbox = api.messages

/** The first page starts before no message; a bare null would lose that later ones start before a number. */
function noMessage(): number | null {
  return null
}
