import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()
const set = (open: boolean) => {
  isOpen = open
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Offers to log in over whatever page is open. */
export const openLoginDialog = () => set(true)
export const closeLoginDialog = () => set(false)
export const isLoginDialogOpen = () => isOpen
export const useIsLoginDialogOpen = () => useSyncExternalStore(subscribe, () => isOpen)
