import type { LiveEvent, LiveTopic } from '@spacekeeper/contract/index.ts'
import type { Query, QueryClient } from '@tanstack/react-query'

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

/** An event as a topic, with those it is about. */
export const heardTopic = ({ topic, of }: LiveEvent): string => (of ? `${topic}:${of}` : topic)

const topicsOf = (query: Query): readonly DeclaredTopic[] => [query.meta?.live ?? []].flat()

export const isLive = (query: Query): boolean => topicsOf(query).length > 0

const isNewsFor = (declared: string, heard: string) => {
  const [topic = '', of] = heard.split(':')
  return declared === topic || (of !== 'others' && declared === `${topic}:own`)
}

/** One that is under way may have been answered before the change, so it is asked once more when it has ended, not beside it. */
const askAgain = async (client: QueryClient, { promise, state, queryKey }: Query) => {
  if (state.fetchStatus !== 'idle') await promise?.catch(() => null)
  await client.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false })
}

const refreshTopics = async (client: QueryClient, heard: readonly string[], isHidden = false) => {
  const predicate = (query: Query) =>
    isLive(query) &&
    (heard.includes('reset') || topicsOf(query).some((declared) => heard.some((topic) => isNewsFor(declared, topic))))
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
export const refreshTopic = (client: QueryClient, topic: string) => refreshTopics(client, [topic])

const gatherTopics = (client: QueryClient) => {
  const topics = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  const flush = () => {
    dueAt = Infinity
    const heard = [...topics]
    topics.clear()
    void refreshTopics(client, heard, document.visibilityState === 'hidden')
  }
  return (topic: string, ms: number) => {
    topics.add(topic)
    const at = performance.now() + ms
    if (at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(flush, ms)
  }
}

const gatherers = new WeakMap<QueryClient, ReturnType<typeof gatherTopics>>()

/** Refreshes a topic with others that are heard in the same moment; of so many open screens, each a little later or earlier. */
export const refreshTopicSoon = (client: QueryClient, topic: string, screens = 0) => {
  const gather = gatherers.get(client) ?? gatherTopics(client)
  gatherers.set(client, gather)
  // No other page asks for what is about this member.
  const spreadMs = topic.endsWith(':own') ? 0 : Math.min(mostSpreadMs, screens * spreadPerScreenMs)
  gather(topic, gatherMs + Math.random() * spreadMs)
}
