const secondMs = 1000

/** Posts of one webhook are so far apart, so there are fifteen a minute; what happens meanwhile is said together. */
export const spacingMs = 4 * secondMs

/** A line that could not be said for so long is of no interest any more. */
export const chatPatienceMs = 60 * 60 * secondMs

const longestWaitMs = 30 * 60 * secondMs

/** The wait after so many failures in a row: 5 s, 15 s, 45 s and so on, half an hour at most. */
export const waitAfter = (failures: number): number => Math.min(longestWaitMs, 5 * secondMs * 3 ** (failures - 1))

/** How long a service that asks for patience gets it; not less than the usual, not more than the longest wait. */
export const waitAsked = (seconds: number): number =>
  Math.min(longestWaitMs, Math.max(spacingMs, Math.ceil(seconds * secondMs)))
