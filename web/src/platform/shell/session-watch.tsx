import { Suspense, useEffect } from 'react'
import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { onSessionLost } from '#platform/api/client.ts'
import { closeLoginDialog, LoginDialog, openLoginDialog } from '#platform/session/login-dialog.tsx'
import { endSession, useProfile } from '#platform/session/session.ts'

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
  const leave = () => {
    closeLoginDialog()
    endSession(client)
    const { pathname, href } = router.state.location
    if (!staysOnLoss(pathname)) void router.navigate({ to: '/login', search: { nextUrl: href } })
  }
  useEffect(() => {
    return onSessionLost(({ isWrite }) => {
      if (isWrite && profile) openLoginDialog()
      else leave()
    })
  })
  return (
    <LoginDialog onLeave={leave}>
      <Suspense fallback={null}>{form}</Suspense>
    </LoginDialog>
  )
}
