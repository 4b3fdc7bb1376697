import { useSyncExternalStore } from 'react'

const key = 'kioskKeyboard'

/** Whether staff said that this screen has a keyboard; until they do, a screen that is touched has none. */
export const readHasKeyboard = (): boolean => {
  try {
    const kept = localStorage.getItem(key)
    if (kept !== null) return kept === 'yes'
  } catch {
    // Storage may be forbidden; then only the screen itself tells.
  }
  return !window.matchMedia('(pointer: coarse)').matches
}

const listeners = new Set<() => void>()

/** Kept in the browser of the screen, as its reader is: the portal need not know. */
export const keepHasKeyboard = (hasKeyboard: boolean) => {
  try {
    localStorage.setItem(key, hasKeyboard ? 'yes' : 'no')
  } catch {
    // nothing to be done
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useHasKeyboard = () => useSyncExternalStore(subscribe, readHasKeyboard)
