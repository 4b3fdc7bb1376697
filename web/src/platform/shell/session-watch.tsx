import type { SessionEnd } from '@spacekeeper/contract/auth/shapes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ReactNode } from 'react'
import { onSessionLost } from '#platform/api/call.ts'
import { api } from '#platform/api/client.ts'
import { pageMember } from '#platform/api/page-member.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import {
  closeLoginDialog,
  isLoginDialogOpen,
  openLoginDialog,
  useLoginCause,
} from '#platform/session/login-dialog-state.ts'
import { loginHint } from '#platform/session/login-hint.ts'
import { loginSearchFor } from '#platform/session/safe-redirect.ts'
import { endSession, isEndingSession, sessionQuery, startSession } from '#platform/session/session.ts'
import { notify } from '#platform/ui/notify.tsx'
import { needsLogin } from './guard.ts'
import { LateLoginDialog } from './late-parts.ts'

/** These pages end or replace the session themselves. The events of that may come before their own answer does. */
const isOwnDoing = (pathname: string) =>
  isEndingSession() || pathname === '/logout' || /^\/profile\/email\/[^/]+\/verify$/.test(pathname)

/** Null where this browser has no session any more, as after a logout in another tab. */
const findReason = (): Promise<SessionEnd | null> =>
  api.auth.getSessionEnd().then(
    ({ reason }) => reason,
    () => null,
  )

/**
 * What happens when the server says that the session is over: the login opens over the page, with the reason, so that
 * nothing typed is lost. After logging out in this browser, the login page opens and nothing stays.
 */
export const SessionWatch = ({ form }: { form: ReactNode }) => {
  const client = useQueryClient()
  const router = useRouter()
  const isKiosk = useIsKiosk()
  const cause = useLoginCause()
  const isAsking = useRef(false)
  // Asked of what is known now: what was drawn last may still show a member whose session an answer before has ended.
  const findMember = () => client.getQueryData(sessionQuery.queryKey) ?? null
  const leave = () => {
    const member = findMember()
    // Every call of a page fails when the session is over, and only the first may take it away.
    if (!member) return
    if (cause) loginHint.set({ email: member.email, reason: cause.reason })
    endSession(client)
    const { location } = router.state
    const isForMembers = needsLogin(router.matchRoutes(location).at(-1)?.staticData ?? {})
    if (isKiosk) void router.navigate({ to: '/kiosk', ignoreBlocker: true })
    else if (isForMembers) void router.navigate({ to: '/login', search: loginSearchFor(location.href) })
  }
  const answer = useEffectEvent((lost: { reason: SessionEnd | null; isWrite: boolean }) => {
    if (!findMember() || isOwnDoing(router.state.location.pathname)) return
    if (lost.isWrite || lost.reason !== null) openLoginDialog(lost)
    else leave()
  })
  const onLost = useEffectEvent(async ({ isWrite }: { isWrite: boolean }) => {
    // Without a member nothing is lost: a wall display asks for its caller again when its line is back.
    if (!findMember()) return
    // A refetch behind the dialog is no reason to take the page away.
    if (isOwnDoing(router.state.location.pathname) || isLoginDialogOpen() || isAsking.current) return
    if (isKiosk) return leave()
    isAsking.current = true
    const reason = await findReason()
    isAsking.current = false
    answer({ reason, isWrite })
  })
  // Another tab has logged another member in: nothing of the one before stays.
  const startAnew = useEffectEvent(async () => {
    if (isAsking.current) return
    isAsking.current = true
    try {
      const profile = await startSession(client)
      closeLoginDialog()
      await router.invalidate()
      if (profile) notify.done({ text: describeKey('platform:otherMember', { name: profile.shownName }) })
    } catch {
      globalThis.location.reload()
    } finally {
      isAsking.current = false
    }
  })
  useEffect(() => pageMember.onOther(() => void startAnew()), [])
  useEffect(() => onSessionLost((lost) => void onLost(lost)), [])
  if (cause === null) return null
  return (
    <LateLoginDialog cause={cause} onLeave={leave}>
      {form}
    </LateLoginDialog>
  )
}
