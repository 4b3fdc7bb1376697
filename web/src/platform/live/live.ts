import type { LiveEvent, LiveTopic } from '@spacekeeper/contract/index.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openPortalEvents } from '#platform/api/transport.ts'
import { line } from './line.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { live?: LiveTopic | readonly LiveTopic[] }
  }
}

const memberEvents = '/api/events/'
const retryMs = 5000
/** A line that took longer to open may have missed what happened after the screens had asked. */
const quickMs = 300
/** What the portal remembers of what happened. */
const mostAgeMs = 60_000
/** Two and a half beats of the server (server/src/platform/live/event-stream.ts), so that within ten seconds all screens say it. */
const silenceMs = 8000
const checkMs = 1000

const topicsOf = (query: Query): readonly LiveTopic[] => [query.meta?.live ?? []].flat()

/** Refreshes exactly the queries that declare the topic; `reset` refreshes all that declare any. */
export const refreshTopic = (client: QueryClient, topic: string) =>
  client.invalidateQueries({
    predicate: (query) => {
      const topics = topicsOf(query)
      return topic === 'reset' ? topics.length > 0 : topics.some((declared) => declared === topic)
    },
  })

/** What is on the screen and changes by events, asked for now. */
export const refetchLive = (client: QueryClient) =>
  client.refetchQueries({ type: 'active', predicate: (query) => topicsOf(query).length > 0 })

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

type StreamEvents = {
  onHeard: () => void
  /** Something may have been missed. */
  onGap: () => void
  /** The answer was an error, after which the browser does not try again. */
  onRefused: () => void
  /** The member has opened so many pages that this one is to be quiet while it is not looked at. */
  onFull: () => void
}

const openStream = (client: QueryClient, { path, on }: { path: string; on: StreamEvents }) => {
  const { onHeard, onGap, onRefused, onFull } = on
  const openedAt = performance.now()
  return openPortalEvents(path, {
    opened: () => {
      if (performance.now() - openedAt > quickMs) onGap()
      onHeard()
    },
    event: (name, data) => {
      if (name === 'full') return onFull()
      onHeard()
      const topic = name === 'message' ? readTopic(data) : null
      if (topic) void refreshTopic(client, topic)
    },
    failed: (isOver) => {
      onGap()
      if (isOver) onRefused()
    },
  })
}

type PageEvents = { check: () => void; offline: () => void; online: () => void; seen: () => void }

/** Runs a check again and again, and at once what the browser says of the network and that the page is looked at. */
const watchPage = (on: PageEvents) => {
  const timer = setInterval(on.check, checkMs)
  const onVisibility = () => (document.visibilityState === 'visible' ? on.seen() : undefined)
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('offline', on.offline)
  window.addEventListener('online', on.online)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('offline', on.offline)
    window.removeEventListener('online', on.online)
  }
}

/** When the portal was last heard, and whether something may have been missed since. */
const trackNews = (client: QueryClient) => {
  let isGap = false
  let heardAt = Date.now()
  // The clock of a device may be set back, and its ticks stop while it sleeps: either shows a silence.
  let heardTick = performance.now()
  const onGap = () => {
    isGap = true
  }
  return {
    onGap,
    onHeard: () => {
      heardAt = Date.now()
      heardTick = performance.now()
      if (!isGap) return
      isGap = false
      line.isBack()
      void refreshTopic(client, 'reset')
    },
    lose: () => {
      onGap()
      line.isLost(heardAt)
    },
    isSilent: () => Math.max(Date.now() - heardAt, performance.now() - heardTick) >= silenceMs,
  }
}

/**
 * Holds the stream open until the returned function is called. What a gap may have hidden is asked again. The server says
 * every three seconds that it is there; a line that was silent for longer may look open for minutes, and is opened anew.
 */
export const openLive = (client: QueryClient, path = memberEvents) => {
  let close: (() => void) | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let isPaused = false
  let isFirst = true
  let openedAt = performance.now()
  const { onGap, onHeard, lose, isSilent } = trackNews(client)

  // As a rule the session has ended, which the profile shows.
  const onRefused = () => {
    void refreshTopic(client, 'profile')
    clearTimeout(retry)
    retry = setTimeout(open, retryMs)
  }
  const onFull = () => {
    onGap()
    close?.()
    isPaused = document.visibilityState !== 'visible'
    if (!isPaused) retry = setTimeout(open, retryMs)
  }
  const open = () => {
    clearTimeout(retry)
    close?.()
    isPaused = false
    openedAt = performance.now()
    // What the page shows was asked for since it began to load, which may be before its script could listen.
    const asked = isFirst ? `${path}?ageMs=${Math.round(Math.min(performance.now(), mostAgeMs))}` : path
    isFirst = false
    close = openStream(client, { path: asked, on: { onHeard, onGap, onRefused, onFull } })
  }
  const seen = () => (isPaused ? open() : undefined)
  const check = () => {
    if (isPaused || !isSilent()) return
    lose()
    // Not with each check: a slow line needs time to open.
    if (performance.now() - openedAt >= silenceMs) open()
  }
  open()
  const stopWatching = watchPage({ check, offline: lose, online: open, seen })
  line.setOpener(open)
  return () => {
    clearTimeout(retry)
    stopWatching()
    close?.()
    line.setOpener(null)
    line.isBack()
  }
}

/** One stream for the whole page, while a member is logged in, or a screen may listen without a login. */
export const useLive = (mayListen: boolean, path = memberEvents) => {
  const client = useQueryClient()
  useEffect(() => (mayListen ? openLive(client, path) : undefined), [client, mayListen, path])
}
