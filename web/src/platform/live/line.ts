import { useSyncExternalStore } from 'react'

/** When the portal was last heard, if that is too long ago; null while what is on the screen is kept up to date. */
let lostAt: number | null = null
let reopen: (() => void) | null = null
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const set = (at: number | null) => {
  if (at === lostAt) return
  lostAt = at
  for (const listener of listeners) listener()
}

/** What the stream says of itself; `heardAt` is the age of what the screens show. */
export const line = {
  isLost: (heardAt: number) => set(lostAt ?? heardAt),
  isBack: () => set(null),
  /** Who can open the stream anew, while there is one. */
  setOpener: (open: (() => void) | null) => {
    reopen = open
  },
  /** Whether what changes is heard, so that what is on the screen is up to date. */
  stands: () => reopen !== null && lostAt === null,
  /** Does not wait for the next try. */
  tryAgain: () => reopen?.(),
}

/** Since when screens get no news, so that they do not promise any; null while they do. */
export const useLostAt = () => useSyncExternalStore(subscribe, () => lostAt)
