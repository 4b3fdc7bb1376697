import type { SessionEnd } from '@spacekeeper/contract/auth/shapes.ts'
import { useSyncExternalStore } from 'react'

/** Why the login is asked for over the page, and whether something was just to be saved. */
export type LoginCause = { reason: SessionEnd | null; isWrite: boolean }

let cause: LoginCause | null = null
const listeners = new Set<() => void>()
const set = (next: LoginCause | null) => {
  cause = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Offers to log in over whatever page is open. */
export const openLoginDialog = (next: LoginCause) => set(next)
export const closeLoginDialog = () => set(null)
export const isLoginDialogOpen = () => cause !== null
/** Null while no login is asked for. */
export const useLoginCause = () => useSyncExternalStore(subscribe, () => cause)
