import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadRoutes } from '#platform/api/client.ts'
import { LateLeaveQuestion } from '#platform/form/leave-dialog.tsx'
import { needPageWords } from '#platform/i18n/page-words.ts'
import { useIsOutdated } from '#platform/session/fresh-window.ts'
import { LateAccountDropdown } from './account-menu.tsx'
import { LateMenuDrawer, LateNotices, LateSearchDialog } from './late-parts.ts'
import { useMenu } from './use-shell.ts'

/** The first seconds belong to the page itself, and many visits are over before the other pages are worth their bytes. */
const dialogsAfterMs = 3_000
const pagesAfterMs = 15_000

// Safari does not say when it is idle.
const idle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 1000 })
    else setTimeout(resolve, 50)
  })

const loadUpdates = () =>
  Promise.all([import('#platform/offline/start-worker.ts'), import('#platform/offline/update-notice.tsx')])

/** A member who pays for each megabyte, or whose line is slow, has better use for it. */
export const isLineSpared = (): boolean => {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null
  if (typeof connection !== 'object' || connection === null) return false
  const isSlow = 'effectiveType' in connection && /[23]g$/.test(String(connection.effectiveType))
  return isSlow || ('saveData' in connection && connection.saveData === true)
}

/** What works without the network, and says that there is a new version. */
const startOffline = async (open: (path: string) => void) => {
  const [{ startWorker }, { offerUpdate }] = await loadUpdates()
  // Nothing waits for it: the browser fetches what the worker keeps.
  void startWorker({ open, offer: offerUpdate })
}

const offerNewBuild = async () => {
  const [{ loadNewVersion }, { offerUpdate }] = await loadUpdates()
  offerUpdate(() => void loadNewVersion())
}

/** Without https no worker says that there is a new version, and with it an hour late. */
const useUpdateOffer = () => {
  const isOutdated = useIsOutdated()
  useEffect(() => {
    if (isOutdated) void offerNewBuild().catch(() => null)
  }, [isOutdated])
}

/**
 * Once a page stands, what opens over it comes in the background, and some time later the pages that members use
 * most: then neither a bad connection nor a portal that is away for a moment leaves a member without the page, or the
 * notice, that says so. Others are on their way as soon as a link to them is pointed at.
 */
export const useLoadAhead = () => {
  const router = useRouter()
  const menu = useMenu()
  useUpdateOffer()
  useEffect(() => {
    let isOver = false
    // One after the other, so that the page answers in between.
    const load = async (files: (() => Promise<unknown>)[]) => {
      for (const file of files) {
        if (isOver) return
        await file().catch(() => null)
        await idle()
      }
    }
    const loadDialogs = () =>
      load([
        // While there is a network, so that the digital ID opens where there is none.
        () => router.preloadRoute({ to: '/account/digital-id' }),
        ...[LateNotices, LateAccountDropdown, LateMenuDrawer, LateLeaveQuestion, LateSearchDialog].map(
          (part) => part.load,
        ),
        () => startOffline((path) => router.history.push(path)),
      ])
    const loadPages = () => {
      if (isLineSpared()) return
      const pages = menu.filter(({ isInBottomBar }) => isInBottomBar).map(({ path }) => path)
      const routes = Object.values(router.routesById).filter(({ fullPath }) => pages.includes(fullPath))
      void load([
        loadRoutes,
        () => needPageWords(true),
        ...routes.map((page) => () => Promise.resolve(router.loadRouteChunk(page))),
      ])
    }
    const timers = [setTimeout(() => void loadDialogs(), dialogsAfterMs), setTimeout(loadPages, pagesAfterMs)]
    return () => {
      isOver = true
      for (const timer of timers) clearTimeout(timer)
    }
  }, [router, menu])
}
