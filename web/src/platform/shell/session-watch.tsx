import { lazy, Suspense, useEffect } from 'react'
import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { onSessionLost } from '#platform/api/client.ts'
import {
  closeLoginDialog,
  isLoginDialogOpen,
  openLoginDialog,
  useIsLoginDialogOpen,
} from '#platform/session/login-dialog-state.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { endSession, useProfile } from '#platform/session/session.ts'

const LoginDialog = lazy(() =>
  import('#platform/session/login-dialog.tsx').then((file) => ({ default: file.LoginDialog })),
)

const staysOnLoss = (pathname: string) =>
  pathname === '/' || pathname === '/login' || pathname.startsWith('/profile/password/reset/')

/**
 * What happens when the server says that the session is over. Reading: off to the login, which leads back here.
 * Writing: somebody is in the middle of something, so he may log in over the page and repeat it.
 */
export const SessionWatch = ({ form }: { form: ReactNode }) => {
  const client = useQueryClient()
  const router = useRouter()
  const profile = useProfile()
  const isKiosk = useIsKiosk()
  const isDialogOpen = useIsLoginDialogOpen()
  const leave = () => {
    closeLoginDialog()
    endSession(client)
    const { pathname, href } = router.state.location
    if (isKiosk) void router.navigate({ to: '/kiosk' })
    else if (!staysOnLoss(pathname)) void router.navigate({ to: '/login', search: { nextUrl: href } })
  }
  useEffect(() => {
    return onSessionLost(({ isWrite }) => {
      // What the page asks again behind the dialog is no reason to take the page away.
      if (isWrite && profile && !isKiosk) openLoginDialog()
      else if (!isLoginDialogOpen()) leave()
    })
  })
  if (!isDialogOpen) return null
  return (
    <Suspense fallback={null}>
      <LoginDialog onLeave={leave}>{form}</LoginDialog>
    </Suspense>
  )
}
