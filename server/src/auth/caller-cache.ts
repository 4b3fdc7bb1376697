import type { Actor } from '#platform/ctx.ts'
import { callers } from '#platform/http/callers.ts'
import type { Live } from '#platform/live/live.ts'

/** The member behind a session, and what is needed to extend it. */
export type SessionCaller = {
  actor: Actor & { kind: 'member' }
  lastUsedAt: Date
  expiresAt: Date
  /** Of a session at a kiosk, which is only valid in the kiosk's browser. */
  claimHash: Buffer | null
  /** Of an app: when its access token runs out, which no use lengthens. */
  tokenEndsAt: Date | null
}

type CachedCaller = SessionCaller & { untilMs: number }

/** A cached caller expires after this, in case a notice is lost. */
const maxAgeMs = 60_000

const maxRemembered = 10_000

/**
 * Caches callers for a minute by the hash of their token, and drops them on a notice that something about them
 * changed. While the connection for notices is down, nothing is cached and nothing is answered from the cache.
 */
export const createCallerCache = (input: { live: Live; clockMs?: () => number }) => {
  const { live, clockMs = () => performance.now() } = input
  const remembered = new Map<string, CachedCaller>()
  /** The keys of each member, so that a change of a thousand members does not look through all callers a thousand times. */
  const keysOfMember = new Map<number, Set<string>>()
  // Counts invalidations: a query that was started before one may return outdated rows.
  let generation = 0

  live.on(callers, ({ memberId }) => {
    generation += 1
    for (const key of keysOfMember.get(memberId) ?? []) remembered.delete(key)
    keysOfMember.delete(memberId)
  })
  live.onReconnect(() => {
    generation += 1
    remembered.clear()
    keysOfMember.clear()
  })

  const forget = (key: string) => {
    const memberId = remembered.get(key)?.actor.id
    if (memberId === undefined) return
    remembered.delete(key)
    const keys = keysOfMember.get(memberId)
    keys?.delete(key)
    if (keys?.size === 0) keysOfMember.delete(memberId)
  }

  const recall = (key: string): SessionCaller | undefined => {
    const found = live.isConnected() ? remembered.get(key) : undefined
    return found && clockMs() < found.untilMs ? found : undefined
  }
  const remember = (key: string, caller: SessionCaller) => {
    forget(key)
    // A Map iterates in insertion order, so the first entry is the oldest.
    const [oldest] = remembered.keys()
    if (oldest !== undefined && remembered.size >= maxRemembered) forget(oldest)
    remembered.set(key, { ...caller, untilMs: clockMs() + maxAgeMs })
    const memberId = caller.actor.id
    keysOfMember.set(memberId, (keysOfMember.get(memberId) ?? new Set()).add(key))
  }
  return {
    recall,
    /** Runs the query, and caches the answer unless an invalidation came meanwhile. */
    ask: async (key: string, find: () => Promise<SessionCaller | undefined>): Promise<SessionCaller | undefined> => {
      const before = generation
      const isHeard = live.isConnected()
      const caller = await find()
      if (caller && isHeard && live.isConnected() && generation === before) remember(key, caller)
      return caller
    },
    /** This process has extended the session. */
    recordUse: (key: string, use: { lastUsedAt: Date; expiresAt: Date }) => {
      const found = remembered.get(key)
      if (found) Object.assign(found, use)
    },
  }
}

export type CallerCache = ReturnType<typeof createCallerCache>
