// On its own: every domain that compares stored times with the clock goes by it.

const mostAheadMs = 60_000

/** The latest time that counts. Clocks of two processes differ by less. */
export const latestTime = (now: Date): Date => new Date(now.getTime() + mostAheadMs)

/** Whether a time was stored before the clock was set back. It then says nothing of how long ago that was. */
export const isAhead = (at: Date | number, now: Date): boolean => Number(at) - now.getTime() > mostAheadMs
