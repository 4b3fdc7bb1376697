import type { LiveEvent, LiveTopic } from '@spacekeeper/contract/index.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { ownWrites } from './own-writes.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** With `:own`, news of other members alone leave it as it is. */
    queryMeta: { live?: DeclaredTopic | readonly DeclaredTopic[] }
  }
}

type DeclaredTopic = LiveTopic | `${LiveTopic}:own`

/** So long topics are gathered, so that a change which says several is asked about once. */
const gatherMs = 250
/** At a portal with many open screens not all ask in the same moment: about two a millisecond, and none much later. */
const spreadPerScreenMs = 2
const mostSpreadMs = 5000

/** A topic with those it is about, and the write of this page that it is of, if any. */
export type TopicNews = { topic: string; by?: string | undefined }

export const newsOf = ({ topic, of, by }: LiveEvent): TopicNews => ({ topic: of ? `${topic}:${of}` : topic, by })

const topicsOf = (query: Query): readonly DeclaredTopic[] => [query.meta?.live ?? []].flat()

export const isLive = (query: Query): boolean => topicsOf(query).length > 0

const isNewsFor = (query: Query, { topic: heard, by }: TopicNews) => {
  if (heard === 'reset') return true
  const [topic = '', of] = heard.split(':')
  const isDeclared = (declared: DeclaredTopic) => declared === topic || (of !== 'others' && declared === `${topic}:own`)
  return topicsOf(query).some(isDeclared) && !ownWrites.hasAsked(by, { topic: heard, domain: query.queryKey[0] })
}

/** One that is under way may have been answered before the change, so it is asked once more when it has ended, not beside it. */
const askAgain = async (client: QueryClient, { promise, state, queryKey }: Query) => {
  if (state.fetchStatus !== 'idle') await promise?.catch(() => null)
  await client.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false })
}

const refreshTopics = async (client: QueryClient, heard: readonly TopicNews[], isHidden = false) => {
  const predicate = (query: Query) => isLive(query) && heard.some((news) => isNewsFor(query, news))
  await client.invalidateQueries({ predicate, refetchType: 'none' })
  // Stale answers are asked for when the page is looked at again (query-client.ts).
  if (isHidden) return
  await Promise.all(
    client
      .getQueryCache()
      .findAll({ type: 'active', predicate })
      .map((query) => askAgain(client, query)),
  )
}

/** Refreshes exactly the queries that declare the topic, now; `reset` refreshes all that declare any. */
export const refreshTopic = (client: QueryClient, topic: string) => refreshTopics(client, [{ topic }])

const gatherTopics = (client: QueryClient) => {
  const topics = new Map<string, TopicNews>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  const flush = () => {
    dueAt = Infinity
    const heard = [...topics.values()]
    topics.clear()
    void refreshTopics(client, heard, document.visibilityState === 'hidden')
  }
  return (news: TopicNews, ms: number) => {
    topics.set(JSON.stringify(news), news)
    const at = performance.now() + ms
    if (at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(flush, ms)
  }
}

const gatherers = new WeakMap<QueryClient, ReturnType<typeof gatherTopics>>()

/** Refreshes a topic with others that are heard in the same moment; of so many open screens, each a little later or earlier. */
export const refreshTopicSoon = (client: QueryClient, news: TopicNews, screens = 0) => {
  const gather = gatherers.get(client) ?? gatherTopics(client)
  gatherers.set(client, gather)
  // No other page asks for what is about this member.
  const spreadMs = news.topic.endsWith(':own') ? 0 : Math.min(mostSpreadMs, screens * spreadPerScreenMs)
  gather(news, gatherMs + Math.random() * spreadMs)
}
