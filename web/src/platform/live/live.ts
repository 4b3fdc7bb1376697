import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import { live, LiveEvent } from '@spacekeeper/contract/live.ts'
import type { LiveTopic } from '@spacekeeper/contract/live.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { live?: LiveTopic | readonly LiveTopic[] }
  }
}

const retryMs = 5000

const topicsOf = (query: Query): readonly LiveTopic[] => [query.meta?.live ?? []].flat()

/** Refreshes exactly the queries that declare the topic; `reset` refreshes all that declare any. */
export const refreshTopic = (client: QueryClient, topic: LiveTopic) =>
  client.invalidateQueries({
    predicate: (query) => {
      const topics = topicsOf(query)
      return topic === 'reset' ? topics.length > 0 : topics.includes(topic)
    },
  })

const readTopic = (data: string): LiveTopic | null => {
  try {
    return LiveEvent.parse(JSON.parse(data)).topic
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
    source = new EventSource(live.events.path)
    source.onopen = () => {
      if (isGap) void refreshTopic(client, 'reset')
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
