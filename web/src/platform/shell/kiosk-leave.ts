import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import { leaveScreen } from '#platform/session/session.ts'

/** After so long without a touch the member at the screen has left. */
export const idleSeconds = 20

/** What a member did last, which the waiting screen confirms for a moment. */
export type Goodbye = 'signedOut' | 'loggedOut'

declare module '@tanstack/react-router' {
  interface HistoryState {
    goodbye?: Goodbye
  }
}

export type Leave = { secondsLeft: number; leave: (goodbye?: Goodbye) => void }

const LeaveContext = createContext<Leave>({ secondsLeft: idleSeconds, leave: () => undefined })
export const LeaveProvider = LeaveContext.Provider

/** Logging out of a shared screen, and when it will happen by itself. */
export const useLeave = () => useContext(LeaveContext)

/** Logs out and leads back to the waiting screen, whether the portal answers or not. */
export const useLogOutOfKiosk = () => {
  const router = useRouter()
  const client = useQueryClient()
  return (goodbye?: Goodbye) => {
    leaveScreen(client)
    void router.navigate({ to: '/kiosk', replace: true, ignoreBlocker: true, state: goodbye ? { goodbye } : {} })
  }
}
