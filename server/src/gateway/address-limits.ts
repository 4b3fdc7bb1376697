export type AddressLimits = {
  /** Unauthenticated sockets of one address. All devices of a space share one address. */
  maxUnproven: number
  /** Unknown devices of one address that are recorded in a minute. */
  knocksPerMinute: number
}

/** Rate limits for clients that are not authenticated yet, by client address. */
export const limitAddresses = (limits: AddressLimits) => {
  const unproven = new Map<string, number>()
  let knocks = new Map<string, number>()
  const timer = setInterval(() => {
    knocks = new Map()
  }, 60_000)
  timer.unref()

  return {
    /** Takes a place for a socket; null when the address has none left. The returned function frees the place, once. */
    enter: (address: string): (() => void) | null => {
      const count = unproven.get(address) ?? 0
      if (count >= limits.maxUnproven) return null
      unproven.set(address, count + 1)
      let isInside = true
      return () => {
        if (!isInside) return
        isInside = false
        const left = (unproven.get(address) ?? 1) - 1
        if (left > 0) unproven.set(address, left)
        else unproven.delete(address)
      }
    },
    mayKnock: (address: string): boolean => {
      const count = (knocks.get(address) ?? 0) + 1
      knocks.set(address, count)
      return count <= limits.knocksPerMinute
    },
    close: () => clearInterval(timer),
  }
}
