import { createContext, useContext } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api } from '#platform/api/client.ts'
import { endSession } from '#platform/session/session.ts'

/** Nobody touched the screen for so long: whoever was there has left. */
export const idleSeconds = 20

export type Leave = { secondsLeft: number; leave: () => void }

const LeaveContext = createContext<Leave>({ secondsLeft: idleSeconds, leave: () => undefined })
export const LeaveProvider = LeaveContext.Provider

/** Logging out of a shared screen, and when it will happen by itself. */
export const useLeave = () => useContext(LeaveContext)

/** Ends the session and goes back to the waiting screen, whether the portal answers or not: its own clock ends it too. */
export const useLogOutOfKiosk = () => {
  const client = useQueryClient()
  const router = useRouter()
  const { mutate } = useMutation({
    mutationFn: () => api.accounts.logout(),
    onSettled: () => {
      endSession(client)
      void router.navigate({ to: '/kiosk', replace: true })
    },
    retry: false,
    networkMode: 'always',
  })
  return () => mutate()
}
