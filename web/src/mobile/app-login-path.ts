// On its own: which logins the app can take over is decided here.
import { forumPath, type LoginSearch, safeRedirect } from '#platform/session/safe-redirect.ts'

/** Where the server sends a browser from to log in, when a login to another site waits there. */
const waitingPage = /^\/api\/openid\/interaction\/([\w-]{20,100})$/

/** Where a login to another site that waits at this login page goes on in the app; null where none waits. */
export const appLoginPath = (search: LoginSearch, origin: string): string | null => {
  const next = forumPath(search) ?? safeRedirect(search.next ?? search.nextUrl, origin) ?? ''
  if (next.startsWith('/sso/forum?')) return next
  const uid = waitingPage.exec(next)?.[1]
  return uid === undefined ? null : `/sso/app/${uid}`
}
