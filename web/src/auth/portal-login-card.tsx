// On its own: two pages draw it, and the login that stands before the portal must not bring the router along.
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type LoginSearch, afterLogin } from '#platform/session/safe-redirect.ts'
import { startSession } from '#platform/session/session.ts'
import { LoginCard } from './login-card.tsx'

/** The login in a portal that is there already: after it, its session begins and the page that was asked for opens. */
export const PortalLoginCard = ({ search }: { search: LoginSearch }) => {
  const client = useQueryClient()
  const router = useRouter()
  const goOn = async () => {
    const { path, isFullLoad } = afterLogin(search, globalThis.location.origin)
    if (isFullLoad) return globalThis.location.assign(path)
    const profile = await startSession(client).catch(() => null)
    // Without the profile the guard would lead back here; a full load asks for everything anew.
    if (!profile) return globalThis.location.assign(path)
    router.history.push(path)
  }
  return <LoginCard search={search} onLoggedIn={() => void goOn()} />
}
