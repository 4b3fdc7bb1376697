import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadRoutes } from '#platform/api/client.ts'
import { loadLeaveQuestion } from '#platform/form/leave-dialog.tsx'
import { needPageWords } from '#platform/i18n/page-words.ts'
import { useProfile } from '#platform/session/session.ts'
import { loadAccountMenu } from './account-menu.tsx'
import { decide } from './guard.ts'
import { loadNotices } from './load-notices.ts'

const afterMs = 1500

// Safari does not say when it is idle.
const idle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 1000 })
    else setTimeout(resolve, 50)
  })

export const loadMenuDrawer = () => import('./menu-drawer.tsx')

/** What works without the network, and says that there is a new version. */
const startOffline = async (open: (path: string) => void) => {
  const [{ startWorker }, { offerUpdate }] = await Promise.all([
    import('#platform/offline/start-worker.ts'),
    import('#platform/offline/update-notice.tsx'),
  ])
  // Nothing waits for it: the browser fetches what the worker keeps.
  void startWorker({ open, offer: offerUpdate })
}

/**
 * Once a page stands, the files of the others come in the background: then neither a bad connection nor a portal that
 * is away for a moment leaves a member without the page, or the notice, that says so.
 */
export const useLoadAhead = () => {
  const router = useRouter()
  const profile = useProfile()
  useEffect(() => {
    let isOver = false
    const load = async () => {
      const pages = Object.values(router.routesById).filter(({ options: { staticData: flags } }) => flags?.loggedIn)
      const allowed = pages.filter(
        ({ options: { staticData: flags } }) => decide(flags ?? {}, { profile, features: null }) === 'allow',
      )
      const files = [
        loadRoutes,
        loadNotices,
        () => needPageWords(true),
        loadAccountMenu,
        loadMenuDrawer,
        loadLeaveQuestion,
        () => import('./search-dialog.tsx'),
        () => startOffline((path) => router.history.push(path)),
        ...allowed.map((page) => () => Promise.resolve(router.loadRouteChunk(page))),
      ]
      // One after the other, so that the page answers in between.
      for (const file of files) {
        if (isOver) return
        await file().catch(() => null)
        await idle()
      }
    }
    const timer = setTimeout(() => void load(), afterMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [router, profile])
}
