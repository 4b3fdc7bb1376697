import type { Actor } from '#platform/ctx.ts'
import type { Live } from '#platform/live/live.ts'
import { callers } from '#platform/http/callers.ts'

/** A member behind a session, and what is needed to keep the session going. */
export type SessionCaller = {
  actor: Actor & { kind: 'member' }
  lastUsedAt: Date
  expiresAt: Date
  /** Of a session at a kiosk, which is worth nothing in another browser. */
  claimHash: Buffer | null
}

type Remembered = SessionCaller & { untilMs: number }

/** Whatever happens to the notices, nothing is believed for longer. */
const believedMs = 5_000
const maxRemembered = 10_000

/**
 * Remembers who callers are for a moment, by the hash of their token, and forgets them as soon as it hears that something
 * changed. While the line on which it would hear that is down, nothing is remembered and nothing believed.
 */
export const createCallerCache = (input: { live: Live; clockMs?: () => number }) => {
  const { live, clockMs = () => performance.now() } = input
  const remembered = new Map<string, Remembered>()
  // Counts what was forgotten: what was asked before that and is answered after it may be outdated.
  let generation = 0

  live.on(callers, ({ memberId }) => {
    generation += 1
    for (const [key, { actor }] of remembered) if (actor.id === memberId) remembered.delete(key)
  })
  live.onReconnect(() => {
    generation += 1
    remembered.clear()
  })

  const recall = (key: string): SessionCaller | undefined => {
    const found = live.isConnected() ? remembered.get(key) : undefined
    return found && clockMs() < found.untilMs ? found : undefined
  }
  const remember = (key: string, caller: SessionCaller) => {
    remembered.delete(key)
    // The first is the one remembered longest ago.
    const [oldest] = remembered.keys()
    if (oldest !== undefined && remembered.size >= maxRemembered) remembered.delete(oldest)
    remembered.set(key, { ...caller, untilMs: clockMs() + believedMs })
  }
  return {
    recall,
    /** Asks, and remembers the answer unless it may have been overtaken meanwhile. */
    ask: async (key: string, find: () => Promise<SessionCaller | undefined>): Promise<SessionCaller | undefined> => {
      const before = generation
      const isHeard = live.isConnected()
      const caller = await find()
      if (caller && isHeard && live.isConnected() && generation === before) remember(key, caller)
      return caller
    },
    /** The session was prolonged by this process. */
    noteUse: (key: string, use: { lastUsedAt: Date; expiresAt: Date }) => {
      const found = remembered.get(key)
      if (found) Object.assign(found, use)
    },
  }
}
export type CallerCache = ReturnType<typeof createCallerCache>
