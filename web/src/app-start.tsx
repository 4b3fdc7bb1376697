import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import './platform/theme/app.css'
import type { MobileShell } from '@spacekeeper/contract/mobile-shell.ts'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { AddressForm } from './mobile/address-form.tsx'
import { goBack } from './mobile/back-button.ts'
import { bearerSend } from './mobile/bearer.ts'
import { deviceNameOf } from './mobile/device-name.ts'
import { openFetchEvents } from './mobile/event-stream.ts'
import { readLink } from './mobile/links.ts'
import { watchLinks, watchPictures } from './mobile/pictures.ts'
import { mobileText } from './mobile/text.ts'
import { keepPortal, openTokens, readPortal } from './mobile/tokens.ts'
import { hasCode } from './platform/api/api-error.ts'
import { getConfig } from './platform/api/first-calls.ts'
import { setTransport } from './platform/api/transport.ts'
import { addTexts } from './platform/i18n/i18n.ts'
import { defaultSite, SiteContext } from './platform/session/site.ts'
import { RootBoundary } from './platform/shell/root-boundary.tsx'
import { SiteLook } from './platform/shell/site-look.tsx'
import { showOffline } from './show-offline.ts'

// Where the phone app begins: it learns its portal and how to reach it, and then starts the portal as a browser does.

/** Waits until a portal is chosen. */
const askForPortal = (root: Root, shell: MobileShell, suggested: string) =>
  new Promise<string>((resolve) => {
    const site = { ...defaultSite, general: { ...defaultSite.general, siteName: mobileText.appName } }
    root.render(
      <StrictMode>
        <RootBoundary site={site}>
          <SiteContext value={site}>
            <SiteLook>
              <AddressForm key={suggested} shell={shell} suggested={suggested} onChosen={resolve} />
            </SiteLook>
          </SiteContext>
        </RootBoundary>
      </StrictMode>,
    )
  })

/** What a link asks for before there is a portal: its own, with the page it leads to afterwards. */
const suggestionIn = (address: string): string => {
  const link = readLink(address, null)
  if (link === null) return ''
  return 'portal' in link ? link.portal : 'foreign' in link ? link.foreign : ''
}

const choosePortal = async (root: Root, shell: MobileShell): Promise<string> => {
  let pending: string | null = null
  let suggest: (address: string) => void = () => {}
  const stop = shell.onLink((address) => {
    pending = address
    suggest(suggestionIn(address))
  })
  const portal = await new Promise<string>((resolve) => {
    suggest = (suggested) => void askForPortal(root, shell, suggested).then(resolve)
    suggest(pending === null ? '' : suggestionIn(pending))
  })
  stop()
  await keepPortal(shell.secrets, portal)
  const link = pending === null ? null : readLink(pending, portal)
  if (link && 'path' in link) globalThis.history.replaceState(null, '', link.path)
  return portal
}

/** Says in the open page that a link leads elsewhere. */
const refuseLink = async (host: string, portal: string) => {
  const [{ notify }, { describeKey }] = await Promise.all([
    import('./platform/ui/notify.tsx'),
    import('./platform/i18n/use-text.ts'),
  ])
  notify.failed(describeKey('mobile:linkForeign', { host, own: new URL(portal).host }))
}

const openLink = (address: string, portal: string) => {
  const link = readLink(address, portal)
  if (link === null) return
  if ('path' in link) globalThis.location.assign(link.path)
  else if ('foreign' in link) void refuseLink(link.foreign, portal)
  else if (link.portal !== portal) void refuseLink(new URL(link.portal).host, portal)
}

/** Ends by itself with the page. */
const serveShell = (shell: MobileShell, portal: string) => {
  watchPictures()
  watchLinks(shell)
  shell.onLink((address) => openLink(address, portal))
  shell.onBack(() => goBack(shell.leave))
}

/** How the portal is configured; null where this shows what there is without a network. */
export const startApp = async (shell: MobileShell, root: Root): Promise<{ site?: SiteConfig } | null> => {
  document.documentElement.dataset['app'] = shell.platform
  addTexts({ mobile: mobileText })
  const portal = (await readPortal(shell.secrets)) ?? (await choosePortal(root, shell))
  const tokens = await openTokens(shell.secrets)
  const send = bearerSend({ origin: portal, tokens, deviceName: deviceNameOf(navigator.userAgent, shell.platform) })
  setTransport({
    origin: () => portal,
    send,
    openEvents: openFetchEvents(send),
    keepFile: (file) => void shell.shareFile(file),
  })
  serveShell(shell, portal)
  try {
    return { site: await getConfig() }
  } catch (error) {
    if (!hasCode(error, 'offline')) return {}
    await showOffline(shell)
    return null
  }
}
