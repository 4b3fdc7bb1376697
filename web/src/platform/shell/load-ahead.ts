import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useProfile } from '#platform/session/session.ts'
import { decide } from './guard.ts'
import { loadNotices } from './load-notices.ts'

const afterMs = 1500

/**
 * Once a page stands, the files of the others come in the background: then neither a bad connection nor a portal that
 * is away for a moment leaves a member without the page, or the notice, that says so.
 */
export const useLoadAhead = () => {
  const router = useRouter()
  const profile = useProfile()
  useEffect(() => {
    const load = () => {
      const pages = Object.values(router.routesById).filter(({ options: { staticData: flags } }) => flags?.loggedIn)
      const allowed = pages.filter(
        ({ options: { staticData: flags } }) => decide(flags ?? {}, { profile, features: null }) === 'allow',
      )
      const files = [
        loadNotices(),
        import('./search-dialog.tsx'),
        ...allowed.map((page) => Promise.resolve(router.loadRouteChunk(page))),
      ]
      void Promise.allSettled(files)
    }
    const timer = setTimeout(load, afterMs)
    return () => clearTimeout(timer)
  }, [router, profile])
}
