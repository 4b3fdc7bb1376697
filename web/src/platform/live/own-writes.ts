// On its own: calls of the login page, which hears of nothing, would bring the rest of the line along.

/** The page forgets older ones; what is told of them is long heard. */
const mostKept = 50

/** Answers that are asked for again because of a write: all of these domains, and those that declare these topics. */
type AskedAgain = { domains: readonly string[]; topics: Set<string> }

/** Each write of this page by its request's id. */
const writes = new Map<string, AskedAgain>()

/** Writes of this page, so that what they made stale is not asked for again when their own news comes. */
export const ownWrites = {
  add: (requestId: string | null, domains: readonly string[]) => {
    if (requestId === null) return
    writes.set(requestId, { domains, topics: new Set() })
    for (const oldest of [...writes.keys()].slice(0, -mostKept)) writes.delete(oldest)
  },
  /** Notes that a topic is asked about now or soon: its news of all writes that have their answer is no news then. */
  addTopic: (topic: string) => {
    for (const { topics } of writes.values()) topics.add(topic)
  },
  hasAsked: (requestId: string | undefined, { topic, domain }: { topic: string; domain: unknown }): boolean => {
    const asked = requestId === undefined ? undefined : writes.get(requestId)
    return asked !== undefined && (asked.topics.has(topic) || asked.domains.some((stale) => stale === domain))
  },
}
