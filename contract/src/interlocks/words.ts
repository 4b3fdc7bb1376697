// On its own: both the lists of uses and the logs of members name it.
/** The state of a use as existing clients know it: −1 was refused, 0 runs, 1 is over. */
export const interlockStatuses = [-1, 0, 1] as const

/** What a machine is taken to draw at most where staff set nothing: more than any on three phases of 16 A. */
export const usualWatts = 15_000
