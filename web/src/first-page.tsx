import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import { useEffect } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { LoginCard } from './auth/login-card.tsx'
import { afterLogin, readLoginSearch } from './platform/session/safe-redirect.ts'
import { SiteContext } from './platform/session/site.ts'
import { useAnalytics } from './platform/shell/analytics.ts'
import { useFavicon, useSplash, useTitle } from './platform/shell/document.ts'
import { SiteLook } from './platform/shell/site-look.tsx'
import { Announcements } from './platform/ui/announcements.tsx'
import { watchFocus } from './platform/ui/focus-keeper.ts'
import { OpenPage } from './platform/ui/page-link.tsx'

type Props = {
  site: SiteConfig
  /** Loads the portal and shows it at this address. */
  openPortal: (opening: { path: string; site: SiteConfig }) => void
  /** Has the portal's files sent, for what comes next. */
  onTouched: () => void
}

/** The login as a stranger meets it: alone, before the portal is there. In an open portal it is a page like others. */
export const FirstPage = ({ site, openPortal, onTouched }: Props) => {
  const { t } = useTranslation('auth')
  useTitle(`${t('titleLogin')} – ${site.general.siteName}`)
  useFavicon(site.images.siteFavicon)
  useAnalytics(site.analyticsId)
  useSplash()
  useEffect(watchFocus, [])
  useEffect(() => {
    const signs = ['keydown', 'pointerdown', 'focusin'] as const
    for (const sign of signs) document.addEventListener(sign, onTouched, { once: true })
    return () => {
      for (const sign of signs) document.removeEventListener(sign, onTouched)
    }
  }, [onTouched])
  const search = readLoginSearch(Object.fromEntries(new URLSearchParams(globalThis.location.search)))
  const goOn = () => {
    const { path, isFullLoad } = afterLogin(search, globalThis.location.origin)
    if (isFullLoad) globalThis.location.assign(path)
    else openPortal({ path, site: { ...site, loggedIn: true } })
  }
  return (
    <SiteContext value={site}>
      <OpenPage value={(path) => openPortal({ path, site })}>
        <SiteLook>
          <LoginCard search={search} onLoggedIn={goOn} />
          <Announcements />
        </SiteLook>
      </OpenPage>
    </SiteContext>
  )
}
