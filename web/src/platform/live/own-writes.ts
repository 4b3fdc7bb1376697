// On its own: calls of the login page, which hears of nothing, would bring the rest of the line along.

/** The page forgets older ones; what is told of them is long heard. */
const mostKept = 50

/** The domains of which each write of this page made all answers stale, by its request's id. */
const staleBy = new Map<string, readonly string[]>()

/** Writes of this page, so that what they made stale is not asked for again when their own news comes. */
export const ownWrites = {
  add: (requestId: string | null, domains: readonly string[]) => {
    if (requestId === null) return
    staleBy.set(requestId, domains)
    for (const oldest of [...staleBy.keys()].slice(0, -mostKept)) staleBy.delete(oldest)
  },
  hasAsked: (requestId: string | undefined, domain: unknown): boolean =>
    requestId !== undefined && (staleBy.get(requestId) ?? []).some((stale) => stale === domain),
}
