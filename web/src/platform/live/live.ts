import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mostAgeMs, type LineNews } from './held-line.ts'
import { line } from './line.ts'
import { joinLine, type JoinedLine } from './shared-line.ts'
import { checkMs, silenceMs, trackSilence } from './silence.ts'
import { isLive, refreshTopic, refreshTopicSoon } from './topics.ts'

const memberEvents = '/api/events/'
/** So often a page says that it is looked at, in checks. */
const lookEvery = 20

/** What is on the screen and changes by events, asked for now. */
export const refetchLive = (client: QueryClient) => client.refetchQueries({ type: 'active', predicate: isLive })

/** What could not be had while the portal was away. */
const refetchFailed = (client: QueryClient) =>
  client.refetchQueries({
    type: 'active',
    predicate: (query) => query.state.status === 'error' && isLive(query),
  })

type PageEvents = {
  check: () => void
  offline: () => void
  online: () => void
  look: () => void
  putAway: () => void
  takenOut: () => void
}

/** Runs a check again and again, and at once what the browser says of the network and of the page. */
const watchPage = (on: PageEvents) => {
  const timer = setInterval(on.check, checkMs)
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener('visibilitychange', on.look, { signal })
  window.addEventListener('offline', on.offline, { signal })
  window.addEventListener('online', on.online, { signal })
  window.addEventListener('pagehide', on.putAway, { signal })
  window.addEventListener('pageshow', on.takenOut, { signal })
  return () => {
    clearInterval(timer)
    stop.abort()
  }
}

const isVisible = () => document.visibilityState !== 'hidden'

/** What a page hears, and how old what it shows is. */
const trackNews = (client: QueryClient) => {
  const silence = trackSilence()
  let hasHeard = false
  let isLost = false
  let isPaused = false
  let screens = 0
  const heard = () => {
    silence.heard()
    hasHeard = true
    isPaused = false
    line.isBack()
    if (isLost) void refetchFailed(client)
    isLost = false
  }
  return {
    hear: (news: LineNews) => {
      if (news.kind === 'paused') isPaused = true
      // As a rule the session has ended, which the profile shows.
      else if (news.kind === 'refused') void refreshTopic(client, 'profile')
      else heard()
      if (news.kind === 'topic') refreshTopicSoon(client, news, screens)
      else if (news.kind === 'heard') screens = news.screens ?? screens
    },
    lose: () => {
      isLost = true
      line.isLost(silence.heardAt())
    },
    isPaused: () => isPaused,
    goOn: () => {
      isPaused = false
    },
    silentMs: silence.ms,
    // What the page shows was asked for since it began to load, which may be before its script could listen.
    ageMs: () => (hasHeard ? silence.ms() : Math.min(performance.now(), mostAgeMs)),
  }
}

/**
 * Hears what changes until the returned function is called. Only the portal says what was missed while the line was broken
 * or the page put away. It says every three seconds that it is there; what a page shows after a longer silence is old.
 */
export const openLive = (client: QueryClient, { path, member }: { path: string; member?: string }) => {
  const news = trackNews(client)
  const sinceJoining = trackSilence()
  let joined: JoinedLine | null = null
  let checks = 0

  const join = () => {
    if (joined) return
    sinceJoining.heard()
    joined = joinLine({ path, member, ageMs: news.ageMs, hear: news.hear })
    joined.look(isVisible())
  }
  const leave = () => {
    joined?.leave()
    joined = null
  }
  const look = () => {
    joined?.look(isVisible())
    if (!news.isPaused() || !isVisible()) return
    // Long since silent, but not lost before it had time to open.
    news.goOn()
    sinceJoining.heard()
  }
  const check = () => {
    checks += 1
    if (checks % lookEvery === 0 && isVisible()) look()
    if (!joined || news.isPaused() || Math.min(news.silentMs(), sinceJoining.ms()) < silenceMs) return
    news.lose()
    sinceJoining.heard()
    joined.rejoin()
  }
  const again = () => joined?.again()
  join()
  const stopWatching = watchPage({
    check,
    offline: news.lose,
    online: again,
    look,
    putAway: leave,
    takenOut: join,
  })
  line.setOpener(again)
  return () => {
    stopWatching()
    leave()
    line.setOpener(null)
    line.isBack()
  }
}

/** Listens for the member the page is drawn for; null: for none. */
export const useLive = (memberId: number | null) => {
  const client = useQueryClient()
  useEffect(
    () => (memberId === null ? undefined : openLive(client, { path: memberEvents, member: String(memberId) })),
    [client, memberId],
  )
}

/** Listens for a screen that may without a login. */
export const useLiveScreen = (path: string) => {
  const client = useQueryClient()
  useEffect(() => openLive(client, { path }), [client, path])
}
