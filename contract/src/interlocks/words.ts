// On its own: both the lists of uses and the logs of members name it.
/** The state of a use as existing clients know it: −1 was refused, 0 runs, 1 is over. */
export const interlockStatuses = [-1, 0, 1] as const
