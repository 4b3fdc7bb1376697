import { getConfig } from '../api/first-calls.ts'
import { growingPauseMs, longestPauseMs } from './late-file.ts'

const countKey = 'reloads'
/** A page that stood for so long was no try. */
const soundAfterMs = 60_000
/** By then the next page stands, or its reader stays. */
const leavingMs = 30_000

/** Firefox gives up the files on their way as soon as a page is left, long before the next one is there. */
let leftAt = -Infinity
addEventListener('beforeunload', () => {
  leftAt = performance.now()
})
addEventListener('pageshow', () => {
  leftAt = -Infinity
})

/**
 * By these words the router would load the window anew by itself, also while the portal is away or its reader is on their
 * way to another page. The screen that says so does it with care.
 */
addEventListener('vite:preloadError', ({ payload }) => {
  payload.message = `A file is missing. ${payload.message}`
})

export const isPortalThere = (): Promise<boolean> =>
  getConfig().then(
    () => true,
    () => false,
  )

/** How often this window was loaded anew in a row; null where the browser keeps nothing. */
const countReloads = (): number | null => {
  try {
    return performance.now() > soundAfterMs ? 0 : Number(sessionStorage.getItem(countKey) ?? 0)
  } catch {
    return null
  }
}

export const windowReload = {
  /**
   * How long the next one waits: not at all at first, since after an update one brings the new files. While a reader is on
   * their way to another page it would hold them back.
   */
  pauseMs: (): number => {
    if (performance.now() - leftAt < leavingMs) return leavingMs
    const count = countReloads()
    if (count === 0) return 0
    return count === null ? longestPauseMs : growingPauseMs(count - 1)
  },
  start: () => {
    const count = countReloads()
    // Where it kept nothing before, it keeps nothing now.
    if (count !== null) sessionStorage.setItem(countKey, String(count + 1))
    globalThis.location.reload()
  },
}
