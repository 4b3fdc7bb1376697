import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveEvent, LiveTopic } from '@spacekeeper/contract/live.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { live?: LiveTopic | readonly LiveTopic[] }
  }
}

const path = '/api/events/'
const retryMs = 5000
/** A line that took longer to open may have missed what happened after the screens had asked. */
const quickMs = 300

const topicsOf = (query: Query): readonly LiveTopic[] => [query.meta?.live ?? []].flat()

/** Refreshes exactly the queries that declare the topic; `reset` refreshes all that declare any. */
export const refreshTopic = (client: QueryClient, topic: string) =>
  client.invalidateQueries({
    predicate: (query) => {
      const topics = topicsOf(query)
      return topic === 'reset' ? topics.length > 0 : topics.some((declared) => declared === topic)
    },
  })

const isLiveEvent = (event: unknown): event is LiveEvent =>
  typeof event === 'object' && event !== null && 'topic' in event && typeof event.topic === 'string'

const readTopic = (data: string): string | null => {
  try {
    const event: unknown = JSON.parse(data)
    return isLiveEvent(event) ? event.topic : null
  } catch {
    return null
  }
}

/** Holds the stream open until the returned function is called. What a gap may have hidden is asked again. */
export const openLive = (client: QueryClient) => {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isGap = false
  const open = () => {
    source = new EventSource(path)
    const openedAt = performance.now()
    source.onopen = () => {
      if (isGap || performance.now() - openedAt > quickMs) void refreshTopic(client, 'reset')
      isGap = false
    }
    source.onmessage = ({ data }) => {
      const topic = readTopic(String(data))
      if (topic) void refreshTopic(client, topic)
    }
    source.onerror = () => {
      isGap = true
      // The browser tries again by itself unless the answer was an error.
      if (source?.readyState !== EventSource.CLOSED) return
      clearTimeout(timer)
      timer = setTimeout(open, retryMs)
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

/** One stream for the whole page, while somebody is logged in. */
export const useLive = (isLoggedIn: boolean) => {
  const client = useQueryClient()
  useEffect(() => (isLoggedIn ? openLive(client) : undefined), [client, isLoggedIn])
}
