/**
 * How long nothing was heard. The clock of a device may be set back, and its ticks stop while it sleeps: either shows it.
 */
export const trackSilence = () => {
  let at = 0
  let tick = 0
  const heard = () => {
    at = Date.now() // oxlint-disable-line eslint/no-restricted-properties -- goes on while a computer sleeps; the larger of both counts
    tick = performance.now()
  }
  heard()
  return {
    heard,
    heardAt: () => at,
    ms: () => Math.max(Date.now() - at, performance.now() - tick), // oxlint-disable-line eslint/no-restricted-properties -- goes on while a computer sleeps; the larger of both counts
  }
}

/** Two and a half beats of the server (server/src/platform/live/event-stream.ts), so that within ten seconds all screens say it. */
export const silenceMs = 8000
export const checkMs = 1000
