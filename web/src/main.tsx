import './platform/api/rules-settings.ts'
import './platform/theme/first-components.css'
import './platform/theme/global.css'
import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import { startTransition, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { FirstPage } from './first-page.tsx'
import { getConfig } from './platform/api/first-calls.ts'
import { watchTyping } from './platform/form/has-unsaved.ts'
import { startTexts } from './platform/i18n/i18n.ts'
import { forgetKept } from './platform/session/kept.ts'
import { isKioskOf } from './platform/session/kiosk.ts'
import { RootBoundary, RootFailure } from './platform/shell/root-boundary.tsx'
import { texts } from './texts.ts'

const loadPortal = () => import('./portal.tsx')

const loadAhead = () =>
  void loadPortal()
    .then(({ loadDashboard }) => loadDashboard())
    .catch(() => null) // asked for again when it is needed

type Opening = { site?: SiteConfig | undefined; path?: string }

/** Reading a file of script is a task of its own, so that a touch is answered in between. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0))

const showPortal = async (root: Root, { site, path }: Opening = {}) => {
  try {
    await nextTask()
    const { Portal, preparePortal } = await loadPortal()
    preparePortal({ site, path })
    // In pieces, for the same reason.
    startTransition(() =>
      root.render(
        <StrictMode>
          <RootBoundary site={site}>
            <Portal />
          </RootBoundary>
        </StrictMode>,
      ),
    )
  } catch (error) {
    // What this screen does is to load the page again, which is to be the one that was asked for.
    if (path !== undefined) globalThis.history.pushState(null, '', path)
    root.render(<RootFailure site={site} error={error} />)
  }
}

/** The phone app first learns which portal it is of; null where it shows something else instead. */
const openApp = async (root: Root): Promise<Opening | null> => {
  const shell = window.mobileShell
  return shell ? (await import('./app-start.tsx')).startApp(shell, root) : {}
}

const start = async (root: Root) => {
  const known = await openApp(root)
  if (known === null) return
  if (!['/', '/login'].includes(globalThis.location.pathname)) return showPortal(root, known)
  // Without an answer the portal says what is the matter.
  const site = known.site ?? (await getConfig().catch(() => undefined))
  if (!site || site.loggedIn || isKioskOf(site)) return showPortal(root, { site })
  // The page without the network shows a digital ID to no one whose session has ended.
  forgetKept()
  root.render(
    <StrictMode>
      <RootBoundary site={site}>
        <FirstPage site={site} openPortal={(opening) => void showPortal(root, opening)} onTouched={loadAhead} />
      </RootBoundary>
    </StrictMode>,
  )
}

startTexts(texts)
watchTyping()
const place = document.getElementById('root')
if (place) void start(createRoot(place))
