import { useSyncExternalStore } from 'react'

let isWanted = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The place for notices is loaded with the first of them, which waits in its store until then. */
export const wantNotices = () => {
  isWanted = true
  for (const listener of listeners) listener()
}

export const useAreNoticesWanted = () => useSyncExternalStore(subscribe, () => isWanted)
