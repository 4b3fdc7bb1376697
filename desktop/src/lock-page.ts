import { isOfPortal } from './rules.ts'
import type { PageContents } from './surface.ts'

/** Keeps the window on the portal: no other site, no second window, nothing embedded that could hold one. */
export function lockPage(contents: PageContents, portal: URL): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('will-navigate', (event) => {
    if (!isOfPortal(event.url, portal)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    // What is embedded in a page is for the portal's content policy to decide.
    if (event.isMainFrame && !isOfPortal(event.url, portal)) event.preventDefault()
  })
}
